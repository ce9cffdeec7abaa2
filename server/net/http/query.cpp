#include "server/net/http/query.hpp"

#include <algorithm>

#include "protocol/json/utf8.hpp"
#include "protocol/json/words.hpp"

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

bool is_unreserved(char c) {
    return protocol::is_alphanumeric(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

}  // namespace

std::optional<std::string> percent_decode(std::string_view text) {
    return decode(text, false);
}

std::string percent_encode(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        if (is_unreserved(c)) {
            out += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        out += '%';
        out += digits[byte >> 4U];
        out += digits[byte & 0xFU];
    }
    return out;
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

std::optional<std::vector<std::string>> path_segments(std::string_view path) {
    std::vector<std::string> segments;
    if (path.empty() || path.front() != '/') return std::nullopt;
    if (path == "/") return segments;
    while (!path.empty()) {
        path.remove_prefix(1);
        const std::string_view raw = path.substr(0, path.find('/'));
        auto segment = percent_decode(raw);
        if (!segment || segment->find('/') != std::string::npos) return std::nullopt;
        segments.push_back(std::move(*segment));
        path.remove_prefix(raw.size());
    }
    return segments;
}

}  // namespace tanbo::net
