#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/net/lines/line_splitter.hpp"

// A mail server's conversation with us, without a socket: lines in, answers and mails out.
// Source: RFC 2033, on top of RFC 5321; RFC 1870, 2034, 2920, 6152, 6531.
namespace tanbo::mail::inbound {

struct LmtpLimits {
    std::size_t bytes_max = std::size_t{1024} * 1024;  // of a mail; past it 552
    std::size_t recipients_max = 100;                  // of a mail; past it 452
    std::size_t line_bytes_max = 998;                  // of a mail's line; past it 554
    int errors_max = 20;                               // of a connection; past it 421
};

// The length that the listener has to let through: a line of a mail that begins with a dot has one
// more.
inline constexpr std::size_t lmtp_line_bytes_max = 999;

struct LmtpMail {
    std::string sender;                   // the return path; empty: the null one
    std::vector<std::string> recipients;  // as given, at least one
    std::string raw;                      // lines ended by CR LF, without the dots of the transfer
};

// The fate of one recipient's mail.
enum class LmtpVerdict : std::uint8_t {
    stored,       // durable: 250
    unavailable,  // 451: the mail server tries again
    full,         // 452: the mail server tries again
    too_many,     // 452: not together with the others, but by itself
    sender_waits  // 452: when fewer mails of its sender wait
};

// The owner's next act, after it has sent what take_output() yields.
enum class LmtpStep : std::uint8_t {
    read,   // give the next line
    store,  // make take_mail() durable and say so by on_stored()
    close
};

// Refusals for good, for metrics.
struct LmtpRefusals {
    std::uint64_t recipients = 0;
    std::uint64_t mails = 0;
};

// One conversation. Answers gather in the output: those to commands that came together leave
// together.
class Lmtp {
public:
    // The greeting is in the output at once.
    explicit Lmtp(std::string domain, LmtpLimits limits = {});

    // A line without its CR LF. `has_more`: bytes have come behind it, which is a fault behind
    // DATA, for the answer to it decides what they are.
    LmtpStep on_line(std::string_view line, bool has_more = false);

    // A line that is none. A command ends the conversation; a mail is read to its end and then
    // refused: nothing in it is taken for a command.
    LmtpStep on_fault(net::LineFault fault);

    // Nothing came for too long.
    LmtpStep on_timeout();

    // The server is stopping: a mail that is being transferred may end, then it is over.
    LmtpStep on_drain();

    // One verdict for each recipient of the mail, in their order. Requires: the step was store.
    LmtpStep on_stored(const std::vector<LmtpVerdict>& verdicts);

    // Requires: the step was store; once.
    LmtpMail take_mail() { return std::move(mail_); }

    std::string take_output();
    // Those since the last call.
    LmtpRefusals take_refusals() { return std::exchange(refusals_, {}); }

private:
    enum class Phase : std::uint8_t { greeted, ready, envelope, data, storing, closed };
    enum class Flaw : std::uint8_t { none, bare, long_line, too_large };
    struct Command;

    LmtpStep on_command(std::string_view line, bool has_more);
    LmtpStep on_data(std::string_view line);
    LmtpStep finish_data();

    LmtpStep greet(std::string_view argument);
    LmtpStep begin(std::string_view argument);
    LmtpStep add_recipient(std::string_view argument);
    LmtpStep start_data(std::string_view argument);
    LmtpStep reset(std::string_view argument);
    LmtpStep verify(std::string_view argument);
    LmtpStep do_nothing(std::string_view argument);
    LmtpStep quit(std::string_view argument);

    // Nothing if the parameters of MAIL are good, otherwise the answer.
    std::string_view fault_of_parameters(std::string_view text, bool is_ascii);
    std::string_view fault_of_parameter(std::string_view key, std::string_view value,
                                        bool has_value);

    LmtpStep answer(std::string_view reply);
    LmtpStep refuse(std::string_view reply);
    LmtpStep end(std::string_view reply);
    LmtpStep end_mail();
    void clear();

    const std::string domain_;
    const LmtpLimits limits_;
    Phase phase_ = Phase::greeted;
    Flaw flaw_ = Flaw::none;
    bool is_utf8_ = false;  // the mail's addresses may be
    bool is_draining_ = false;
    int errors_ = 0;
    LmtpMail mail_;
    LmtpRefusals refusals_;
    std::string output_;
};

}  // namespace tanbo::mail::inbound
