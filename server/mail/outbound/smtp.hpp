#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "server/base/clock.hpp"
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

// A connection over which nothing was sent for so long is closed: relays take a few at a time.
inline constexpr std::chrono::seconds relay_idle_max{10};

// As many clients as threads send at once. Thread: any.
class SmtpRelay {
public:
    // As SmtpClient's.
    SmtpRelay(RelaySettings settings, const std::atomic<bool>* is_cancelled, base::Clock clock);
    ~SmtpRelay();
    SmtpRelay(const SmtpRelay&) = delete;
    SmtpRelay& operator=(const SmtpRelay&) = delete;

    RelayAnswer send(const Outgoing& mail);

    // Closes connections that are idle for too long. Yields when the next one will be; nothing if
    // none is open.
    std::optional<base::Instant> close_idle();

private:
    struct Idle {
        std::unique_ptr<SmtpClient> client;
        base::Instant since;
    };

    std::unique_ptr<SmtpClient> take();

    const RelaySettings settings_;
    const std::atomic<bool>* const is_cancelled_;
    const base::Clock clock_;
    std::mutex mutex_;
    std::vector<Idle> idle_;  // the longest idle first
};

}  // namespace tanbo::mail::outbound
