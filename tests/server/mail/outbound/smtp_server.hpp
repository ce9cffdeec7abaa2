#pragma once

#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace tanbo::mail::outbound {

// An SMTP server of the tests' own, on a free port of 127.0.0.1, one connection at a time.
class SmtpServer {
public:
    SmtpServer();
    ~SmtpServer();
    SmtpServer(const SmtpServer&) = delete;
    SmtpServer& operator=(const SmtpServer&) = delete;

    std::string url() const { return "smtp://127.0.0.1:" + std::to_string(port_); }

    // Instead of the usual answer to commands that begin so: "RCPT TO:<gone@". "." is the end of a
    // mail. An empty answer closes the connection; "silence" is none.
    void answer(const std::string& command, const std::string& reply);

    std::vector<std::string> commands();
    std::vector<std::string> mails();  // as they came, with their dots
    int connections();

private:
    void serve();
    void talk(int peer);
    bool reply_to(int peer, const std::string& line);
    std::string reply_for(const std::string& line);

    int listener_ = -1;
    int port_ = 0;
    std::mutex mutex_;
    std::map<std::string, std::string> answers_;
    std::vector<std::string> commands_;
    std::vector<std::string> mails_;
    int connections_ = 0;
    int peer_ = -1;
    bool is_in_mail_ = false;
    std::string mail_;
    std::thread thread_;
};

}  // namespace tanbo::mail::outbound
