#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Reports of mail servers about a mail they were given.
namespace tanbo::mail::mime {

// Source: RFC 3464, 2.3.3.
enum class DeliveryAction : std::uint8_t { failed, delayed, delivered, relayed, expanded, unknown };

struct ReportedRecipient {
    std::string final_recipient;     // an address, without its type; empty if absent
    std::string original_recipient;  // in the same form
    DeliveryAction action = DeliveryAction::unknown;
    std::string status;      // "5.1.1"; empty if absent or not of that form
    std::string diagnostic;  // of the other server, at most diagnostic_bytes_max

    bool operator==(const ReportedRecipient&) const = default;
};

struct DeliveryReport {
    std::vector<ReportedRecipient> recipients;  // at most report_recipients_max
    std::string original_message_id;            // without <>; empty if the report doesn't tell

    bool operator==(const DeliveryReport&) const = default;
};

inline constexpr std::size_t report_recipients_max = 50;
inline constexpr std::size_t diagnostic_bytes_max = 500;

// Whether the mail will never arrive: failed with 5.x.x, or failed without a status.
bool is_permanent_failure(const ReportedRecipient& recipient);

// Of the text of a message/delivery-status part, and of the headers that were sent back with it
// (text/rfc822-headers or message/rfc822; may be empty). Fields that can't be read are left empty.
// Source: RFC 3464, 2; RFC 3462.
DeliveryReport read_delivery_report(std::string_view status, std::string_view returned);

}  // namespace tanbo::mail::mime
