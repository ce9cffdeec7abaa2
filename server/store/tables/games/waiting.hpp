#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::store {

enum class WaitingKind : std::uint8_t { move, proposal, seat, challenge };

// Something that an account must do. A move is no row of its own: it follows from its game.
struct Waiting {
    AccountId account{};
    Instant due_at = no_due;  // of a move: with all downtimes given back, as if each hour counted
    Instant since_at{};
    WaitingKind kind = WaitingKind::move;
    GameId game{};          // 0: none
    std::int64_t item = 0;  // of a proposal or challenge: its id
    std::string data = "{}";
};

// The end of a page.
struct WaitingCursor {
    Instant due_at{};
    Instant since_at{};
    WaitingKind kind = WaitingKind::move;
    GameId game{};
    std::int64_t item = 0;
};

// Adds it; again with other data: the data is replaced. Requires: no move.
void insert_waiting(Transaction& transaction, const Waiting& waiting);
// For all accounts, or for one. Cost: one index.
void delete_waiting(Transaction& transaction, GameId game, WaitingKind kind, std::int64_t item,
                    std::optional<AccountId> account = {});

// In how many games a seat is kept for the account; counts to `limit` at most.
// Cost: a walk over what waits for it, but for moves.
int seats_kept_for(Reader& reader, AccountId account, int limit);
// Of those, how many by people who came from the address (counted_address). Cost: all of them.
int seats_kept_from(Reader& reader, AccountId account, std::string_view address);

// The things that wait for an account: what is due first, then what waits longest. At most `limit`.
// Cost: a walk along two indexes, no longer than the page, except for games with a clock that runs
// out within the time that downtimes have given back.
std::vector<Waiting> list_waiting(Reader& reader, AccountId account,
                                  const std::optional<WaitingCursor>& after, int limit);
// The moves only, in the same order.
std::vector<Waiting> list_moves(Reader& reader, AccountId account, int limit);
// The moves with a limit of time only, what is due first.
std::vector<Waiting> list_due_moves(Reader& reader, AccountId account, int limit);

}  // namespace tanbo::store
