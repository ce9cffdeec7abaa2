#include "server/mail/mime/signature_field.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "protocol/json/words.hpp"
#include "server/mail/mime/headers.hpp"

namespace tanbo::mail::mime {
namespace {

constexpr std::size_t tags_max = 50;
constexpr std::size_t signed_fields_max = 500;

using Tags = std::map<std::string, std::string, std::less<>>;

// Takes what comes before the mark, and the mark.
std::string_view take_until(std::string_view& text, char mark) {
    const std::size_t end = std::min(text.find(mark), text.size());
    const std::string_view taken = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return trimmed(taken);
}

// `name=value` with ; between them and, perhaps, behind the last one.
std::optional<Tags> read_tags(std::string_view value) {
    Tags tags;
    while (!trimmed(value).empty()) {
        const std::string_view tag = take_until(value, ';');
        const std::size_t equals = tag.find('=');
        if (equals == std::string_view::npos || tags.size() == tags_max) return std::nullopt;
        const std::string name = protocol::lower(trimmed(tag.substr(0, equals)));
        const bool is_new = tags.emplace(name, trimmed(tag.substr(equals + 1))).second;
        if (name.empty() || !is_new) return std::nullopt;
    }
    return tags;
}

}  // namespace

std::string_view organisational_domain(std::string_view domain) {
    const std::size_t last = domain.rfind('.');
    if (last == std::string_view::npos || last == 0) return domain;
    const std::size_t before = domain.rfind('.', last - 1);
    return before == std::string_view::npos ? domain : domain.substr(before + 1);
}

SignatureField read_signature_field(std::string_view value) {
    if (has_controls(value)) return {};
    const auto tags = read_tags(value);
    if (!tags || !tags->contains("d") || !tags->contains("h")) return {};
    SignatureField field;
    std::string_view listed = tags->find("h")->second;
    while (!listed.empty()) {
        if (field.fields.size() == signed_fields_max) return {};
        field.fields.push_back(protocol::lower(take_until(listed, ':')));
    }
    field.domain = protocol::lower(tags->find("d")->second);
    field.has_length = tags->contains("l");
    return field;
}

bool can_be_aligned(std::string_view domain, std::string_view from) {
    return organisational_domain(domain) == organisational_domain(from);
}

}  // namespace tanbo::mail::mime
