#include "server/mail/inbound/authority.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "server/mail/inbound/authentication.hpp"
#include "server/mail/mime/signature_field.hpp"

namespace tanbo::mail::inbound {
namespace {

struct Field {
    std::string_view key;
    std::string_view name;  // as people write it
};

constexpr std::array<Field, 12> known_fields{{
    {"from", "From"},
    {"sender", "Sender"},
    {"to", "To"},
    {"cc", "Cc"},
    {"subject", "Subject"},
    {"date", "Date"},
    {"message-id", "Message-ID"},
    {"references", "References"},
    {"mime-version", "MIME-Version"},
    {"content-type", "Content-Type"},
    {"content-transfer-encoding", "Content-Transfer-Encoding"},
    {"content-disposition", "Content-Disposition"},
}};

// Fields that a signature covers in any case: what isn't there could have been taken away.
constexpr std::array<std::string_view, 7> signed_always{
    "from", "subject", "to", "date", "message-id", "mime-version", "content-type"};

std::string name_of(std::string_view key) {
    const auto* const known = std::ranges::find(known_fields, key, &Field::key);
    return std::string(known == known_fields.end() ? key : known->name);
}

bool holds(const std::vector<std::string>& all, std::string_view one) {
    return std::ranges::find(all, one) != all.end();
}

std::optional<std::string> fault_of_fields(const mime::Mail& mail) {
    if (mail.doubled_fields.empty()) return std::nullopt;
    return "It has more than one " + name_of(mail.doubled_fields.front()) + " field.";
}

std::optional<std::string> fault_of_addressees(const mime::Mail& mail, std::string_view key) {
    if (holds(mail.to, key) || holds(mail.cc, key)) return std::nullopt;
    return "Neither its To nor its Cc field names " + std::string(key) + ".";
}

std::optional<std::string> fault_of_date(const mime::Mail& mail, base::Instant arrival) {
    if (!mail.dated_at) return "It has no valid Date field.";
    if (*mail.dated_at < arrival - mail_age_max) return "It is more than a week old.";
    if (*mail.dated_at > arrival + mail_ahead_max) return "Its Date is in the future.";
    return std::nullopt;
}

std::vector<std::string_view> fields_to_sign(const mime::Mail& mail, std::string_view recipient) {
    std::vector<std::string_view> names(signed_always.begin(), signed_always.end());
    if (!holds(mail.to, recipient)) names.emplace_back("cc");
    if (!mail.is_same_unencoded) names.emplace_back("content-transfer-encoding");
    if (mail.has_disposition) names.emplace_back("content-disposition");
    return names;
}

std::optional<std::string> fault_of_signature(const mime::SignatureField& signature,
                                              const std::vector<std::string_view>& needed) {
    const std::string whose = "The signature of " + signature.domain;
    if (signature.domain.empty()) return "It has an invalid DKIM-Signature field.";
    if (signature.has_length) return whose + " covers only part of the text (l=).";
    for (const std::string_view name : needed) {
        if (!holds(signature.fields, name)) {
            return whose + " does not cover the field " + name_of(name) + ".";
        }
    }
    return std::nullopt;
}

// Of the signatures any may be the one that vouches, whatever somebody has added.
std::optional<std::string> fault_of_signatures(const mime::Mail& mail, std::string_view recipient,
                                               std::string_view authserv_id) {
    if (is_host_vouched(mail, authserv_id)) return std::nullopt;
    const std::string from = mime::address_domain(mail.from->address);
    const auto needed = fields_to_sign(mail, recipient);
    for (const mime::SignatureField& signature : mail.signatures) {
        if (!signature.domain.empty() && !mime::can_be_aligned(signature.domain, from)) continue;
        if (auto fault = fault_of_signature(signature, needed)) return fault;
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> why_not_authority(const mime::Mail& mail, std::string_view recipient,
                                             std::string_view authserv_id, base::Instant arrival) {
    const std::string key = mime::address_key(recipient);
    if (auto fault = fault_of_fields(mail)) return fault;
    if (auto fault = fault_of_addressees(mail, key)) return fault;
    if (auto fault = fault_of_date(mail, arrival)) return fault;
    return fault_of_signatures(mail, key, authserv_id);
}

}  // namespace tanbo::mail::inbound
