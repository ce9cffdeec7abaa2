#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/people/chat.hpp"
#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::store {

// The most messages in a room of a game. Past it, a new message replaces the oldest that has no
// report and no decision of a moderator.
inline constexpr int chat_messages_max = 10'000;
inline constexpr int chat_page_max = 200;

struct NewChatMessage {
    GameId game{};
    protocol::ChatRoom room = protocol::ChatRoom::players;
    AccountId author{};
    std::string_view text = {};
    std::optional<std::int64_t> seq = {};  // up to where the author had seen the game
    Instant created_at{};
};

struct ChatMessage {
    ChatMessageId id{};
    GameId game{};
    protocol::ChatRoom room = protocol::ChatRoom::players;
    AccountId author{};
    std::string author_handle = {};
    std::optional<std::string> text = {};  // nothing: deleted
    Instant created_at{};
};

// Nothing if the room is full of messages that moderators deal with.
std::optional<ChatMessageId> insert_message(Transaction& transaction,
                                            const NewChatMessage& message);

// The message with the same game, room, author, text and seq, or nothing. Requires: it has a seq.
std::optional<ChatMessage> find_same(Reader& reader, const NewChatMessage& message);

// Nothing if the game has no such message.
std::optional<ChatMessage> find_message(Reader& reader, GameId game, ChatMessageId id);

// Takes the text away. False if it is gone already, or the game has no such message.
bool erase_message(Transaction& transaction, GameId game, ChatMessageId id);

struct ChatQuery {
    GameId game{};
    protocol::ChatRoom room = protocol::ChatRoom::players;
    std::optional<AccountId> reader = {};  // whom they have muted is left out
    std::optional<ChatMessageId> before = {};
    int limit = 50;  // 1 to chat_page_max
};

struct ChatPage {
    std::vector<ChatMessage> messages = {};  // newest first
    std::optional<ChatMessageId> next = {};  // the cursor of the next page; nothing: the last
};

// Cost: a walk along one index; messages of the muted are passed over.
ChatPage list_messages(Reader& reader, const ChatQuery& query);

}  // namespace tanbo::store
