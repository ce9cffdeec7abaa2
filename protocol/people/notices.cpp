#include "protocol/people/notices.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "protocol/games/answer_json.hpp"
#include "protocol/games/clock_json.hpp"
#include "protocol/games/events.hpp"
#include "protocol/games/request_json.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/names.hpp"
#include "protocol/json/page_json.hpp"
#include "protocol/json/texts_json.hpp"
#include "protocol/tournaments/events.hpp"

namespace tanbo::protocol {

namespace {

// In the order of the enumerators.
constexpr std::array<std::string_view, notice_kinds> kinds{
    "your-turn",
    "invited",
    "game-started",
    "game-finished",
    "player-left",
    "eliminated",
    "proposal",
    "proposal-answered",
    "undo",
    "swapped",
    "paused",
    "resumed",
    "seat-offered",
    "seat-taken-over",
    "deadline-warning",
    "plan-dropped",
    "challenge",
    "challenge-accepted",
    "challenge-declined",
    "challenge-expired",
    "tournament-round",
    "tournament-finished",
    "ladder-challenge",
    "league-season",
    "chat-mention",
    "watched-move",
    "watched-finished",
    "webhook-disabled",
    "webhook-test",
};

void write_turn(JsonWriter& out, const TurnView& turn) {
    out.begin_object().key("kind").word(turn.kind);
    out.key("game");
    if (turn.game) {
        write_summary(out, *turn.game);
    } else {
        out.null();
    }
    write_instant(out.key("deadline"), turn.deadline);
    out.key("since").word(format_instant(turn.since));
    const bool has_more = turn.kind == "proposal" || turn.kind == "challenge";
    if (has_more) out.key(turn.kind).raw(turn.data);
    out.end_object();
}

void write_watch(JsonWriter& out, const WatchView& watch) {
    out.begin_object().key("game").raw(watch.game).key("mode").word(watch_mode_name(watch.mode));
    out.key("since").word(format_instant(watch.since));
    out.key("watchers").number(watch.watchers).end_object();
}

void write_notification(JsonWriter& out, const NotificationView& notification) {
    out.begin_object().key("number").number(notification.number);
    // The second name is for clients from before the type had one.
    out.key("type").word(notification.kind).key("kind").word(notification.kind);
    out.key("game").id_or_null(notification.game);
    out.key("at").word(format_instant(notification.at)).key("read").boolean(notification.is_read);
    out.key("data").raw(notification.data).end_object();
}

}  // namespace

std::string_view notice_kind_name(NoticeKind kind) {
    return kinds.at(static_cast<std::size_t>(kind));
}

std::optional<NoticeKind> parse_notice_kind(std::string_view name) {
    const auto found = std::ranges::find(kinds, name);
    if (found == kinds.end()) return std::nullopt;
    return static_cast<NoticeKind>(found - kinds.begin());
}

std::string encode_my_notice(std::string_view kind, std::optional<std::int64_t> number,
                             engine::Instant at, std::string_view data_json) {
    JsonWriter out(data_json.size() + 128);
    out.begin_object().key("topic").word("me").key("type").word(kind);
    out.key("number")
        .number_or_null(number)
        .key("at")
        .word(format_instant(at))
        .key("data")
        .raw(data_json)
        .end_object();
    return out.take();
}

MyNoticeHead head_of_my_notice(std::string_view message) {
    constexpr std::string_view type_key = R"("type":")";
    constexpr std::string_view number_key = R"(","number":)";
    const std::size_t type = message.find(type_key) + type_key.size();
    const std::size_t type_end = message.find(number_key, type);
    const char* const number = message.data() + type_end + number_key.size();
    MyNoticeHead head;
    head.type = message.substr(type, type_end - type);
    std::int64_t value = 0;
    const auto read = std::from_chars(number, message.data() + message.size(), value);
    if (read.ec == std::errc()) head.number = value;
    return head;
}

std::string encode_stream_ready(std::int64_t lost) {
    JsonWriter out(32);
    out.begin_object().key("lost").number(lost).end_object();
    return out.take();
}

std::string encode_webhook_body(std::string_view kind, std::int64_t number, engine::Instant at,
                                std::string_view data_json) {
    JsonWriter out(data_json.size() + 128);
    out.begin_object().key("type").word(kind).key("timestamp").word(format_instant(at));
    out.key("number").number(number).key("data").raw(data_json).end_object();
    return out.take();
}

std::string encode_game_notice(std::string_view summary_json, const GameNotice& notice) {
    std::string data(summary_json.substr(0, summary_json.size() - 1));
    JsonWriter out(128);
    out.begin_object();
    if (notice.seat) out.key("seat").word(engine::seat_name(*notice.seat));
    if (notice.proposal) out.key("proposal").number(*notice.proposal);
    if (!notice.what.empty()) out.key("what").word(notice.what);
    if (notice.accepted) out.key("accepted").boolean(*notice.accepted);
    if (notice.until) out.key("until").word(format_instant(*notice.until));
    out.end_object();
    std::string more = out.take();
    if (more == "{}") return std::string(summary_json);
    more.front() = ',';
    return data + more;
}

std::string encode_tournament_notice(const TournamentNotice& notice) {
    JsonWriter out;
    out.begin_object().key("tournament").id(notice.tournament).key("name").text(notice.name);
    if (notice.round > 0) {
        out.key("round").number(notice.round);
        if (notice.is_arena) out.key("arena").boolean(true);
        out.key("table").number_or_null(notice.table);
        out.key("game").id_or_null(notice.game);
        write_texts(out.key("opponents"), notice.opponents).key("rests");
        if (notice.rests.empty()) {
            out.null();
        } else {
            out.word(notice.rests);
        }
        out.end_object();
        return out.take();
    }
    out.key("end_reason").word(notice.end).key("reason").text_or_null(notice.reason);
    out.key("place").number_or_null(notice.place).key("players").number(notice.players);
    out.key("points").raw(points_text(notice.units, notice.units_a_point)).end_object();
    return out.take();
}

std::string encode_ladder_notice(const LadderNotice& notice) {
    JsonWriter out;
    out.begin_object().key("tournament").id(notice.tournament).key("name").text(notice.name);
    out.key("challenge").number(notice.challenge).key("what").word(notice.what).key("why");
    if (notice.why.empty()) {
        out.null();
    } else {
        out.word(notice.why);
    }
    out.key("opponents").begin_array().text(notice.opponent).end_array();
    out.key("game").id_or_null(notice.game);
    write_instant(out.key("until"), notice.until);
    out.key("place").number_or_null(notice.place).end_object();
    return out.take();
}

std::string encode_league_notice(const LeagueNotice& notice) {
    constexpr int halves_a_point = 2;
    JsonWriter out;
    out.begin_object().key("tournament").id(notice.tournament).key("name").text(notice.name);
    out.key("season").number(notice.season).key("what").word(notice.what);
    out.key("division").number(notice.division).key("players").number(notice.players);
    out.key("moved");
    if (notice.moved.empty()) {
        out.null();
    } else {
        out.word(notice.moved);
    }
    out.key("place").number_or_null(notice.place);
    out.key("points").raw(points_text(notice.halves, halves_a_point)).end_object();
    return out.take();
}

std::string encode_open_proposal(std::uint32_t id, std::string_view kind, engine::Seat by,
                                 std::optional<engine::Seat> target) {
    JsonWriter out(96);
    out.begin_object().key("id").number(id).key("kind").word(kind);
    out.key("by").word(engine::seat_name(by));
    if (target) out.key("target").word(engine::seat_name(*target));
    out.end_object();
    return out.take();
}

Result<engine::ProposalKind> decode_open_proposal_kind(std::string_view data) {
    return decode_request<engine::ProposalKind>(data, [](const JsonReader& in) {
        return in.field("kind").word(parse_proposal_kind, "a kind of proposal");
    });
}

std::string encode_notifications(NoticeMode mode, std::int64_t unread, std::int64_t newest,
                                 std::span<const NotificationView> notifications,
                                 const std::optional<std::string>& next_cursor) {
    JsonWriter out(128 + notifications.size() * 768);
    out.begin_object().key("mode").word(notice_mode_name(mode)).key("unread").number(unread);
    out.key("newest").number(newest);
    write_page(out, "notifications", notifications, next_cursor, write_notification);
    out.end_object();
    return out.take();
}

std::string encode_turns(std::span<const TurnView> turns,
                         const std::optional<std::string>& next_cursor) {
    return encode_page("turns", turns, next_cursor, write_turn, 768);
}

std::string encode_watch(const WatchView& watch) {
    JsonWriter out;
    write_watch(out, watch);
    return out.take();
}

std::string encode_watches(std::span<const WatchView> watches,
                           const std::optional<std::string>& next_cursor) {
    return encode_page("watches", watches, next_cursor, write_watch, 768);
}

std::string encode_address(std::string_view url) {
    JsonWriter out(url.size() + 16);
    out.begin_object().key("url").text(url).end_object();
    return out.take();
}

Result<SetNoticeMode> decode_set_notice_mode(std::string_view body) {
    return decode_request<SetNoticeMode>(body, [](const JsonReader& in) {
        in.expect_keys({"mode"});
        return SetNoticeMode{
            in.field("mode").word(parse_notice_mode, "\"each\", \"away\", \"digest\" or \"off\"")};
    });
}

Result<ReadNotifications> decode_read_notifications(std::string_view body) {
    return decode_request<ReadNotifications>(body, [](const JsonReader& in) {
        in.expect_keys({"up_to"});
        return ReadNotifications{
            in.field("up_to").integer(0, std::numeric_limits<std::int64_t>::max())};
    });
}

Result<SetWatch> decode_set_watch(std::string_view body) {
    return decode_request<SetWatch>(body, [](const JsonReader& in) {
        in.expect_keys({"mode"});
        return SetWatch{in.field("mode").word(parse_watch_mode, "\"each\", \"end\" or \"off\"")};
    });
}

}  // namespace tanbo::protocol
