#include "server/mail/inbound/lmtp/envelope.hpp"

#include <algorithm>

#include "protocol/json/utf8.hpp"
#include "protocol/json/words.hpp"
#include "server/net/http/text.hpp"

namespace tanbo::mail::inbound {
namespace {

bool is_control(char c) {
    return static_cast<unsigned char>(c) < ' ' || c == 127;
}

// The end of the path that text begins with: the first '>' outside quotes, or nothing.
std::optional<std::size_t> path_end(std::string_view text) {
    bool is_quoted = false;
    for (std::size_t i = 1; i < text.size(); ++i) {
        const char c = text[i];
        if (is_control(c)) return std::nullopt;
        if (is_quoted && c == '\\') {
            ++i;
            if (i == text.size() || is_control(text[i])) return std::nullopt;
        } else if (c == '"') {
            is_quoted = !is_quoted;
        } else if (!is_quoted && c == '>') {
            return i;
        } else if (!is_quoted && (c == '<' || c == ' ')) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

// "@one.example,@two.example:ann@example.org": the route is taken and ignored.
// Source: RFC 5321, appendix C.
std::optional<std::string_view> without_route(std::string_view path) {
    if (!path.starts_with('@')) return path;
    const std::size_t colon = path.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    return path.substr(colon + 1);
}

bool is_mailbox(std::string_view text) {
    const std::size_t at = text.rfind('@');
    if (at == std::string_view::npos) return net::equal_names(text, "postmaster");
    const bool has_quote = text.find('"', at) != std::string_view::npos;
    return at > 0 && at + 1 < text.size() && !has_quote;
}

bool is_key(std::string_view text) {
    return !text.empty() && protocol::is_alphanumeric(text.front()) &&
           std::ranges::all_of(text,
                               [](char c) { return protocol::is_alphanumeric(c) || c == '-'; });
}

bool is_value(std::string_view text) {
    return !text.empty() &&
           std::ranges::all_of(text, [](char c) { return c > ' ' && c < 127 && c != '='; });
}

std::optional<EnvelopeParameter> read_parameter(std::string_view text) {
    const std::size_t equals = text.find('=');
    EnvelopeParameter parameter{text.substr(0, equals), std::nullopt};
    if (equals != std::string_view::npos) parameter.value = text.substr(equals + 1);
    if (!is_key(parameter.key) || (parameter.value && !is_value(*parameter.value)))
        return std::nullopt;
    return parameter;
}

}  // namespace

std::optional<EnvelopePath> read_path(std::string_view text) {
    if (!text.starts_with('<')) return std::nullopt;
    const auto end = path_end(text);
    if (!end || *end + 1 > path_bytes_max) return std::nullopt;
    const auto address = without_route(text.substr(1, *end - 1));
    if (!address) return std::nullopt;
    const bool is_null = *end == 1;
    if (!is_null && (!is_mailbox(*address) || !protocol::is_utf8(*address))) return std::nullopt;
    const bool is_ascii =
        std::ranges::all_of(*address, [](char c) { return static_cast<unsigned char>(c) < 128; });
    return EnvelopePath{std::string(*address), text.substr(*end + 1), is_ascii};
}

std::optional<std::vector<EnvelopeParameter>> read_parameters(std::string_view text) {
    std::vector<EnvelopeParameter> parameters;
    while (!text.empty()) {
        if (!text.starts_with(' ')) return std::nullopt;
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        const std::string_view word = text.substr(0, text.find(' '));
        if (word.empty()) break;
        const auto parameter = read_parameter(word);
        if (!parameter || parameters.size() == parameters_max) return std::nullopt;
        for (const EnvelopeParameter& known : parameters) {
            if (net::equal_names(known.key, parameter->key)) return std::nullopt;
        }
        parameters.push_back(*parameter);
        text.remove_prefix(word.size());
    }
    return parameters;
}

}  // namespace tanbo::mail::inbound
