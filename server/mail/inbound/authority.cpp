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
constexpr std::array<std::string_view, 3> signed_always{"from", "subject", "date"};
// The fields by which other programs may read another text.
constexpr std::array<std::string_view, 2> signed_for_types{"mime-version", "content-type"};
// The fields that a signature covers beside these if To is not among them.
constexpr std::array<std::string_view, 3> signed_without_to{"message-id", "mime-version",
                                                            "content-type"};

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

template <std::size_t size>
void add(std::vector<std::string_view>& names, const std::array<std::string_view, size>& more) {
    names.insert(names.end(), more.begin(), more.end());
}

// `has_to`: the signature covers To.
std::vector<std::string_view> fields_to_sign(const mime::Mail& mail, std::string_view recipient,
                                             bool has_to) {
    std::vector<std::string_view> names(signed_always.begin(), signed_always.end());
    if (!mail.is_same_untyped) add(names, signed_for_types);
    if (!has_to) add(names, signed_without_to);
    if (!holds(mail.to, recipient)) add(names, std::to_array<std::string_view>({"to", "cc"}));
    if (!mail.is_same_unencoded) names.emplace_back("content-transfer-encoding");
    if (mail.has_disposition) names.emplace_back("content-disposition");
    return names;
}

bool may_vouch(const mime::SignatureField& signature, std::string_view from) {
    return signature.domain.empty() || mime::can_be_aligned(signature.domain, from);
}

// Says what a player can do about a field that the provider doesn't sign.
std::string remedy_of(std::string_view name) {
    const bool is_type = name == "mime-version" || name == "content-type";
    return is_type ? " Send plain text without attachments." : "";
}

std::optional<std::string> fault_of_signature(const mime::Mail& mail,
                                              const mime::SignatureField& signature,
                                              std::string_view recipient,
                                              std::string_view authserv_id) {
    const std::string whose = "The signature of " + signature.domain;
    if (signature.domain.empty()) return "It has an invalid DKIM-Signature field.";
    if (signature.has_length) return whose + " covers only part of the text (l=).";
    const bool has_to = holds(signature.fields, "to");
    for (const std::string_view name : fields_to_sign(mail, recipient, has_to)) {
        if (!holds(signature.fields, name)) {
            return whose + " does not cover the field " + name_of(name) + "." + remedy_of(name);
        }
    }
    if (!has_to && is_host_doubted(mail, authserv_id)) {
        return whose +
               " does not cover the field To, and SPF does not say that your provider "
               "brought the email.";
    }
    return std::nullopt;
}

// Of the signatures any may be the one that vouches, whatever somebody has added.
std::optional<std::string> fault_of_signatures(const mime::Mail& mail, std::string_view recipient,
                                               std::string_view authserv_id) {
    if (is_host_vouched(mail, authserv_id)) return std::nullopt;
    const std::string from = mime::address_domain(mail.from->address);
    for (const mime::SignatureField& signature : mail.signatures) {
        if (!may_vouch(signature, from)) continue;
        if (auto fault = fault_of_signature(mail, signature, recipient, authserv_id)) return fault;
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

bool is_field_signed(const mime::Mail& mail, std::string_view name) {
    const std::string from = mime::address_domain(mail.from->address);
    return std::ranges::all_of(mail.signatures, [&](const mime::SignatureField& signature) {
        return !may_vouch(signature, from) || holds(signature.fields, name);
    });
}

}  // namespace tanbo::mail::inbound
