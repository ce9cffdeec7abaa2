#include "protocol/people/study.hpp"

#include <limits>

#include "engine/seat.hpp"
#include "protocol/games/clock_json.hpp"
#include "protocol/games/plans.hpp"
#include "protocol/games/requests.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/json_writer.hpp"
#include "protocol/json/prose.hpp"

namespace tanbo::protocol {

namespace {

constexpr int study_values_max = 16'384;
constexpr JsonCaps study_caps{.bytes = request_bytes_max, .depth = 6, .values = study_values_max};
constexpr std::size_t turns_bytes_max = 16'384;
constexpr std::size_t device_chars_max = 16;
constexpr std::int64_t moment_max = 9'007'199'254'740'991;  // what a client's numbers can tell
constexpr std::int64_t rank_max = 1'000'000'000'000;

// Turns are words of letters, digits, colons and hyphens, one space between them.
bool are_turns(std::string_view text) {
    char before = ' ';
    for (const char c : text) {
        const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        const bool is_in_word = is_letter || (c >= '0' && c <= '9') || c == ':' || c == '-';
        if (!is_in_word && (c != ' ' || before == ' ')) return false;
        before = c;
    }
    return before != ' ';
}

void copy_turns(const JsonReader& in, JsonWriter& out) {
    const std::string_view turns = in.text(1, turns_bytes_max);
    if (in.is_sound() && !are_turns(turns)) in.refuse("must be turns with a space between them");
    out.text(turns);
}

void copy_guards(const JsonReader& in, JsonWriter& out) {
    out.begin_array();
    const std::size_t count = in.elements(0, plan_guards_max);
    for (std::size_t i = 0; i < count && in.is_sound(); ++i) {
        const JsonReader guard = in.element(i);
        guard.expect_keys({"root", "root_space_min"});
        out.begin_object().key("root").text(guard.field("root").text(1, point_text_bytes_max));
        out.key("root_space_min").number(guard.field("root_space_min").integer(1, plan_space_max));
        out.end_object();
    }
    out.end_array();
}

void copy_seats(const JsonReader& in, JsonWriter& out) {
    out.begin_array();
    const std::size_t count = in.elements(0, engine::seats_max - 1);
    for (std::size_t i = 0; i < count && in.is_sound(); ++i) {
        out.word(engine::seat_name(in.element(i).word(engine::parse_seat, "a seat")));
    }
    out.end_array();
}

void copy_reply(const JsonReader& in, JsonWriter& out) {
    in.expect_keys({"any", "guard", "sent"});
    out.begin_object();
    if (in.has("any")) copy_seats(in.field("any"), out.key("any"));
    if (in.has("guard")) copy_guards(in.field("guard"), out.key("guard"));
    if (in.has("sent")) out.key("sent").boolean(in.field("sent").boolean());
    out.end_object();
}

void copy_branch(const JsonReader& in, std::size_t index, JsonWriter& out) {
    in.expect_keys({"after", "turns", "at", "by", "name", "comment", "rank", "gone", "reply"});
    out.begin_object();
    if (in.has("after")) {
        const JsonReader after = in.field("after");
        const std::int64_t earlier = after.integer(0, study_branches_max);
        if (earlier >= static_cast<std::int64_t>(index))
            after.refuse("must name an earlier branch");
        out.key("after").number(earlier);
    }
    copy_turns(in.field("turns"), out.key("turns"));
    out.key("at").number(in.field("at").integer(0, moment_max));
    out.key("by").text(read_statement(in.field("by"), device_chars_max));
    const auto copy_words = [&](std::string_view key, std::size_t chars_max, Lines lines) {
        if (in.has(key)) out.key(key).text(read_prose(in.field(key), chars_max, lines));
    };
    copy_words("name", study_name_chars_max, Lines::one);
    copy_words("comment", study_comment_chars_max, Lines::many);
    if (in.has("rank")) out.key("rank").number(in.field("rank").integer(-rank_max, rank_max));
    if (in.has("gone")) out.key("gone").boolean(in.field("gone").boolean());
    if (in.has("reply")) copy_reply(in.field("reply"), out.key("reply"));
    out.end_object();
}

std::string read_branches(const JsonReader& in, std::size_t bytes_expected) {
    JsonWriter out(bytes_expected);
    out.begin_array();
    const std::size_t count = in.elements(0, study_branches_max);
    for (std::size_t i = 0; i < count && in.is_sound(); ++i) copy_branch(in.element(i), i, out);
    out.end_array();
    return out.take();
}

}  // namespace

Result<PutStudy> decode_put_study(std::string_view body) {
    return decode_with<PutStudy>(body, study_caps, FirstFault(), [body](const JsonReader& in) {
        in.expect_keys({"seq", "branches"});
        PutStudy study;
        study.seq = in.field("seq").natural32();
        study.branches = read_branches(in.field("branches"), body.size());
        return study;
    });
}

std::string encode_study(GameId game, std::uint32_t seq, std::string_view branches,
                         std::optional<engine::Instant> updated_at) {
    JsonWriter out(branches.size() + 128);
    out.begin_object().key("game").id(game).key("seq").number(seq);
    out.key("branches").raw(branches).key("updated_at");
    write_instant(out, updated_at);
    out.end_object();
    return out.take();
}

}  // namespace tanbo::protocol
