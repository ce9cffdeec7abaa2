#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tanbo::account {

// The uses of a token or a session.
enum class Scope : std::uint8_t {
    game_read,
    game_play,
    challenge_write,
    account_read,
    account_write,
    bot_play,
    admin,
    search,  // does the searches of the server
    tournament_write,
};

inline constexpr int scope_count = 9;

// "game:read", "account:write", ...
std::string_view scope_name(Scope scope);
std::optional<Scope> parse_scope(std::string_view name);

// Every scope's name, as a sentence has them: "\"game:read\", ... or \"search\"".
std::string scope_names();

// A set of scopes; its bits are stored.
class Scopes {
public:
    constexpr Scopes() = default;
    constexpr explicit Scopes(std::uint32_t bits) : bits_(bits) {}

    static constexpr Scopes all() { return Scopes((1U << scope_count) - 1); }
    // The scopes of a token that names none: all but the administrator's and the searcher's.
    static constexpr Scopes usual() {
        return Scopes(all().bits_ & ~bit(Scope::admin) & ~bit(Scope::search));
    }

    constexpr bool has(Scope scope) const { return (bits_ & bit(scope)) != 0; }
    constexpr Scopes with(Scope scope) const { return Scopes(bits_ | bit(scope)); }
    constexpr Scopes without(Scope scope) const { return Scopes(bits_ & ~bit(scope)); }
    // The scopes that both have.
    constexpr Scopes within(Scopes other) const { return Scopes(bits_ & other.bits_); }
    constexpr bool is_within(Scopes other) const { return (bits_ & ~other.bits_) == 0; }
    constexpr std::uint32_t bits() const { return bits_; }
    constexpr bool operator==(const Scopes&) const = default;

private:
    static constexpr std::uint32_t bit(Scope scope) { return 1U << static_cast<unsigned>(scope); }

    std::uint32_t bits_ = 0;
};

// The first scope of `needed` that `held` lacks.
std::optional<Scope> first_missing(Scopes needed, Scopes held);

}  // namespace tanbo::account
