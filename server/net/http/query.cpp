#include "server/net/http/query.hpp"

#include <algorithm>

#include "protocol/json/utf8.hpp"

namespace tanbo::net {
namespace {

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::optional<std::string> decode(std::string_view text, bool plus_is_space) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (c == '%') {
            if (text.size() - i < 3) return std::nullopt;
            const int high = hex_digit(text[i + 1]);
            const int low = hex_digit(text[i + 2]);
            if (high < 0 || low < 0) return std::nullopt;
            c = static_cast<char>(high * 16 + low);
            i += 2;
        } else if (c == '+' && plus_is_space) {
            c = ' ';
        }
        if (c == '\0') return std::nullopt;
        out += c;
    }
    if (!protocol::is_utf8(out)) return std::nullopt;
    return out;
}

}  // namespace

std::optional<std::string> percent_decode(std::string_view text) {
    return decode(text, false);
}

std::optional<Query> Query::parse(std::string_view raw) {
    Query query;
    while (!raw.empty()) {
        const std::string_view pair = raw.substr(0, raw.find('&'));
        raw.remove_prefix(std::min(raw.size(), pair.size() + 1));
        if (pair.empty()) continue;
        const std::size_t equals = std::min(pair.find('='), pair.size());
        auto name = decode(pair.substr(0, equals), true);
        auto value = decode(pair.substr(std::min(pair.size(), equals + 1)), true);
        if (!name || !value || query.parameters_.size() == query_parameters_max) {
            return std::nullopt;
        }
        query.parameters_.emplace_back(std::move(*name), std::move(*value));
    }
    return query;
}

std::optional<std::string_view> Query::find(std::string_view name) const {
    for (const auto& [key, value] : parameters_) {
        if (key == name) return value;
    }
    return std::nullopt;
}

int Query::count(std::string_view name) const {
    return static_cast<int>(std::count_if(parameters_.begin(), parameters_.end(),
                                          [name](const auto& p) { return p.first == name; }));
}

}  // namespace tanbo::net
