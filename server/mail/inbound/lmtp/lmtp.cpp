#include "server/mail/inbound/lmtp/lmtp.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

#include "server/mail/inbound/lmtp/envelope.hpp"
#include "server/mail/mime/recipient.hpp"
#include "server/net/http/text.hpp"

namespace tanbo::mail::inbound {
namespace {

constexpr std::string_view line_end = "\r\n";

constexpr std::string_view no_such_command = "500 5.5.1 Unknown command.";
constexpr std::string_view not_lmtp = "500 5.5.1 This is LMTP. Begin with LHLO.";
constexpr std::string_view not_here = "502 5.5.1 Command not supported.";
constexpr std::string_view out_of_order = "503 5.5.1 Command out of order.";
constexpr std::string_view no_recipient = "503 5.5.1 No recipient was accepted.";
constexpr std::string_view bad_argument = "501 5.5.4 Invalid argument.";
constexpr std::string_view bad_sender = "501 5.1.7 The address must be in angle brackets.";
constexpr std::string_view bad_recipient = "501 5.1.3 The address must be in angle brackets.";
constexpr std::string_view unknown_recipient = "550 5.1.1 No such recipient.";
constexpr std::string_view unknown_parameter = "555 5.5.4 Unknown parameter.";
constexpr std::string_view needs_utf8 = "553 5.6.7 A non-ASCII address needs SMTPUTF8.";
constexpr std::string_view too_large = "552 5.3.4 The mail is too large.";
constexpr std::string_view too_many_recipients = "452 4.5.3 Too many recipients.";
constexpr std::string_view bad_line =
    "500 5.5.2 A line must end with CR LF and contain no other CR or LF.";
constexpr std::string_view long_line = "500 5.5.2 The line is too long.";
constexpr std::string_view stopping = "421 4.3.2 The server is stopping.";

// The answer to a mail for each of its recipients.
constexpr std::array<std::string_view, 5> verdict_replies = {
    "250 2.6.0 Mail stored.",
    "451 4.3.0 The mail could not be stored. Try again later.",
    "452 4.3.1 The storage is full. Try again later.",
    "452 4.5.3 Too much at once. Try again with fewer recipients.",
    "452 4.7.0 Too many mails of this sender are waiting. Try again later.",
};

// "FROM:" of MAIL and "TO:" of RCPT, in any case; nothing if it is not there.
std::optional<std::string_view> behind(std::string_view word, std::string_view argument) {
    if (!net::equal_names(argument.substr(0, word.size()), word)) return std::nullopt;
    return argument.substr(word.size());
}

bool is_printable(std::string_view text) {
    return std::ranges::none_of(
        text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; });
}

// Digits only; what is larger than any number is the largest. Source: RFC 1870, 3.
std::optional<std::uint64_t> read_size(std::string_view text) {
    constexpr std::size_t digits_max = 20;
    std::uint64_t size = 0;
    const char* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, size);
    if (text.size() > digits_max || end != last) return std::nullopt;
    if (error == std::errc::result_out_of_range) return std::numeric_limits<std::uint64_t>::max();
    return error == std::errc{} ? std::optional(size) : std::nullopt;
}

}  // namespace

struct Lmtp::Command {
    std::string_view verb;
    LmtpStep (Lmtp::*handle)(std::string_view argument);
};

Lmtp::Lmtp(std::string domain, LmtpLimits limits) : domain_(std::move(domain)), limits_(limits) {
    answer("220 " + domain_ + " LMTP Tanbo");
}

std::string Lmtp::take_output() {
    return std::exchange(output_, {});
}

LmtpStep Lmtp::on_line(std::string_view line, bool has_more) {
    if (phase_ == Phase::data) return on_data(line);
    return on_command(line, has_more);
}

LmtpStep Lmtp::on_command(std::string_view line, bool has_more) {
    static constexpr std::array commands = {
        Command{"LHLO", &Lmtp::greet},         Command{"MAIL", &Lmtp::begin},
        Command{"RCPT", &Lmtp::add_recipient}, Command{"DATA", &Lmtp::start_data},
        Command{"RSET", &Lmtp::reset},         Command{"VRFY", &Lmtp::verify},
        Command{"NOOP", &Lmtp::do_nothing},    Command{"QUIT", &Lmtp::quit},
    };
    static constexpr std::array<std::string_view, 7> known_elsewhere = {
        "EXPN", "HELP", "STARTTLS", "AUTH", "ETRN", "TURN", "BDAT"};

    if (!is_printable(line)) return refuse(no_such_command);
    const std::string_view verb = line.substr(0, line.find(' '));
    std::string_view argument = line.substr(std::min(verb.size() + 1, line.size()));
    while (argument.ends_with(' ')) argument.remove_suffix(1);
    const auto is_verb = [verb](std::string_view known) { return net::equal_names(known, verb); };
    const auto found = std::ranges::find_if(commands, is_verb, &Command::verb);
    if (found != commands.end()) {
        const bool is_data = found->handle == &Lmtp::start_data;
        if (is_data && has_more) return end("554 5.5.0 Data sent before the reply to DATA.");
        return (this->*found->handle)(argument);
    }
    if (is_verb("HELO") || is_verb("EHLO")) return refuse(not_lmtp);
    return refuse(std::ranges::any_of(known_elsewhere, is_verb) ? not_here : no_such_command);
}

LmtpStep Lmtp::on_fault(net::LineFault fault) {
    const bool is_long = fault == net::LineFault::too_long;
    if (phase_ != Phase::data) return end(is_long ? long_line : bad_line);
    if (flaw_ == Flaw::none) flaw_ = is_long ? Flaw::long_line : Flaw::bare;
    return LmtpStep::read;
}

LmtpStep Lmtp::on_timeout() {
    return end("421 4.4.2 Timeout.");
}

LmtpStep Lmtp::on_drain() {
    is_draining_ = true;
    return phase_ == Phase::data ? LmtpStep::read : end(stopping);
}

// --- commands ---

LmtpStep Lmtp::greet(std::string_view argument) {
    if (argument.empty()) return refuse(bad_argument);
    clear();
    phase_ = Phase::ready;
    answer("250-" + domain_);
    for (const std::string_view extension :
         {"PIPELINING", "ENHANCEDSTATUSCODES", "8BITMIME", "SMTPUTF8"}) {
        answer("250-" + std::string(extension));
    }
    return answer("250 SIZE " + std::to_string(limits_.bytes_max));
}

LmtpStep Lmtp::begin(std::string_view argument) {
    if (phase_ != Phase::ready) return refuse(out_of_order);
    const auto text = behind("FROM:", argument);
    if (!text) return refuse(bad_argument);
    auto path = read_path(*text);
    if (!path) return refuse(bad_sender);
    clear();
    const std::string_view fault = fault_of_parameters(path->rest, path->is_ascii);
    if (!fault.empty()) return refuse(fault);
    mail_.sender = std::move(path->address);
    phase_ = Phase::envelope;
    return answer("250 2.1.0 Sender accepted.");
}

std::string_view Lmtp::fault_of_parameters(std::string_view text, bool is_ascii) {
    const auto parameters = read_parameters(text);
    if (!parameters) return bad_argument;
    for (const EnvelopeParameter& parameter : *parameters) {
        const std::string_view fault = fault_of_parameter(
            parameter.key, parameter.value.value_or(""), parameter.value.has_value());
        if (!fault.empty()) return fault;
    }
    return is_ascii || is_utf8_ ? std::string_view() : needs_utf8;
}

std::string_view Lmtp::fault_of_parameter(std::string_view key, std::string_view value,
                                          bool has_value) {
    if (net::equal_names(key, "SIZE")) {
        const auto size = read_size(value);
        if (!size) return bad_argument;
        return *size > limits_.bytes_max ? too_large : std::string_view();
    }
    if (net::equal_names(key, "BODY")) {
        const bool is_known =
            net::equal_names(value, "7BIT") || net::equal_names(value, "8BITMIME");
        return is_known ? std::string_view() : bad_argument;
    }
    if (net::equal_names(key, "SMTPUTF8")) {
        if (has_value) return bad_argument;
        is_utf8_ = true;
        return {};
    }
    return unknown_parameter;
}

LmtpStep Lmtp::add_recipient(std::string_view argument) {
    if (phase_ != Phase::envelope) return refuse(out_of_order);
    const auto text = behind("TO:", argument);
    if (!text) return refuse(bad_argument);
    auto path = read_path(*text);
    if (!path || path->address.empty()) return refuse(bad_recipient);
    const auto parameters = read_parameters(path->rest);
    if (!parameters) return refuse(bad_argument);
    if (!parameters->empty()) return refuse(unknown_parameter);
    if (!path->is_ascii && !is_utf8_) return refuse(needs_utf8);
    if (!mime::read_recipient(path->address, domain_)) {
        ++refusals_.recipients;
        return answer(unknown_recipient);
    }
    if (mail_.recipients.size() == limits_.recipients_max) return answer(too_many_recipients);
    mail_.recipients.push_back(std::move(path->address));
    return answer("250 2.1.5 Recipient accepted.");
}

LmtpStep Lmtp::start_data(std::string_view argument) {
    if (!argument.empty()) return refuse(bad_argument);
    if (phase_ != Phase::envelope) return refuse(out_of_order);
    if (mail_.recipients.empty()) return answer(no_recipient);
    phase_ = Phase::data;
    return answer("354 Send the mail, then a line with only a dot.");
}

LmtpStep Lmtp::reset(std::string_view argument) {
    if (!argument.empty()) return refuse(bad_argument);
    clear();
    if (phase_ == Phase::envelope) phase_ = Phase::ready;
    return answer("250 2.0.0 Reset.");
}

LmtpStep Lmtp::verify(std::string_view argument) {
    if (argument.empty()) return refuse(bad_argument);
    return answer("252 2.5.0 Addresses are not verified here. Send the mail.");
}

LmtpStep Lmtp::do_nothing(std::string_view) {
    return answer("250 2.0.0 OK.");
}

LmtpStep Lmtp::quit(std::string_view argument) {
    if (!argument.empty()) return refuse(bad_argument);
    return end("221 2.0.0 Goodbye.");
}

// --- the mail ---

LmtpStep Lmtp::on_data(std::string_view line) {
    if (line == ".") return finish_data();
    if (line.starts_with('.')) line.remove_prefix(1);
    if (line.size() > limits_.line_bytes_max && flaw_ == Flaw::none) flaw_ = Flaw::long_line;
    if (mail_.raw.size() + line.size() + line_end.size() > limits_.bytes_max)
        flaw_ = Flaw::too_large;
    if (flaw_ != Flaw::none) return LmtpStep::read;
    mail_.raw += line;
    mail_.raw += line_end;
    return LmtpStep::read;
}

LmtpStep Lmtp::finish_data() {
    if (flaw_ == Flaw::none) {
        phase_ = Phase::storing;
        return LmtpStep::store;
    }
    std::string_view reply = too_large;
    if (flaw_ == Flaw::bare) reply = "554 5.6.0 The mail contains a bare CR or LF.";
    if (flaw_ == Flaw::long_line) reply = "554 5.6.0 The mail contains a line that is too long.";
    ++refusals_.mails;
    for (std::size_t i = 0; i < mail_.recipients.size(); ++i) answer(reply);
    return end_mail();
}

LmtpStep Lmtp::on_stored(const std::vector<LmtpVerdict>& verdicts) {
    for (const LmtpVerdict verdict : verdicts) {
        answer(verdict_replies.at(static_cast<std::size_t>(verdict)));
    }
    return end_mail();
}

LmtpStep Lmtp::end_mail() {
    clear();
    phase_ = Phase::ready;
    return is_draining_ ? end(stopping) : LmtpStep::read;
}

// --- answers ---

LmtpStep Lmtp::answer(std::string_view reply) {
    output_ += reply;
    output_ += line_end;
    return LmtpStep::read;
}

LmtpStep Lmtp::refuse(std::string_view reply) {
    if (++errors_ > limits_.errors_max) return end("421 4.7.0 Too many errors.");
    return answer(reply);
}

LmtpStep Lmtp::end(std::string_view reply) {
    phase_ = Phase::closed;
    answer(reply);
    return LmtpStep::close;
}

void Lmtp::clear() {
    mail_ = {};
    flaw_ = Flaw::none;
    is_utf8_ = false;
}

}  // namespace tanbo::mail::inbound
