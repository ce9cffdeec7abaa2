#include "server/mail/mime/delivery_report.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "protocol/json/utf8.hpp"
#include "protocol/json/words.hpp"
#include "server/mail/mime/charset.hpp"
#include "server/mail/mime/headers.hpp"

namespace tanbo::mail::mime {

namespace {

constexpr std::array<std::pair<std::string_view, DeliveryAction>, 6> actions{
    {{"failed", DeliveryAction::failed},
     {"delayed", DeliveryAction::delayed},
     {"delivered", DeliveryAction::delivered},
     {"relayed", DeliveryAction::relayed},
     {"expanded", DeliveryAction::expanded},
     {"unknown", DeliveryAction::unknown}}};

// The text after the type of "rfc822; ann@example.org", without angles, as clean text.
std::string typed_value(std::string_view value) {
    const std::size_t semicolon = value.find(';');
    if (semicolon != std::string_view::npos) value.remove_prefix(semicolon + 1);
    value = trimmed(value);
    if (value.starts_with('<') && value.ends_with('>')) value = value.substr(1, value.size() - 2);
    const std::string clean = clean_text(value);
    return std::string(protocol::utf8_prefix(trimmed(clean), diagnostic_bytes_max));
}

// "5.1.1" of "5.1.1 (mailbox unknown)": a digit of 2, 4 or 5 and two numbers of up to three digits.
std::string status_code(std::string_view value) {
    const std::string_view code = value.substr(0, value.find_first_not_of("0123456789."));
    std::size_t dots = 0;
    std::size_t digits = 0;
    for (const char byte : code) {
        digits = byte == '.' ? 0 : digits + 1;
        dots += byte == '.' ? 1 : 0;
        if (digits > 3) return {};
    }
    const bool is_code = code.size() >= 5 && code[1] == '.' && dots == 2 && digits > 0 &&
                         code.find("..") == std::string_view::npos &&
                         (code[0] == '2' || code[0] == '4' || code[0] == '5');
    return is_code ? std::string(code) : std::string();
}

DeliveryAction action_of(std::string_view value) {
    const std::string word = protocol::lower(value.substr(0, value.find_first_of(" \t(")));
    for (const auto& [name, action] : actions) {
        if (name == word) return action;
    }
    return DeliveryAction::unknown;
}

ReportedRecipient read_recipient_fields(const HeaderBlock& fields) {
    ReportedRecipient recipient;
    recipient.final_recipient = typed_value(fields.first("final-recipient"));
    recipient.original_recipient = typed_value(fields.first("original-recipient"));
    recipient.action = action_of(fields.first("action"));
    recipient.status = status_code(fields.first("status"));
    recipient.diagnostic = typed_value(fields.first("diagnostic-code"));
    return recipient;
}

}  // namespace

bool is_permanent_failure(const ReportedRecipient& recipient) {
    return recipient.action == DeliveryAction::failed &&
           (recipient.status.empty() || recipient.status.starts_with('5'));
}

DeliveryReport read_delivery_report(std::string_view status, std::string_view returned) {
    DeliveryReport report;
    while (!status.empty() && report.recipients.size() < report_recipients_max) {
        const HeaderBlock fields = read_headers(status);
        status.remove_prefix(fields.bytes);
        // The first block is about the mail, not a recipient; some leave it out.
        if (fields.has("final-recipient") || fields.has("action")) {
            report.recipients.push_back(read_recipient_fields(fields));
        }
    }
    std::vector<std::string> ids = message_ids(read_headers(returned).first("message-id"), 1);
    if (!ids.empty()) report.original_message_id = std::move(ids.front());
    return report;
}

}  // namespace tanbo::mail::mime
