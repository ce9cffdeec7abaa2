#include "server/operate/mail_in.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <istream>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string_view>

#include "protocol/json/words.hpp"
#include "server/config/exit_code.hpp"
#include "server/mail/inbound/lmtp/envelope.hpp"
#include "server/mail/inbound/lmtp/wire.hpp"
#include "server/net/http/text.hpp"
#include "server/net/lines/line_client.hpp"

namespace tanbo::app {
namespace {

// RFC 5321, 4.5.3.2.6: the answer to the dot may take ten minutes.
constexpr std::chrono::seconds patience{600};

constexpr std::string_view null_sender = "MAILER-DAEMON";  // as Postfix's pipe(8) writes it

// The server's answer: "550 5.1.1 ...", its last line.
struct Answer {
    int code = 0;
    std::string text;

    bool is_good() const { return code >= 200 && code < 400; }
};

// A conversation with the server. Throws: std::runtime_error if it fails or makes no sense.
class Delivery {
public:
    explicit Delivery(const net::LocalEndpoint& endpoint) : client_(endpoint, patience) {}

    Answer ask(const std::string& line) {
        client_.send(line + "\r\n");
        return answer();
    }

    Answer answer() {
        std::string line = client_.read_line();
        while (line.size() > 3 && line[3] == '-') line = client_.read_line();
        if (line.size() < 3 || !std::all_of(line.begin(), line.begin() + 3, protocol::is_digit)) {
            throw std::runtime_error("the server does not speak LMTP");
        }
        return {std::stoi(line.substr(0, 3)), line};
    }

    void send(std::string_view bytes) { client_.send(bytes); }

private:
    net::LineClient client_;
};

// 75 if it may be tried again; for good, what the refusal is about.
int exit_code_of(const Answer& answer) {
    if (answer.is_good()) return exit_ok;
    if (answer.code < 500) return exit_try_again;
    const std::string_view enhanced = std::string_view(answer.text).substr(4);
    if (enhanced.starts_with("5.1.1")) return exit_no_user;
    if (enhanced.starts_with("5.3.4") || enhanced.starts_with("5.6.")) return exit_data;
    return exit_unavailable;
}

// A mail to be tried again counts more than a refused one: a mail that comes twice is known.
int worse(int one, int other) {
    if (one == exit_try_again || other == exit_try_again) return exit_try_again;
    return one != exit_ok ? one : other;
}

bool is_ascii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 128; });
}

std::string mail_command(const MailIn& mail, const std::string& message) {
    std::string command = "MAIL FROM:<" + mail.sender + "> SIZE=" + std::to_string(message.size());
    if (!is_ascii(message)) command += " BODY=8BITMIME";
    const bool is_utf8 = !is_ascii(mail.sender) || !std::ranges::all_of(mail.recipients, is_ascii);
    return is_utf8 ? command + " SMTPUTF8" : command;
}

// The whole conversation. Throws: std::runtime_error.
int converse(const MailIn& mail, const std::string& message, const net::LocalEndpoint& endpoint,
             std::ostream& errors) {
    Delivery delivery(endpoint);
    int code = exit_ok;
    const auto note = [&](const Answer& answer) {
        if (!answer.is_good()) errors << "tanbod: the server says: " << answer.text << "\n";
        code = worse(code, exit_code_of(answer));
        return answer.is_good();
    };
    if (!note(delivery.answer()) || !note(delivery.ask("LHLO localhost"))) return code;
    if (!note(delivery.ask(mail_command(mail, message)))) return code;
    int accepted = 0;
    for (const std::string& recipient : mail.recipients) {
        if (note(delivery.ask("RCPT TO:<" + recipient + ">"))) ++accepted;
    }
    if (accepted == 0 || !note(delivery.ask("DATA"))) return code;
    delivery.send(mail::inbound::stuffed(message));
    for (int i = 0; i < accepted; ++i) note(delivery.answer());
    return code;
}

bool is_address(const std::string& address) {
    const std::string path = "<" + address + ">";
    const auto read = mail::inbound::read_path(path);
    return read && read->rest.empty();
}

// The message, or nothing if it is larger than the server takes.
std::optional<std::string> read_message(std::istream& input, std::size_t bytes_max) {
    std::string message;
    std::array<char, 16'384> part{};
    while (input.read(part.data(), part.size()) || input.gcount() > 0) {
        message.append(part.data(), static_cast<std::size_t>(input.gcount()));
        if (message.size() > bytes_max) return std::nullopt;
    }
    return message;
}

}  // namespace

int deliver_mail(const Config& config, MailIn mail, std::istream& input, std::ostream& errors) {
    const auto fail = [&errors](int code, const std::string& reason) {
        errors << "tanbod: " << reason << "\n";
        return code;
    };
    if (net::equal_names(mail.sender, null_sender)) mail.sender.clear();
    if (!is_address(mail.sender)) return fail(exit_usage, "--sender must be an address");
    for (const std::string& recipient : mail.recipients) {
        if (recipient.empty() || !is_address(recipient)) {
            return fail(exit_usage, "--recipient must be an address");
        }
    }
    if (config.mail_domain.empty()) return fail(exit_try_again, "mail.domain is not set");
    const auto bytes_max = static_cast<std::size_t>(config.mail_bytes_max);
    const auto piped = read_message(input, bytes_max);
    if (!piped) return fail(exit_data, "the message is larger than mail.bytes_max");
    if (piped->empty()) return fail(exit_no_input, "standard input contains no message");
    try {
        const auto endpoint = net::parse_local_endpoint(config.mail_lmtp);
        return converse(mail, mail::inbound::wire_message(*piped), *endpoint, errors);
    } catch (const std::runtime_error& error) {
        return fail(exit_try_again,
                    std::string("mail.lmtp ") + config.mail_lmtp + ": " + error.what());
    }
}

}  // namespace tanbo::app
