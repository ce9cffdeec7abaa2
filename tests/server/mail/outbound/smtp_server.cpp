#include "tests/server/mail/outbound/smtp_server.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/loopback.hpp"

namespace tanbo::mail::outbound {
namespace {

bool say(int peer, const std::string& line) {
    const std::string bytes = line + "\r\n";
    return send(peer, bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(bytes.size());
}

}  // namespace

SmtpServer::SmtpServer() {
    const test::Listening listening = test::listen_on_loopback();
    listener_ = listening.socket;
    port_ = listening.port;
    thread_ = std::thread([this] { serve(); });
}

SmtpServer::~SmtpServer() {
    {
        const std::lock_guard lock(mutex_);
        if (peer_ >= 0) shutdown(peer_, SHUT_RDWR);
        shutdown(listener_, SHUT_RDWR);
    }
    thread_.join();
    close(listener_);
}

void SmtpServer::answer(const std::string& command, const std::string& reply) {
    const std::lock_guard lock(mutex_);
    answers_[command] = reply;
}

std::vector<std::string> SmtpServer::commands() {
    const std::lock_guard lock(mutex_);
    return commands_;
}

std::vector<std::string> SmtpServer::mails() {
    const std::lock_guard lock(mutex_);
    return mails_;
}

int SmtpServer::connections() {
    const std::lock_guard lock(mutex_);
    return connections_;
}

void SmtpServer::serve() {
    while (true) {
        const int peer = accept(listener_, nullptr, nullptr);
        if (peer < 0) return;
        {
            const std::lock_guard lock(mutex_);
            ++connections_;
            peer_ = peer;
            is_in_mail_ = false;
        }
        talk(peer);
        const std::lock_guard lock(mutex_);
        peer_ = -1;
        close(peer);
    }
}

void SmtpServer::talk(int peer) {
    if (!reply_to(peer, "greeting")) return;
    std::string pending;
    char bytes[4096];
    while (true) {
        const auto got = recv(peer, bytes, sizeof bytes, 0);
        if (got <= 0) return;
        pending.append(bytes, static_cast<std::size_t>(got));
        for (auto end = pending.find("\r\n"); end != std::string::npos;
             end = pending.find("\r\n")) {
            const std::string line = pending.substr(0, end);
            pending.erase(0, end + 2);
            if (!reply_to(peer, line)) return;
        }
    }
}

bool SmtpServer::reply_to(int peer, const std::string& line) {
    const std::lock_guard lock(mutex_);
    if (is_in_mail_ && line != ".") {
        mail_ += line + "\r\n";
        return true;
    }
    if (line != "greeting") commands_.push_back(line);
    const std::string reply = reply_for(line);
    if (reply.empty()) return false;
    if (reply == "silence") return true;
    if (line == ".") {
        is_in_mail_ = false;
        if (reply.starts_with("2")) mails_.push_back(mail_);
    }
    if (reply.starts_with("354")) {
        is_in_mail_ = true;
        mail_.clear();
    }
    return say(peer, reply) && line != "QUIT";
}

std::string SmtpServer::reply_for(const std::string& line) {
    for (const auto& [command, reply] : answers_) {
        if (line.starts_with(command)) return reply;
    }
    if (line == "greeting") return "220 relay.test ESMTP";
    if (line.starts_with("EHLO")) return "250-relay.test\r\n250 SIZE 1000000";
    if (line.starts_with("DATA")) return "354 Go on";
    if (line == "QUIT") return "221 2.0.0 Bye";
    return "250 2.0.0 Ok";
}

}  // namespace tanbo::mail::outbound
