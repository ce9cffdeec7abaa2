#include "protocol/records/searches.hpp"

#include <array>

#include "engine/notation.hpp"
#include "protocol/boards/board_json.hpp"
#include "protocol/games/event_json.hpp"
#include "protocol/games/events.hpp"
#include "protocol/games/requests.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/json_writer.hpp"
#include "protocol/json/names.hpp"
#include "protocol/records/analysis.hpp"

namespace tanbo::protocol {

namespace {

using analysis::PlayedGame;
using engine::PastTurn;

constexpr JsonCaps job_caps{analysis_bytes_max, request_depth_max, analysis_values_max};
constexpr JsonCaps claim_caps{request_bytes_max, request_depth_max, request_values_max};
constexpr std::array<std::string_view, 2> kind_names = {"analysis", "hint"};
constexpr std::size_t setup_bytes_max = 64;
constexpr std::size_t turns_read_max = 65'536;

std::optional<SearchKind> parse_kind(std::string_view name) {
    if (name == kind_names[0]) return SearchKind::analysis;
    if (name == kind_names[1]) return SearchKind::hint;
    return std::nullopt;
}

void write_turns(JsonWriter& out, const PlayedGame& game) {
    out.begin_array();
    for (const PastTurn& turn : game.turns) {
        if (turn.point != engine::no_point) {
            out.word(engine::point_name(game.opening->lattice(), turn.point));
            continue;
        }
        std::string leaving(leave_prefix);
        leaving += engine::seat_name(turn.seat);
        out.word(leaving);
    }
    out.end_array();
}

// Plays the turn, or reports why it can't follow.
PastTurn read_turn(const JsonReader& in, engine::Position& position) {
    const std::string_view text = in.text(1, point_text_bytes_max);
    PastTurn turn{0, engine::no_point, engine::Seat::black};
    engine::Illegal illegal = engine::Illegal::none;
    if (text.starts_with(leave_prefix)) {
        const auto seat = engine::parse_seat(text.substr(leave_prefix.size()));
        if (seat) turn.seat = *seat;
        illegal = seat ? position.leave(*seat).illegal : engine::Illegal::not_your_turn;
    } else {
        const auto point = engine::parse_point(position.lattice(), text);
        turn.point = point.value_or(engine::no_point);
        turn.seat = position.to_move().value_or(engine::Seat::black);
        illegal = point ? position.play(*point).illegal : engine::Illegal::off_board;
    }
    if (illegal != engine::Illegal::none && in.is_sound()) in.refuse("can't follow");
    return turn;
}

SearchJob read_job(const JsonReader& in) {
    SearchJob job;
    job.id = in.field("search").id<SearchId>();
    job.kind = in.field("kind").word(parse_kind, "analysis or hint");
    job.game = in.field("game").id<GameId>();
    if (const auto setup = in.nullable_field("setup"))
        job.played.setup = setup->text(1, setup_bytes_max);
    if (in.is_sound()) job.played.opening = read_opening_of_setup(in, job.played.setup);
    if (!in.is_sound()) return job;
    engine::Position position(job.played.opening);
    const JsonReader turns = in.field("turns");
    const std::size_t count = turns.elements(0, turns_read_max);
    for (std::size_t i = 0; i < count && in.is_sound(); ++i) {
        job.played.turns.push_back(read_turn(turns.element(i), position));
    }
    job.played.winner = read_nullable_seat(in, "winner", *job.played.opening);
    return job;
}

SearchClaim read_claim(const JsonReader& in) {
    in.expect_keys({"wait_s", "kind"});
    SearchClaim claim;
    if (in.has("wait_s")) {
        claim.wait = std::chrono::seconds(in.field("wait_s").integer(0, claim_wait_max.count()));
    }
    if (in.has("kind")) claim.kind = in.field("kind").word(parse_kind, "analysis or hint");
    return claim;
}

}  // namespace

std::string encode_search_job(const SearchJob& job) {
    const engine::Opening& opening = *job.played.opening;
    JsonWriter out;
    out.begin_object().key("search").id(job.id);
    out.key("kind").word(kind_names[static_cast<std::size_t>(job.kind)]);
    out.key("game").id(job.game);
    write_setup_id(out.key("setup"), job.played.setup);
    write_extents(out.key("board"), opening.lattice());
    write_stones(out.key("stones"), opening);
    write_seat(out.key("to_move"), opening.to_move());
    write_turns(out.key("turns"), job.played);
    write_seat(out.key("winner"), job.played.winner);
    out.end_object();
    return out.take();
}

Result<SearchJob> decode_search_job(std::string_view text) {
    return decode_with<SearchJob>(text, job_caps, FirstFault(), read_job);
}

std::string encode_claim(const SearchClaim& claim) {
    JsonWriter out;
    out.begin_object();
    if (claim.wait.count() > 0) out.key("wait_s").number(claim.wait.count());
    if (claim.kind) out.key("kind").word(kind_names[static_cast<std::size_t>(*claim.kind)]);
    out.end_object();
    return out.take();
}

Result<SearchClaim> decode_claim(std::string_view body) {
    return decode_with<SearchClaim>(body.empty() ? "{}" : body, claim_caps, FirstFault(),
                                    read_claim);
}

std::string encode_analysis_progress(const AnalysisProgress& progress) {
    JsonWriter out;
    out.begin_object().key("game").id(progress.game);
    out.key("status").word(progress.is_done ? "done" : progress.is_running ? "running" : "waiting");
    if (progress.asked_at) {
        out.key("asked_at").word(format_instant(*progress.asked_at));
    } else {
        out.key("asked_at").null();
    }
    out.key("ahead").number(progress.ahead).end_object();
    return out.take();
}

}  // namespace tanbo::protocol
