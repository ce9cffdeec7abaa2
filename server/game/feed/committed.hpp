#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/match.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/chat.hpp"

namespace tanbo::game {

using protocol::AccountId;
using protocol::GameId;

// Bytes that many connections send: encoded once, never changed.
using SharedBytes = std::shared_ptr<const std::string>;

// A durable event, as it is pushed. `type` is one of protocol::event_type's names.
struct Frame {
    std::uint32_t seq = 0;
    std::string type;
    SharedBytes json;
};

// The effect of one command to one game: its events in order and the match after the last of them.
// Or a match that was read: who follows the game hears what they have not heard yet.
struct CommittedGame {
    GameId id{};
    std::shared_ptr<const engine::Match> match;
    std::vector<Frame> frames;
    // It was found in the log, and is or was announced elsewhere.
    bool is_reread = false;
};

// The receivers of a game's message: server/chat/rooms.hpp decides by it.
struct Audience {
    std::shared_ptr<const engine::Match> match;
    protocol::ChatRoom room = protocol::ChatRoom::players;
    std::vector<AccountId> muters;  // who have muted the author, ascending
};

// A message on a game's topic that is no event: for those of its followers who may read it. It has
// no seq, and who does not listen does not get it.
struct GameMessage {
    GameId game{};
    SharedBytes json;
    Audience audience;
};

// The effects of one commit, a game's commands in their order. Shared by all I/O threads.
struct CommittedBatch {
    std::vector<CommittedGame> games;
    std::vector<GameMessage> messages;
    bool has_downtime = false;  // one was written that games are to take
    // Accounts that were deleted: in all games, old events included, they have other names now.
    std::vector<AccountId> deleted_accounts;
};

}  // namespace tanbo::game
