#include "protocol/records/hints.hpp"

#include <algorithm>
#include <vector>

#include "engine/notation.hpp"
#include "protocol/boards/board_json.hpp"
#include "protocol/games/requests.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/json_writer.hpp"
#include "protocol/json/words.hpp"
#include "protocol/records/analysis_json.hpp"

namespace tanbo::protocol {

namespace {

using analysis::Judgement;
using engine::Lattice;
using engine::Point;
using engine::Position;
using engine::Seat;

constexpr JsonCaps judgement_caps{request_bytes_max, request_depth_max, document_values_max};

struct Bounded {
    Seat seat = Seat::black;
    Point seed = engine::no_point;
    std::size_t stones = 0;
    bool current = false;
};

// A move by the rules.
struct Effect {
    Point root = engine::no_point;  // the seed of the one that it extends
    int space_before = 0;
    int space_after = 0;
    std::vector<Bounded> bounded;
    bool wins = false;
};

Effect effect_of(const Position& position, Point point) {
    Position next = position;
    const engine::Outcome outcome = next.play(point);
    Effect effect;
    effect.root = outcome.current_root;
    const auto seeds = position.opening().seeds();
    const auto label =
        static_cast<engine::Root>(std::ranges::find(seeds, effect.root) - seeds.begin() + 1);
    effect.space_before = position.root_space(label);
    effect.space_after = next.root_space(label);
    for (const engine::RemovedRoot& removed : outcome.removed) {
        effect.bounded.push_back(
            {removed.seat, removed.seed, removed.points.size(), removed.current});
    }
    effect.wins = outcome.winner == position.to_move();
    return effect;
}

std::string about_space(const Effect& effect, const std::string& move, const std::string& root) {
    const std::string head = move + " extends your root at " + root;
    if (effect.space_after == effect.space_before) {
        return head + " and keeps its root space at " + std::to_string(effect.space_after) + ".";
    }
    return head + ". Its root space goes from " + std::to_string(effect.space_before) + " to " +
           std::to_string(effect.space_after) + ".";
}

std::string about_bounded(const Bounded& bounded, const Lattice& lattice, Seat mover) {
    const std::string whose = bounded.seat == mover
                                  ? "your own root"
                                  : std::string(engine::seat_name(bounded.seat)) + "'s root";
    return " It bounds " + whose + " at " + engine::point_name(lattice, bounded.seed) + " (" +
           counted(bounded.stones, "stone") + "), which is removed.";
}

std::string why(const Effect& effect, const Position& position, const Judgement& judgement) {
    const Lattice& lattice = position.lattice();
    const Seat mover = *position.to_move();
    std::string text = about_space(effect, engine::point_name(lattice, judgement.line.front()),
                                   engine::point_name(lattice, effect.root));
    for (const Bounded& bounded : effect.bounded) text += about_bounded(bounded, lattice, mover);
    if (effect.wins) return text + " That wins the game.";
    if (judgement.proven == mover) return text + " You win from there.";
    if (judgement.proven) text += " But the game is lost.";
    return text;
}

void write_bounded(JsonWriter& out, const Effect& effect, const Lattice& lattice) {
    out.begin_array();
    for (const Bounded& bounded : effect.bounded) {
        out.begin_object().key("seat").word(engine::seat_name(bounded.seat));
        write_point(out.key("root"), lattice, bounded.seed);
        out.key("stones").number(static_cast<std::int64_t>(bounded.stones)).end_object();
    }
    out.end_array();
}

}  // namespace

std::string encode_judgement(const engine::Opening& opening, const Judgement& judgement) {
    JsonWriter out;
    write_judgement(out.begin_object(), opening, judgement);
    out.end_object();
    return out.take();
}

Result<Judgement> decode_judgement(std::string_view text, const Position& position) {
    const auto read = [&](const JsonReader& in) {
        in.expect_keys({"chances", "proven", "best", "line", "risks"});
        Judgement judgement = read_judgement(in, position);
        const JsonReader best = in.field("best");
        const Point point = read_point(best, position.lattice());
        if (in.is_sound() && point != judgement.line.front()) {
            best.refuse("must be the first move of the line");
        }
        return judgement;
    };
    return decode_with<Judgement>(text, judgement_caps, FirstFault(), read);
}

std::string encode_hint(GameId game, const Position& position, const Judgement& judgement) {
    const Lattice& lattice = position.lattice();
    const Seat mover = *position.to_move();
    const Effect effect = effect_of(position, judgement.line.front());
    JsonWriter out;
    out.begin_object().key("game").id(game).key("ply").number(position.ply());
    out.key("seat").word(engine::seat_name(mover));
    write_point(out.key("point"), lattice, judgement.line.front());
    out.key("chance").decimal(judgement.chances[static_cast<std::size_t>(mover)] / 1000.0, 3);
    write_seat(out.key("proven"), judgement.proven);
    write_points(out.key("line"), lattice, judgement.line);
    write_point(out.key("root"), lattice, effect.root);
    out.key("space_before").number(effect.space_before);
    out.key("space_after").number(effect.space_after);
    write_bounded(out.key("bounds"), effect, lattice);
    out.key("why").text(why(effect, position, judgement)).end_object();
    return out.take();
}

std::string encode_hint_progress(GameId game) {
    JsonWriter out;
    out.begin_object().key("game").id(game).key("status").word("waiting").end_object();
    return out.take();
}

}  // namespace tanbo::protocol
