#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/match.hpp"
#include "protocol/games/answers.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/notices.hpp"
#include "server/base/clock.hpp"
#include "server/base/threads/async.hpp"
#include "server/store/tables/messages/watches.hpp"

namespace tanbo::game {
class Views;
}
namespace tanbo::store {
class Store;
}

namespace tanbo::notify {

// Who follows which game, how, and since when.
using store::Watch;

// Lets an account watch a game, or watch it in another way. Errors: already_seated for somebody who
// plays; too_many_watches. Throws: store::StorageError. Thread: that of the transaction.
protocol::Result<void> start_watching(store::Transaction& transaction, const engine::Match& match,
                                      const Watch& watch);
// False if it did not watch the game. Throws: store::StorageError. Thread: that of the transaction.
bool stop_watching(store::Transaction& transaction, protocol::AccountId account,
                   protocol::GameId game);

// Something that waits for an account.
struct ToDo {
    std::string_view kind;  // "move", "proposal", "seat", "challenge"
    std::optional<protocol::GameSummary> game = {};
    std::optional<protocol::ChallengeId> challenge = {};
    std::string about = {};  // who challenges, or what is proposed; else empty
    std::optional<base::Instant> deadline = {};
};
struct ToDoPage {
    std::vector<ToDo> rows;
    bool has_more = false;
};

// Things that wait for accounts, and those that they watch.
//
// Errors of all: storage_unavailable, overloaded, shutting_down, with retry_after_s. Thread: any
// I/O thread.
class Agenda {
public:
    // Requires: all of them outlive the last answer.
    Agenda(store::Store& store, base::Clock clock);

    // A page of what waits, most urgent first, as encode_turns, with the positions of the games if
    // they are wanted; `views` belongs to this thread, here and below. Errors: bad_cursor.
    base::Awaitable<protocol::Result<std::string>> turns(game::Views& views,
                                                         protocol::AccountId account,
                                                         std::optional<std::string> cursor,
                                                         int limit, bool with_positions = false);

    // The most urgent of it as values, at most `limit`.
    base::Awaitable<protocol::Result<ToDoPage>> to_do(game::Views& views,
                                                      protocol::AccountId account, int limit);

    // A page of what is watched, the newest game first, as encode_watches. Errors: bad_cursor.
    base::Awaitable<protocol::Result<std::string>> watches(protocol::AccountId account,
                                                           std::optional<std::string> cursor,
                                                           int limit);

    // Watches, or watches in another way. Yields encode_watch.
    // Errors: no_such_game; already_seated for somebody who plays; too_many_watches.
    base::Awaitable<protocol::Result<std::string>> watch(game::Views& views,
                                                         protocol::AccountId account,
                                                         protocol::GameId game,
                                                         protocol::SetWatch request);
    // No error if it is not watched. Errors: no_such_game.
    base::Awaitable<protocol::Result<void>> unwatch(game::Views& views, protocol::AccountId account,
                                                    protocol::GameId game);

private:
    store::Store& store_;
    base::Clock clock_;
};

}  // namespace tanbo::notify
