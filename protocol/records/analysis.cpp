#include "protocol/records/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/analysis/analyst.hpp"
#include "engine/analysis/turning_point.hpp"
#include "engine/notation.hpp"
#include "protocol/boards/board_json.hpp"
#include "protocol/games/event_json.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/json_writer.hpp"
#include "protocol/records/analysis_json.hpp"

namespace tanbo::protocol {

using analysis::AnalysedTurn;
using analysis::Analysis;
using analysis::Chances;
using analysis::Grade;
using analysis::Judgement;
using analysis::PlayedGame;
using analysis::TurnKind;
using engine::Lattice;
using engine::Opening;
using engine::Point;
using engine::Position;
using engine::Seat;

namespace {

constexpr JsonCaps analysis_caps{analysis_bytes_max, analysis_depth_max, analysis_values_max};
constexpr int chance_digits = 3;
constexpr std::int64_t simulations_max = 1'000'000'000;

// --- writing ---

JsonWriter& write_chance(JsonWriter& out, int thousandths) {
    return out.decimal(thousandths / 1000.0, chance_digits);
}

void write_turning_point(JsonWriter& out, const PlayedGame& game, const Analysis& analysis) {
    const Lattice& lattice = game.opening->lattice();
    const analysis::TurningPoint turned = analysis::turning_point(analysis, game);
    const bool is_turn = turned.kind == TurnKind::own_move || turned.kind == TurnKind::error ||
                         turned.kind == TurnKind::drift;
    out.begin_object().key("kind").word(analysis::turn_kind_name(turned.kind));
    write_seat(out.key("winner"), game.winner);
    if (is_turn) {
        out.key("ply").number(analysis.turns[turned.turn].ply);
        write_point(out.key("point"), lattice, analysis.turns[turned.turn].played);
        write_chance(out.key("from"), turned.from);
        write_chance(out.key("to"), turned.to);
    } else {
        out.key("ply").null().key("point").null().key("from").null().key("to").null();
    }
    out.key("sentence").text(analysis::describe(turned, analysis, lattice)).end_object();
}

void write_grades(JsonWriter& out, const Opening& opening, const Analysis& analysis) {
    const auto counts = analysis::count_grades(analysis);
    out.begin_array();
    for (int i = 0; i < opening.seats(); ++i) {
        const analysis::GradeCounts& count = counts[static_cast<std::size_t>(i)];
        out.begin_object().key("seat").word(engine::seat_name(engine::seat_at(i)));
        out.key("inaccuracies").number(count.of(Grade::inaccuracy));
        out.key("mistakes").number(count.of(Grade::mistake));
        out.key("blunders").number(count.of(Grade::blunder)).end_object();
    }
    out.end_array();
}

void write_turn(JsonWriter& out, const Opening& opening, const AnalysedTurn& turn) {
    const Lattice& lattice = opening.lattice();
    out.begin_object().key("ply").number(turn.ply);
    out.key("seat").word(engine::seat_name(turn.seat));
    write_point(out.key("point"), lattice, turn.played);
    write_judgement(out, opening, turn.before);
    write_chance(out.key("best_chance"), turn.verdict.best);
    write_chance(out.key("played_chance"), turn.verdict.played);
    out.key("gives_win_away").boolean(turn.verdict.gives_win_away);
    write_chance(out.key("loss"), turn.verdict.loss());
    out.key("grade").word(analysis::grade_name(turn.grade())).end_object();
}

// --- reading ---

// Of the position that a stone was placed in; `seat` is the one to move.
AnalysedTurn read_turn(const JsonReader& in, const Position& before, Point played) {
    in.expect_keys({"ply", "seat", "point", "chances", "proven", "best", "line", "risks",
                    "best_chance", "played_chance", "gives_win_away", "loss", "grade"});
    AnalysedTurn turn;
    turn.ply = before.ply();
    turn.seat = *before.to_move();
    turn.played = played;
    turn.before = read_judgement(in, before);
    turn.verdict.best = read_chance(in.field("best_chance"));
    turn.verdict.played = read_chance(in.field("played_chance"));
    turn.verdict.gives_win_away = in.field("gives_win_away").boolean();
    return turn;
}

// The turns of a game, one after the other, each with the position before it.
Analysis read_analysis(const JsonReader& in, const PlayedGame& game) {
    in.expect_keys({"game", "setup", "seats", "simulations", "seed", "turning_point", "grades",
                    "turns", "end"});
    Analysis analysis;
    analysis.simulations =
        static_cast<std::uint64_t>(in.field("simulations").integer(1, simulations_max));
    analysis.seed = in.field("seed").natural32();
    const JsonReader turns = in.field("turns");
    turns.elements(game.stones(), game.stones());
    Position position(game.opening);
    for (const engine::PastTurn& turn : game.turns_to_end()) {
        if (!in.is_sound()) break;
        if (turn.point == engine::no_point) {
            position.leave(turn.seat);
            continue;
        }
        const JsonReader element = turns.element(analysis.turns.size());
        analysis.turns.push_back(read_turn(element, position, turn.point));
        position.play(turn.point);
    }
    const JsonReader end = in.field("end");
    if (in.is_sound()) analysis.end = read_chances(end, position);
    return analysis;
}

// The turning point is computed again whenever an analysis is read: other versions see it
// elsewhere.
bool is_told_anew(std::string_view name) {
    return name == "turning_point";
}

// All else that follows from the rest has to be as we say it.
void check_derived(const JsonReader& in, const std::string& told) {
    const nlohmann::json expected = nlohmann::json::parse(told);
    for (const auto& [name, value] : expected.items()) {
        const JsonReader member = in.field(name);
        if (!member.has_value() || is_told_anew(name) || *member.value() == value) continue;
        if (name != "turns") {
            member.refuse("must agree with the rest of this analysis");
            return;
        }
        for (std::size_t i = 0; i < value.size(); ++i) {
            const JsonReader turn = member.element(i);
            if (*turn.value() == value[i]) continue;
            turn.refuse("must be this move of the game, with matching values");
            return;
        }
    }
}

}  // namespace

void write_judgement(JsonWriter& out, const Opening& opening, const Judgement& judgement) {
    const Lattice& lattice = opening.lattice();
    write_chances(out.key("chances"), opening, judgement.chances);
    write_seat(out.key("proven"), judgement.proven);
    write_point(out.key("best"), lattice, judgement.line.front());
    write_points(out.key("line"), lattice, judgement.line);
    out.key("risks").begin_array();
    for (const analysis::RootRisk& risk : judgement.risks) {
        const auto seeds = opening.seeds();
        const auto index = std::ranges::find(seeds, risk.seed) - seeds.begin();
        const Seat owner = opening.seed_seats()[static_cast<std::size_t>(index)];
        out.begin_object().key("seat").word(engine::seat_name(owner));
        write_point(out.key("root"), lattice, risk.seed);
        write_chance(out.key("falls"), risk.falls).end_object();
    }
    out.end_array();
}

void write_chances(JsonWriter& out, const Opening& opening, const Chances& chances) {
    out.begin_array();
    for (int i = 0; i < opening.seats(); ++i) {
        write_chance(out, chances[static_cast<std::size_t>(i)]);
    }
    out.end_array();
}

int read_chance(const JsonReader& in) {
    if (!in.has_value()) return 0;
    constexpr double nearly = 1e-6;
    const double thousandths = in.value()->is_number() ? in.value()->get<double>() * 1000 : -1;
    const double whole = std::round(thousandths);
    if (!(whole >= 0 && whole <= analysis::certain) || std::abs(thousandths - whole) > nearly) {
        in.refuse("must be a number from 0 to 1 with at most three digits after the point");
        return 0;
    }
    return static_cast<int>(whole);
}

Chances read_chances(const JsonReader& in, const Position& position) {
    const auto seats = static_cast<std::size_t>(position.opening().seats());
    Chances chances{};
    if (in.elements(seats, seats) != seats) return chances;
    int sum = 0;
    for (std::size_t i = 0; i < seats; ++i) {
        const JsonReader element = in.element(i);
        chances[i] = read_chance(element);
        sum += chances[i];
        if (chances[i] > 0 && !position.is_in(engine::seat_at(static_cast<int>(i)))) {
            element.refuse("must be 0 for a seat that is out");
        }
    }
    if (sum != analysis::certain) in.refuse("must sum to 1");
    return chances;
}

Judgement read_judgement(const JsonReader& in, const Position& before) {
    const Lattice& lattice = before.lattice();
    Judgement judgement;
    judgement.chances = read_chances(in.field("chances"), before);
    judgement.proven = read_nullable_seat(in, "proven", before.opening());
    if (judgement.proven && in.is_sound() &&
        judgement.chances != analysis::chances_of_winner(*judgement.proven)) {
        in.field("proven").refuse("must be the seat with the chance 1");
    }
    const JsonReader line = in.field("line");
    const std::size_t count = line.elements(1, analysis::line_max);
    Position position = before;
    for (std::size_t i = 0; i < count && in.is_sound(); ++i) {
        const JsonReader element = line.element(i);
        const Point point = read_point(element, lattice);
        if (!in.is_sound()) break;
        if (position.play(point).illegal != engine::Illegal::none) {
            element.refuse("must be a legal move there");
        }
        judgement.line.push_back(point);
    }
    const JsonReader risks = in.field("risks");
    const std::size_t at_risk = risks.elements(0, analysis::risks_max);
    for (std::size_t i = 0; i < at_risk && in.is_sound(); ++i) {
        const JsonReader element = risks.element(i);
        element.expect_keys({"seat", "root", "falls"});
        const JsonReader root = element.field("root");
        const Point seed = read_point(root, lattice);
        if (!in.is_sound()) break;
        const auto seeds = before.opening().seeds();
        const auto found = std::ranges::find(seeds, seed);
        const auto label = static_cast<engine::Root>(found - seeds.begin() + 1);
        if (found == seeds.end() || !before.is_standing(label)) {
            root.refuse("is not a root on this board");
        }
        judgement.risks.push_back({seed, read_chance(element.field("falls"))});
    }
    return judgement;
}

std::string encode_analysis(std::optional<GameId> id, const PlayedGame& game,
                            const Analysis& analysis) {
    constexpr std::size_t bytes_a_turn = 400;
    const Opening& opening = *game.opening;
    JsonWriter out(bytes_a_turn * (analysis.turns.size() + 2));
    out.begin_object().key("game").id_or_null(id);
    write_setup_id(out.key("setup"), game.setup);
    out.key("seats").begin_array();
    for (int i = 0; i < opening.seats(); ++i) out.word(engine::seat_name(engine::seat_at(i)));
    out.end_array();
    out.key("simulations").number(static_cast<std::int64_t>(analysis.simulations));
    out.key("seed").number(static_cast<std::int64_t>(analysis.seed));
    write_turning_point(out.key("turning_point"), game, analysis);
    write_grades(out.key("grades"), opening, analysis);
    out.key("turns").begin_array();
    for (const AnalysedTurn& turn : analysis.turns) write_turn(out, opening, turn);
    out.end_array();
    write_chances(out.key("end"), opening, analysis.end);
    out.end_object();
    return out.take();
}

Result<Analysis> decode_analysis(std::string_view text, std::optional<GameId> id,
                                 const PlayedGame& game) {
    const auto read = [&](const JsonReader& in) {
        Analysis analysis = read_analysis(in, game);
        if (in.is_sound()) check_derived(in, encode_analysis(id, game, analysis));
        return analysis;
    };
    return decode_with<Analysis>(text, analysis_caps, FirstFault(), read);
}

std::string turning_sentence(const PlayedGame& game, const Analysis& analysis) {
    return analysis::describe(analysis::turning_point(analysis, game), analysis,
                              game.opening->lattice());
}

}  // namespace tanbo::protocol
