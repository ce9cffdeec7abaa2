#include "protocol/tournaments/ladders.hpp"

#include "protocol/games/clock_json.hpp"
#include "protocol/games/request_json.hpp"
#include "protocol/tournaments/settings_json.hpp"

namespace tanbo::protocol {

namespace {

void write_word_or_null(JsonWriter& out, std::string_view word) {
    if (word.empty()) {
        out.null();
    } else {
        out.word(word);
    }
}

void write_challenge(JsonWriter& out, const LadderChallengeView& view) {
    out.begin_object().key("challenge").number(view.challenge);
    out.key("challenger").text(view.challenger).key("challenged").text(view.challenged);
    out.key("state").word(view.state);
    write_instant(out.key("made_at"), view.made_at);
    write_instant(out.key("answer_by"), view.answer_by);
    write_instant(out.key("accepted_at"), view.accepted_at);
    out.key("game").id_or_null(view.game);
    write_word_or_null(out.key("outcome"), view.outcome);
    write_word_or_null(out.key("decided"),
                       view.decided ? decided_name(*view.decided) : std::string_view());
    write_instant(out.key("decided_at"), view.decided_at);
    out.key("place").number_or_null(view.place).end_object();
}

void write_challenges(JsonWriter& out, std::span<const LadderChallengeView> challenges) {
    out.begin_array();
    for (const LadderChallengeView& one : challenges) write_challenge(out, one);
    out.end_array();
}

void write_ladder_player(JsonWriter& out, const LadderPlayerView& player) {
    out.begin_object().key("place").number(player.place).key("number").number(player.number);
    out.key("handle").text(player.handle).key("bot").boolean(player.is_bot);
    out.key("rating").number_or_null(player.rating);
    write_instant(out.key("since"), player.since);
    out.key("moved").number(player.moved);
    write_word_or_null(out.key("may_challenge"), player.may_challenge);
    out.end_object();
}

void write_ladder_you(JsonWriter& out, const LadderYou& you) {
    out.begin_object().key("place").number(you.place).key("best").number(you.best);
    out.key("slots_left").number(you.slots_left).key("places").begin_array();
    for (const LadderPlaceView& one : you.places) {
        write_instant(out.begin_object().key("at"), one.at);
        out.key("place").number_or_null(one.place).end_object();
    }
    out.end_array().end_object();
}

}  // namespace

Result<ChallengeRequest> decode_challenge_on_ladder(std::string_view body) {
    return decode_request<ChallengeRequest>(body, [](const JsonReader& in) {
        in.expect_keys({"player"});
        return ChallengeRequest{std::string(in.field("player").text(1, word_bytes_max))};
    });
}

std::string encode_ladder_challenge(const LadderChallengeView& challenge) {
    JsonWriter out;
    write_challenge(out, challenge);
    return out.take();
}

std::string encode_ladder(const LadderView& ladder) {
    JsonWriter out(256 + ladder.players.size() * 200);
    out.begin_object().key("seq").number(ladder.seq).key("players").begin_array();
    for (const LadderPlayerView& player : ladder.players) write_ladder_player(out, player);
    out.end_array();
    write_challenges(out.key("open"), ladder.open);
    write_challenges(out.key("recent"), ladder.recent);
    out.key("you");
    if (ladder.you) {
        write_ladder_you(out, *ladder.you);
    } else {
        out.null();
    }
    out.end_object();
    return out.take();
}

}  // namespace tanbo::protocol
