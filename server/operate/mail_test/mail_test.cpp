#include "server/operate/mail_test/mail_test.hpp"

#include <algorithm>
#include <exception>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>

#include "protocol/people/queued_mails.hpp"
#include "server/base/secrets.hpp"
#include "server/config/exit_code.hpp"
#include "server/config/find_database.hpp"
#include "server/mail/mime/mail.hpp"
#include "server/mail/mime/message.hpp"
#include "server/net/lines/line_client.hpp"
#include "server/operate/mail_test/dns_checks.hpp"
#include "server/store/database.hpp"
#include "server/store/tables/messages/inbound_mails.hpp"

namespace tanbo::app {
namespace {

using mail::outbound::RelayAnswer;
using mail::outbound::RelaySettings;
using mail::outbound::RelayVerdict;
using protocol::InboundMailId;

constexpr std::chrono::seconds greeting_patience{10};
constexpr std::chrono::seconds look_interval{1};

// Prints findings at once.
class Report {
public:
    void add(Verdict verdict, std::string_view part, std::string_view text) {
        const std::string_view mark = verdict == Verdict::good   ? "ok   "
                                      : verdict == Verdict::note ? "note "
                                                                 : "FAULT";
        std::cout << mark << "  " << part << ": " << text << "\n" << std::flush;
        has_fault_ = has_fault_ || verdict == Verdict::fault;
    }

    int exit_code() const { return has_fault_ ? exit_refused : exit_ok; }

private:
    bool has_fault_ = false;
};

// The running server has to take what Postfix hands on.
void check_server(const Config& config, Report& report) {
    std::string answer;
    try {
        net::LineClient client(*net::parse_local_endpoint(config.mail_lmtp), greeting_patience);
        answer = client.read_line();
    } catch (const std::exception& error) {
        answer = error.what();
    }
    if (answer.starts_with("220")) {
        return report.add(Verdict::good, "Server",
                          "tanbod takes email at " + config.mail_lmtp + ".");
    }
    report.add(Verdict::fault, "Server",
               "tanbod takes no email at " + config.mail_lmtp + " (" + answer +
                   "). Start it, with the same mail.lmtp.");
}

mail::outbound::Outgoing test_message(const Config& config, const std::string& to,
                                      const std::string& id) {
    mail::mime::Message message;
    message.from = {config.mail_from_name, "games@" + config.mail_domain};
    message.to = {"", to};
    message.subject = "Test of " + config.mail_domain;
    message.message_id = id;
    message.date = base::system_clock()();
    message.text = "This email shows that " + config.mail_domain +
                   " can send.\n\nTo show that it can receive, reply with the word\n\n  help\n\n"
                   "The list of commands comes back.\n";
    return {message.from.address, to, mail::mime::message_bytes(message)};
}

std::string advice_on(const RelayAnswer& answer, const RelaySettings& relay) {
    if (answer.is_about_reader) return "The address is refused, not the server: try another one.";
    switch (answer.verdict) {
        case RelayVerdict::unreachable:
            if (answer.code && !relay.user.empty()) {
                return "Check mail.relay_user and the password in mail.relay_password_file.";
            }
            return "Check mail.relay, mail.relay_needs_tls and mail.relay_ca_file.";
        case RelayVerdict::postponed:
            return "It may take the email later. Read the log of the relay.";
        case RelayVerdict::refused:
        case RelayVerdict::cancelled:
        case RelayVerdict::accepted:
            return "Read the log of the relay.";
    }
    return {};
}

// Whether the relay took the mail.
bool check_relay(const RelaySettings& relay, const mail::outbound::Outgoing& message,
                 Report& report) {
    const RelayAnswer answer = mail::outbound::SmtpClient(relay).send(message);
    if (answer.verdict == RelayVerdict::accepted) {
        report.add(Verdict::good, "Relay", relay.url + " took the test: " + answer.text);
        return true;
    }
    report.add(
        Verdict::fault, "Relay",
        relay.url + " didn't take the test (" + answer.text + "). " + advice_on(answer, relay));
    return false;
}

// The mails that come to the server after this was made.
class Arrivals {
public:
    explicit Arrivals(store::DatabaseOptions options) : options_(std::move(options)) {
        store::read_beside(options_, [this](store::Reader& reader) {
            last_ = store::newest_inbound_mail_id(reader);
        });
    }

    // The next one that is done with, and that is a reply to the message, or comes from there.
    std::optional<protocol::InboundMail> find(const std::string& address, const std::string& id) {
        std::optional<protocol::InboundMail> found;
        store::read_beside(options_, [&](store::Reader& reader) {
            while (const auto mail = store::next_inbound_mail_after(reader, last_)) {
                const bool is_from_there =
                    mail::mime::address_key(mail->sender) == mail::mime::address_key(address);
                const bool is_meant = is_from_there || mail->raw.contains(id);
                if (is_meant && !mail->done_at) return;
                last_ = mail->id;
                if (!is_meant) continue;
                found = mail;
                return;
            }
        });
        return found;
    }

private:
    store::DatabaseOptions options_;
    InboundMailId last_{};
};

void judge_reply(const protocol::InboundMail& reply, Report& report) {
    if (reply.sender.empty()) {
        return report.add(Verdict::fault, "Reply",
                          "The test came back: a server could not deliver it. Read the email in "
                          "the mailbox that sent it back, or the log of the relay.");
    }
    report.add(
        Verdict::good, "Reply",
        "It arrived from " + reply.sender + "; outcome: " + reply.outcome.value_or("") + ".");
    if (reply.standing == protocol::MailStanding::stranger) {
        report.add(Verdict::fault, "Reply",
                   "Nothing says that its sender was checked. Check OpenDKIM and OpenDMARC, and "
                   "that mail.authserv_id is the name they sign with.");
    }
}

void wait_for_reply(const MailTest& order, const std::string& id, Arrivals& arrivals,
                    Report& report) {
    std::cout << "Reply to the email at " << order.address << " with the word help. Waiting "
              << order.wait_s << " s for it.\n"
              << std::flush;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(order.wait_s);
    for (;;) {
        if (const auto reply = arrivals.find(order.address, id)) return judge_reply(*reply, report);
        if (std::chrono::steady_clock::now() >= end) break;
        std::this_thread::sleep_for(look_interval);
    }
    report.add(Verdict::fault, "Reply",
               "None arrived in " + std::to_string(order.wait_s) +
                   " s. Look into the mail server's log for " + order.address +
                   ", and check that port 25 is open.");
}

int refuse(const std::string& sentence, ExitCode code) {
    std::cerr << sentence << "\n";
    return code;
}

}  // namespace

int test_mail(const Config& config, const MailTest& order, RelaySettings relay) {
    if (config.mail_domain.empty()) {
        return refuse("mail.domain isn't set, so this server has no email.", exit_config);
    }
    if (!mail::mime::is_plain_address(order.address)) {
        return refuse("\"" + order.address + "\" is no email address.", exit_usage);
    }
    DnsLookup lookup;
    try {
        lookup = dns_lookup(order.dns);
    } catch (const std::invalid_argument& error) {
        return refuse(error.what(), exit_usage);
    }
    Report report;
    for (const MailFinding& one : check_dns(lookup, config.mail_domain, order.selector)) {
        report.add(one.verdict, one.part, one.text);
    }
    check_server(config, report);
    Arrivals arrivals(existing_database(config));
    const std::string id = base::random_token("mail-test.") + "@" + config.mail_domain;
    const bool is_sent = check_relay(relay, test_message(config, order.address, id), report);
    if (is_sent && order.wait_s > 0) wait_for_reply(order, id, arrivals, report);
    return report.exit_code();
}

}  // namespace tanbo::app
