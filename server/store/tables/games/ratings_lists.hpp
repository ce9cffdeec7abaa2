#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/tables/games/ratings.hpp"
#include "server/store/transaction.hpp"

// Ratings page by page. Each page is a walk along one index, whatever there is besides.
namespace tanbo::store {

// The end of a page of standings.
struct StandingKey {
    std::int64_t standing = 0;
    AccountId account{};
};

// The family's ratings that are provisional, or are not: highest standing first, after `after`, at
// most `limit`.
std::vector<Rating> standings(Reader& reader, std::string_view family, bool is_provisional,
                              std::optional<StandingKey> after, int limit);

// The player's rated games, of one family or all, the newest first: those before `before`, at most
// `limit`.
std::vector<RatedSeat> rated_games(Reader& reader, AccountId account,
                                   const std::optional<std::string>& family,
                                   std::optional<GameOrder> before, int limit);

}  // namespace tanbo::store
