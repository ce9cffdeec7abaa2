#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// When something falls due in which game, and whom to remind before.
namespace tanbo::store {

inline constexpr int reminders_a_turn = 2;

struct Deadline {
    GameId game{};
    Instant due_at{};
    std::optional<Instant> flag_at = {};
    std::optional<AccountId> account = {};  // the player on the clock
    int reminded = 0;                       // reminders of this turn that are done with
    std::optional<Instant> remind_at = {};
};

// Throws: StorageError constraint if there is no such game or account.
void set_deadline(Transaction& transaction, const Deadline& deadline);
void remove_deadline(Transaction& transaction, GameId game);
std::optional<Deadline> find_deadline(Reader& reader, GameId game);

struct Due {
    Instant at{};
    GameId game{};
};

// The games in which something fell due by `now`, at most `limit`, what is due longest first. Cost:
// a walk along an index, as of the next two.
std::vector<Due> due_games(Reader& reader, Instant now, int limit);

// The same for reminders.
std::vector<Due> due_reminders(Reader& reader, Instant now, int limit);

// Postpones a game that can't be handled to `due_at`, without reminders.
void postpone_deadline(Transaction& transaction, GameId game, Instant due_at);

// How many games have a deadline. Cost: all of them.
std::int64_t count_deadlines(Reader& reader);

}  // namespace tanbo::store
