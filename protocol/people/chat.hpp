#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/event.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"

// Chat beside a game, both directions.
namespace tanbo::protocol {

inline constexpr std::size_t chat_text_chars_max = 500;
inline constexpr std::size_t report_reason_chars_max = 500;

// players: for those who hold or held a seat. spectators: for everybody else while the game runs,
// and for everybody afterwards.
enum class ChatRoom : std::uint8_t { players, spectators };
std::string_view chat_room_name(ChatRoom room);
std::optional<ChatRoom> parse_chat_room(std::string_view name);

enum class ReportState : std::uint8_t { open, upheld, dismissed };
std::string_view report_state_name(ReportState state);
std::optional<ReportState> parse_report_state(std::string_view name);

// --- requests ---

struct PostMessage {
    std::string text;
    std::optional<std::uint32_t> seq;  // up to where the author had seen the game
};
struct ReportMessage {
    std::string reason;
};

// {"text","seq"}: one line of 1 to 500 characters that is not blank; the seq may be left out.
// Errors: malformed_json, invalid_field.
Result<PostMessage> decode_post_message(std::string_view body);
// {"reason"}: as a text. Errors: malformed_json, invalid_field.
Result<ReportMessage> decode_report_message(std::string_view body);

// --- answers ---

struct ChatLine {
    ChatMessageId id{};
    ChatRoom room = ChatRoom::players;
    std::string author;
    std::optional<std::string> text;  // nothing: a moderator has deleted it
    engine::Instant at;
};

// {"id","room","author","text" (null: deleted),"at"}
std::string encode_chat_line(const ChatLine& line);

// {"messages":[lines],"next":cursor}
std::string encode_chat_page(std::span<const ChatLine> lines,
                             const std::optional<std::string>& next_cursor);

// {"topic":"game:42","type":"chat","room":"players","data":<line>}: pushed to those who may read
// it, again if it was deleted.
std::string encode_chat_push(GameId game, const ChatLine& line);

// {"game","id","room","author","text","at"}: what somebody is told whom the line names.
std::string encode_mention(GameId game, const ChatLine& line);

// The handles that a text names, each once, in their order: what follows an "@" that begins a word.
// At most chat_mentions_max.
inline constexpr std::size_t chat_mentions_max = 8;
std::vector<std::string> mentions_in(std::string_view text);

// {"id","message","reason","at"}: what the reporter is told.
struct ReportReceipt {
    ReportId id{};
    ChatMessageId message{};
    std::string reason;
    engine::Instant at;
};
std::string encode_report_receipt(const ReportReceipt& receipt);

struct MutedPlayer {
    std::string handle;
    engine::Instant since;
};
// {"mutes":[{"handle","since"}]}
std::string encode_mutes(std::span<const MutedPlayer> mutes);

}  // namespace tanbo::protocol
