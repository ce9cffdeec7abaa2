#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/chat.hpp"
#include "server/account/access/authenticator.hpp"
#include "server/base/threads/async.hpp"
#include "server/game/referee.hpp"

namespace tanbo::store {
class Reader;
class Store;
struct ChatMessage;
}  // namespace tanbo::store

namespace tanbo::chat {

using Key = std::optional<game::IdempotencyKey>;

inline constexpr int page_default = 50;
inline constexpr int page_max = 200;

struct ChatOptions {
    bool may_guests_write = true;
};

// Chat beside games, and whom players do not want to read.
//
// Errors of all: storage_unavailable, overloaded, both with retry_after_s. Thread: any I/O thread.
class Chat {
public:
    // Requires: all of them outlive it.
    Chat(game::Referee& referee, store::Store& store, ChatOptions options = {});

    // Says something and pushes it to those who may read it; yields the line, as JSON. The same
    // words again in the same room for the same seq, if the author names one, are a repeat: they
    // yield the first line.
    //
    // Errors: no_such_game, those of admit, muted (by a moderator), forbidden (a guest, if they
    // may not write), limit_reached (the room is full), idempotency_key_reused.
    base::Awaitable<protocol::Result<std::string>> post(account::Identity author,
                                                        protocol::GameId game,
                                                        protocol::ChatRoom room,
                                                        protocol::PostMessage message, Key key);

    // A page of a room, newest first, without those whom the reader has muted. Requires: the reader
    // is admitted. Errors: bad_cursor.
    base::Awaitable<protocol::Result<std::string>> page(std::optional<protocol::AccountId> reader,
                                                        protocol::GameId game,
                                                        protocol::ChatRoom room,
                                                        std::optional<std::string> cursor,
                                                        int limit);

    // Brings a message that they may read to the moderators' notice; a second report of the same
    // message is the first. Errors: no_such_game, no_such_message (also if they may not read it,
    // or it is deleted), limit_reached, idempotency_key_reused.
    base::Awaitable<protocol::Result<std::string>> report(account::Identity reporter,
                                                          protocol::GameId game,
                                                          protocol::ChatMessageId message,
                                                          std::string reason, Key key);

    // --- whom one does not read ---

    // Errors: no_such_player, forbidden (oneself), limit_reached.
    base::Awaitable<protocol::Result<void>> mute(protocol::AccountId muter, std::string handle);
    // Errors: no_such_player.
    base::Awaitable<protocol::Result<void>> unmute(protocol::AccountId muter, std::string handle);
    // All of them, as JSON.
    base::Awaitable<protocol::Result<std::string>> mutes(protocol::AccountId muter);

private:
    game::Referee& referee_;
    store::Store& store_;
    ChatOptions options_;
};

// The push of a message to those of the game's followers who may read it: the same from every
// reader of its row and the match. Throws: store::StorageError.
game::GameMessage push_of(store::Reader& reader, std::shared_ptr<const engine::Match> match,
                          const store::ChatMessage& message);

// Takes a message's text away, and tells those who read it. For moderators, on the writer thread.
// Errors: no_such_game, no_such_message (also if it is deleted already). Throws:
// store::StorageError.
protocol::Result<void> erase(store::Transaction& transaction, game::GameTransaction& games,
                             protocol::GameId game, protocol::ChatMessageId message);

}  // namespace tanbo::chat
