#include "server/store/tables/messages/chat.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "server/store/commit/changes.hpp"
#include "server/store/error.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/messages/chat_rows.hpp"

namespace tanbo::store {
namespace {

using protocol::ChatRoom;

const Sql select_last_message_number = R"(
SELECT number FROM chat_messages WHERE game = ?1 AND room = ?2 ORDER BY number DESC LIMIT 1)";
const Sql insert_message_row = R"(
INSERT INTO chat_messages (game, room, number, author, text, seq, created_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7))";
const Sql select_oldest_message = R"(
SELECT id, number FROM chat_messages AS m {INDEXED BY chat_messages_by_room}
WHERE game = ?1 AND room = ?2 AND NOT EXISTS (SELECT 1 FROM chat_reports WHERE message = m.id)
  AND NOT EXISTS (SELECT 1 FROM audit_log WHERE message = m.id)
ORDER BY id LIMIT 1)";
const Sql delete_message_row = "DELETE FROM chat_messages WHERE id = ?1";
const Sql select_same = R"(
SELECT m.id, m.game, m.room, m.author, a.handle, m.text, m.created_at
FROM chat_messages AS m {INDEXED BY chat_messages_by_seq} {CROSS} JOIN accounts AS a ON a.id = m.author
WHERE m.game = ?1 AND m.author = ?2 AND m.seq = ?3 AND m.room = ?4 AND m.text = ?5
ORDER BY m.id LIMIT 1)";
const Sql select_message_row = R"(
SELECT m.id, m.game, m.room, m.author, a.handle, m.text, m.created_at
FROM chat_messages AS m JOIN accounts AS a ON a.id = m.author WHERE m.id = ?2 AND m.game = ?1)";
const Sql erase_text =
    "UPDATE chat_messages SET text = NULL WHERE id = ?1 AND game = ?2 AND text IS NOT NULL";
const Sql select_message_page = R"(
SELECT m.id, m.game, m.room, m.author, a.handle, m.text, m.created_at
FROM chat_messages AS m {INDEXED BY chat_messages_by_room} {CROSS} JOIN accounts AS a ON a.id = m.author
WHERE m.game = ?1 AND m.room = ?2 AND m.id < ?3
  AND NOT EXISTS (SELECT 1 FROM mutes
    WHERE muter IN (?4, (SELECT owner FROM accounts WHERE id = ?4))
      AND muted IN (m.author, a.owner))
ORDER BY m.id DESC LIMIT ?5)";

// The number of the room's next message; nothing if there is no place for one. Of a full room the
// oldest message goes. Those that were reported, or of which an act of a moderator tells, stay.
std::optional<std::int64_t> make_place(Transaction& transaction, GameId game,
                                       std::string_view room) {
    {
        Query last = transaction.read(select_last_message_number);
        if (!last.bind(game, room).step()) return 1;
        if (last.integer(0) < chat_messages_max) return last.integer(0) + 1;
    }
    ChatMessageId oldest{};
    std::int64_t number = 0;
    {
        Query select = transaction.read(select_oldest_message);
        if (!select.bind(game, room).step()) return std::nullopt;
        oldest = select.id<ChatMessageId>(0);
        number = select.integer(1);
    }
    transaction.write(delete_message_row).run(oldest);
    return number;
}

ChatRoom room_of(std::string_view word) {
    const auto room = protocol::parse_chat_room(word);
    if (!room) throw StorageError(Fault::corrupt, "A chat room has an unknown name.");
    return *room;
}

// Other nodes read it, and tell those of their own who may.
void tell_message(Transaction& transaction, GameId game, ChatMessageId message) {
    if (!transaction.notes_changes()) return;
    Change change = change_of(message_changed, game);
    change.number = static_cast<std::int64_t>(message);
    transaction.queue_change(std::move(change));
}

}  // namespace

ChatMessage message_of(const Query& row, int first) {
    ChatMessage message;
    message.id = row.id<ChatMessageId>(first);
    message.game = row.id<GameId>(first + 1);
    message.room = room_of(row.text(first + 2));
    message.author = row.id<AccountId>(first + 3);
    message.author_handle = row.text(first + 4);
    message.text = row.optional_text(first + 5);
    message.created_at = row.instant(first + 6);
    return message;
}

std::optional<ChatMessageId> insert_message(Transaction& transaction,
                                            const NewChatMessage& message) {
    transaction.lock_game(message.game);
    const std::string_view room = protocol::chat_room_name(message.room);
    const auto number = make_place(transaction, message.game, room);
    if (!number) return std::nullopt;
    Query insert = transaction.write(insert_message_row);
    insert.run(message.game, room, *number, message.author, message.text, message.seq,
               message.created_at);
    const auto id = static_cast<ChatMessageId>(insert.insert_id());
    tell_message(transaction, message.game, id);
    return id;
}

std::optional<ChatMessage> find_same(Reader& reader, const NewChatMessage& message) {
    Query select = reader.read(select_same);
    select.bind(message.game, message.author, message.seq, protocol::chat_room_name(message.room),
                message.text);
    if (!select.step()) return std::nullopt;
    return message_of(select, 0);
}

std::optional<ChatMessage> find_message(Reader& reader, GameId game, ChatMessageId id) {
    Query select = reader.read(select_message_row);
    if (!select.bind(game, id).step()) return std::nullopt;
    return message_of(select, 0);
}

bool erase_message(Transaction& transaction, GameId game, ChatMessageId id) {
    if (transaction.write(erase_text).run(id, game) != 1) return false;
    tell_message(transaction, game, id);
    return true;
}

ChatPage list_messages(Reader& reader, const ChatQuery& query) {
    const int limit = std::clamp(query.limit, 1, chat_page_max);
    constexpr auto newest = static_cast<ChatMessageId>(std::numeric_limits<std::int64_t>::max());
    ChatPage page;
    Query select = reader.read(select_message_page);
    select.bind(query.game, protocol::chat_room_name(query.room), query.before.value_or(newest),
                query.reader, limit + 1);
    while (select.step()) page.messages.push_back(message_of(select, 0));
    if (page.messages.size() > static_cast<std::size_t>(limit)) {
        page.messages.pop_back();
        page.next = page.messages.back().id;
    }
    return page;
}

}  // namespace tanbo::store
