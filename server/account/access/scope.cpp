#include "server/account/access/scope.hpp"

#include <algorithm>
#include <array>

#include "protocol/json/words.hpp"

namespace tanbo::account {

namespace {

constexpr std::array<std::string_view, scope_count> scope_words = {
    "game:read", "game:play", "challenge:write", "account:read",     "account:write",
    "bot:play",  "admin",     "search",          "tournament:write",
};

}  // namespace

std::string_view scope_name(Scope scope) {
    return scope_words[static_cast<std::size_t>(scope)];
}

std::optional<Scope> parse_scope(std::string_view name) {
    const auto* const found = std::ranges::find(scope_words, name);
    if (found == scope_words.end()) return std::nullopt;
    return static_cast<Scope>(found - scope_words.begin());
}

std::string scope_names() {
    return protocol::choice_of(scope_words);
}

std::optional<Scope> first_missing(Scopes needed, Scopes held) {
    for (int i = 0; i < scope_count; ++i) {
        const auto scope = static_cast<Scope>(i);
        if (needed.has(scope) && !held.has(scope)) return scope;
    }
    return std::nullopt;
}

}  // namespace tanbo::account
