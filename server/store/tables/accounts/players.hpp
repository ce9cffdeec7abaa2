#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/transaction.hpp"

// Players as others see them.
namespace tanbo::store {

inline constexpr int players_page_max = 100;

struct FoundPlayer {
    AccountId id{};
    std::string handle = {};
    AccountKind kind = AccountKind::member;
    Instant created_at{};
};

struct PlayersPage {
    std::vector<FoundPlayer> players = {};  // by handle_key
    std::optional<std::string> next = {};   // the last one's handle_key; nothing: this was the last
};

// Members and their bots, no house bots, with a handle_key that begins with `prefix` (empty: all)
// and comes after `after`; at most `limit` (1 to players_page_max). Cost: a walk along one index.
PlayersPage search_players(Reader& reader, std::string_view prefix,
                           const std::optional<std::string>& after, int limit);

// How many games of this player are being played, and how the finished ones ended for them.
struct PlayerCounts {
    std::int64_t active = 0;
    std::int64_t won = 0;
    std::int64_t lost = 0;
    std::int64_t none = 0;

    bool operator==(const PlayerCounts&) const = default;
};
PlayerCounts count_games(Reader& reader, AccountId account);

}  // namespace tanbo::store
