#pragma once

#include <cstdint>
#include <string>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/study.hpp"
#include "server/base/threads/async.hpp"
#include "server/game/referee.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::chat {

// An account's private notes and studies beside a game. No log, no other's export and no
// administrator reads them.
//
// Errors of all: storage_unavailable, overloaded, both with retry_after_s. Thread: any I/O thread.
class Notes {
public:
    // Requires: all of them outlive it.
    Notes(game::Referee& referee, store::Store& store) : referee_(referee), store_(store) {}

    // As JSON; the text is empty if they have noted nothing. Requires: they may see the game.
    base::Awaitable<protocol::Result<std::string>> find(protocol::AccountId owner,
                                                        protocol::GameId game);

    // Replaces it and yields it; an empty text deletes it. Errors: no_such_game; limit_reached.
    base::Awaitable<protocol::Result<std::string>> put(protocol::AccountId owner,
                                                       protocol::GameId game, std::string text);

    // As JSON; without branches if they have saved none. Requires: they may see the game.
    base::Awaitable<protocol::Result<std::string>> find_study(protocol::AccountId owner,
                                                              protocol::GameId game);

    // Replaces it and yields it. Errors: no_such_game; limit_reached; stale_seq if it was saved
    // since, with the seq of now.
    base::Awaitable<protocol::Result<std::string>> put_study(protocol::AccountId owner,
                                                             protocol::GameId game,
                                                             protocol::PutStudy study);

    // There need not be one. Errors: no_such_game.
    base::Awaitable<protocol::Result<void>> remove_study(protocol::AccountId owner,
                                                         protocol::GameId game);

private:
    game::Referee& referee_;
    store::Store& store_;
};

}  // namespace tanbo::chat
