#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/records/searches.hpp"
#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// Jobs for programs that search for the server, and their findings.
namespace tanbo::store {

using protocol::SearchKind;

struct Search {
    SearchId id{};
    SearchKind kind = SearchKind::analysis;
    GameId game{};
    // The game's when it was asked; 0 of an analysis of a game that is over.
    std::int64_t seq = 0;
    std::int64_t turn = 0;  // the least of a kind is next
    Instant asked_at;
    std::int64_t claims = 0;               // how many times it was begun
    std::optional<Instant> claimed_until;  // until then no other program may begin it
    std::optional<Instant> done_at;
    std::optional<std::string> result;  // JSON; nothing if it is not done, or failed

    bool has_failed() const { return done_at && !result; }
};

// Nothing if there is none.
std::optional<Search> find_search(Reader& reader, SearchKind kind, GameId game, std::int64_t seq);
std::optional<Search> find_search(Reader& reader, SearchId id);
// The one of the game that was asked for with the greatest seq.
std::optional<Search> latest_search(Reader& reader, SearchKind kind, GameId game);

// How many are not done, up to `limit`; with `before`: those of the kind that come before that one.
int count_searches(Reader& reader, SearchKind kind, int limit, const Search* before = nullptr);

// In how many other games than this a hint waits for the account, or for people who came from the
// address (counted_address). Cost: a look at all hints that wait.
int games_with_hints_for(Reader& reader, AccountId account, GameId but);
int games_with_hints_from(Reader& reader, std::string_view address, GameId but);

// Askers take turns, by cost: the first search of one comes before the second of another.
struct SearchAsker {
    std::string name = {};  // forgotten when it is done; empty: all of those are one
    std::int64_t cost = 0;
};

// How many of the kind wait for an asker of this name.
int count_searches_of(Reader& reader, SearchKind kind, std::string_view asker);

// Throws: StorageError constraint if there is one already.
SearchId insert_search(Transaction& transaction, SearchKind kind, GameId game, std::int64_t seq,
                       Instant now, const SearchAsker& asker = {});
void delete_search(Transaction& transaction, SearchId id);
void delete_searches_of(Transaction& transaction, SearchKind kind, GameId game);
// Removes hints of past positions, in any game, that weren't begun. Cost: a look at all hints that
// wait.
void delete_past_hints(Transaction& transaction);

// The next search to do, of the kind if one is given: hints first, then by turn, then by age;
// nothing if none waits. A search that was begun waits again when its claim is over.
std::optional<Search> next_search(Reader& reader, Instant now, std::optional<SearchKind> only);

// Claims the search: no other program may begin it until then.
void claim_search(Transaction& transaction, SearchId id, Instant until);
// False if it is not claimed at `now`.
bool extend_search(Transaction& transaction, SearchId id, Instant now, Instant until);
// Without a result it has failed.
void finish_search(Transaction& transaction, SearchId id, const std::optional<std::string>& result,
                   Instant now);

// Removes those of the kind that were done before `before`, at most `limit`. Returns how many.
int prune_searches(Transaction& transaction, SearchKind kind, Instant before, int limit);
// Removes the oldest done ones of the kind past the newest `kept`, at most `limit`.
int prune_searches_past(Transaction& transaction, SearchKind kind, int kept, int limit);

}  // namespace tanbo::store
