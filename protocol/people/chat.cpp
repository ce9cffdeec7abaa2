#include "protocol/people/chat.hpp"

#include <algorithm>
#include <array>

#include "protocol/games/events.hpp"
#include "protocol/games/live.hpp"
#include "protocol/games/request_json.hpp"
#include "protocol/games/requests.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/page_json.hpp"
#include "protocol/json/prose.hpp"
#include "protocol/people/chat_json.hpp"

namespace tanbo::protocol {

namespace {

constexpr JsonCaps chat_caps{.bytes = 16'384, .depth = 2, .values = 8};

constexpr std::array<std::string_view, 2> rooms = {"players", "spectators"};
constexpr std::array<std::string_view, 3> states = {"open", "upheld", "dismissed"};

template <class Enum, std::size_t Size>
std::optional<Enum> parse(const std::array<std::string_view, Size>& names, std::string_view name) {
    for (std::size_t i = 0; i < Size; ++i) {
        if (names[i] == name) return static_cast<Enum>(i);
    }
    return std::nullopt;
}

}  // namespace

std::string_view chat_room_name(ChatRoom room) {
    return rooms.at(static_cast<std::size_t>(room));
}

std::optional<ChatRoom> parse_chat_room(std::string_view name) {
    return parse<ChatRoom>(rooms, name);
}

std::string_view report_state_name(ReportState state) {
    return states.at(static_cast<std::size_t>(state));
}

std::optional<ReportState> parse_report_state(std::string_view name) {
    return parse<ReportState>(states, name);
}

void write_chat_line(JsonWriter& out, const ChatLine& line) {
    out.begin_object().key("id").id(line.id).key("room").word(chat_room_name(line.room));
    out.key("author").text(line.author).key("text").text_or_null(line.text);
    out.key("at").word(format_instant(line.at)).end_object();
}

Result<PostMessage> decode_post_message(std::string_view body) {
    return decode_with<PostMessage>(body, chat_caps, FirstFault(), [](const JsonReader& in) {
        in.expect_keys({"text", "seq"});
        return PostMessage{read_statement(in.field("text"), chat_text_chars_max), read_seq(in)};
    });
}

Result<ReportMessage> decode_report_message(std::string_view body) {
    return decode_with<ReportMessage>(body, chat_caps, FirstFault(), [](const JsonReader& in) {
        in.expect_keys({"reason"});
        return ReportMessage{read_statement(in.field("reason"), report_reason_chars_max)};
    });
}

std::string encode_chat_line(const ChatLine& line) {
    JsonWriter out;
    write_chat_line(out, line);
    return out.take();
}

std::string encode_chat_page(std::span<const ChatLine> lines,
                             const std::optional<std::string>& next_cursor) {
    return encode_page("messages", lines, next_cursor, write_chat_line, 256);
}

std::string encode_chat_push(GameId game, const ChatLine& line) {
    JsonWriter out;
    out.begin_object().key("topic").word(topic_name({Topic::Kind::game, game, {}}));
    out.key("type").word("chat").key("room").word(chat_room_name(line.room));
    write_chat_line(out.key("data"), line);
    out.end_object();
    return out.take();
}

std::string encode_mention(GameId game, const ChatLine& line) {
    JsonWriter out;
    out.begin_object().key("game").id(game).key("id").id(line.id);
    out.key("room").word(chat_room_name(line.room)).key("author").text(line.author);
    out.key("text").text_or_null(line.text).key("at").word(format_instant(line.at)).end_object();
    return out.take();
}

std::vector<std::string> mentions_in(std::string_view text) {
    std::vector<std::string> handles;
    for (std::size_t at = text.find('@'); at != std::string_view::npos; at = text.find('@', at)) {
        const bool begins_word = at == 0 || !is_handle_character(text[at - 1]);
        const std::size_t first = ++at;
        while (at < text.size() && is_handle_character(text[at])) ++at;
        const std::string_view handle = text.substr(first, at - first);
        const auto is_same = [handle](const std::string& one) {
            return is_same_handle(one, handle);
        };
        if (!begins_word || !is_handle(handle) || std::ranges::any_of(handles, is_same)) continue;
        handles.emplace_back(handle);
        if (handles.size() == chat_mentions_max) break;
    }
    return handles;
}

std::string encode_report_receipt(const ReportReceipt& receipt) {
    JsonWriter out;
    out.begin_object().key("id").id(receipt.id).key("message").id(receipt.message);
    out.key("reason").text(receipt.reason).key("at").word(format_instant(receipt.at)).end_object();
    return out.take();
}

std::string encode_mutes(std::span<const MutedPlayer> mutes) {
    JsonWriter out(64 * (mutes.size() + 1));
    out.begin_object().key("mutes").begin_array();
    for (const MutedPlayer& mute : mutes) {
        out.begin_object().key("handle").text(mute.handle);
        out.key("since").word(format_instant(mute.since)).end_object();
    }
    out.end_array().end_object();
    return out.take();
}

}  // namespace tanbo::protocol
