#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "server/mail/outbound/outgoing.hpp"

// How mails are given to a relay: SMTP through libcurl.
namespace tanbo::mail::outbound {

// The part that is kept of a relay's words.
inline constexpr std::size_t relay_answer_bytes_max = 300;

struct RelaySettings {
    std::string url;       // "smtp://host:25", which takes STARTTLS if it is offered; "smtps://"
    std::string user;      // empty: no authentication
    std::string password;  // sent over TLS only, with a certificate that holds, or to this machine
    std::string ca_file;   // trusted authorities, in PEM; empty: those that the system trusts
    bool needs_tls = false;  // nothing is sent without, nor with a certificate that doesn't hold
    std::string domain;      // what we call ourselves
    std::chrono::milliseconds connect{15'000};
    std::chrono::milliseconds whole{120'000};  // one mail
};

enum class RelayVerdict : std::uint8_t {
    accepted,
    postponed,    // 4xx: later
    refused,      // 5xx: never
    unreachable,  // no connection, no TLS, not logged in, or it broke
    cancelled     // by us
};

struct RelayAnswer {
    RelayVerdict verdict = RelayVerdict::unreachable;
    std::optional<int> code = {};  // "550"
    std::string text = {};         // its words in one line, or libcurl's
    bool is_about_reader = false;  // it was the recipient that was refused or postponed
};

// Gives a mail to the relay and waits for its answer.
using Relay = std::function<RelayAnswer(const Outgoing&)>;

// A connection to a relay, which is kept for the next mail.
//
// Thread: one at a time.
class SmtpClient {
public:
    // Ends an attempt soon after is_cancelled is set. Requires: it outlives this, or is null.
    explicit SmtpClient(RelaySettings settings, const std::atomic<bool>* is_cancelled = nullptr);
    ~SmtpClient();
    SmtpClient(const SmtpClient&) = delete;
    SmtpClient& operator=(const SmtpClient&) = delete;

    RelayAnswer send(const Outgoing& mail);

private:
    struct State;
    std::unique_ptr<State> state_;
};

// As many clients as threads send at once. Thread: any.
Relay smtp_relay(RelaySettings settings, const std::atomic<bool>* is_cancelled = nullptr);

}  // namespace tanbo::mail::outbound
