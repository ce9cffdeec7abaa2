#include "protocol/tournaments/answers.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "protocol/boards/board_json.hpp"
#include "protocol/games/clock_json.hpp"
#include "protocol/games/events.hpp"
#include "protocol/json/page_json.hpp"
#include "protocol/json/texts_json.hpp"
#include "protocol/tournaments/answers_json.hpp"
#include "protocol/tournaments/settings_json.hpp"

namespace tanbo::protocol {

namespace {

// Units as points: 7 of 2 a point are 3.5.
std::string exact_text(int units, int units_a_point) {
    if (units % units_a_point == 0) return std::to_string(units / units_a_point);
    std::array<char, 32> text{};
    const double points = static_cast<double>(units) / units_a_point;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), points);
    return {text.data(), end.ptr};
}

constexpr int halves_a_point = 2;

// Points of a tournament, as its readers get them: halves as numbers, finer units as they are.
class Points {
public:
    explicit Points(int units_a_point) : units_a_point_(units_a_point) {}

    bool are_units() const { return units_a_point_ > halves_a_point; }
    std::string text(int units) const {
        return exact_text(units, are_units() ? 1 : units_a_point_);
    }
    void write(JsonWriter& out, int units) const { out.raw(text(units)); }
    void write(JsonWriter& out, const std::optional<int>& units) const {
        if (units) {
            write(out, *units);
        } else {
            out.null();
        }
    }
    // Says what the units are, unless points are numbers.
    void explain(JsonWriter& out) const {
        if (are_units()) out.key("point_units").number(units_a_point_);
    }

private:
    int units_a_point_;
};

void write_tie(JsonWriter& out, const TieView& tie) {
    out.raw(exact_text(tie.units, tie.units_a_point));
}

void write_initial(JsonWriter& out, std::optional<int> points) {
    if (points) out.key("initial_points").number(*points);
}

void write_player(JsonWriter& out, const TournamentPlayerView& player) {
    out.begin_object().key("number").number(player.number).key("handle").text(player.handle);
    out.key("bot").boolean(player.is_bot).key("rating").number_or_null(player.rating);
    out.key("state").word(player.state);
    write_initial(out, player.initial_points);
    write_instant(out.key("entered_at"), player.entered_at);
    out.key("first_round").number(player.first_round);
    out.key("half_bye").number_or_null(player.half_bye).key("withdrawn");
    if (player.withdrawn) {
        out.word(withdrawal_cause_name(*player.withdrawn));
    } else {
        out.null();
    }
    out.end_object();
}

void write_you(JsonWriter& out, const TournamentYou& you) {
    out.begin_object().key("organiser").boolean(you.is_organiser).key("player");
    if (you.player) {
        write_player(out, *you.player);
    } else {
        out.null();
    }
    out.key("entry").word(you.entry);
    write_initial(out, you.initial_points);
    out.key("games").begin_array();
    for (const NextGameView& game : you.games) {
        out.begin_object().key("game").id(game.game).key("round").number(game.round);
        out.key("table").number(game.table).key("seat").word(engine::seat_name(game.seat));
        const bool is_duel = game.opponents.size() == 1;
        out.key("opponent").text_or_null(is_duel ? std::optional(game.opponents[0]) : std::nullopt);
        if (!is_duel) write_texts(out.key("opponents"), game.opponents);
        out.key("to_move").boolean(game.is_to_move).end_object();
    }
    out.end_array().end_object();
}

// The members of a line, without the brackets.
void write_line(JsonWriter& out, const ListedLine& listed) {
    out.key("id").id(listed.id).key("creator").text(listed.creator);
    // The line is an object with members.
    out.key("name").raw(std::string_view(listed.line).substr(8, listed.line.size() - 9));
}

void write_listed(JsonWriter& out, const ListedLine& listed) {
    write_line(out.begin_object(), listed);
    if (listed.you) write_you(out.key("you"), *listed.you);
    out.end_object();
}

void write_view(JsonWriter& out, const TournamentView& view) {
    const TournamentSettings& settings = view.settings;
    const bool is_robin = settings.format == TournamentFormat::round_robin ||
                          settings.format == TournamentFormat::league;
    write_line(out.begin_object(), view.line);
    out.key("seq").number(view.seq).key("about").text(settings.about);
    out.key("swap").boolean(settings.terms.swap).key("assistance");
    constexpr std::array<std::string_view, 3> assistances = {"full", "some", "none"};
    out.word(assistances.at(static_cast<std::size_t>(settings.terms.assistance)));
    out.key("double").boolean(is_robin && settings.rounds == 2);
    out.key("parallel");
    out.number_or_null(is_robin ? std::optional<std::int64_t>(settings.parallel) : std::nullopt);
    write_series(out.key("series"), settings.series);
    if (settings.ladder) write_ladder(out.key("ladder"), *settings.ladder);
    if (settings.league) write_league(out.key("league"), *settings.league);
    if (settings.arena) {
        write_arena(out.key("arena"), *settings.arena);
        write_instant(out.key("ends_at"), view.ends_at);
    }
    if (settings.groups) write_groups(out.key("groups"), *settings.groups);
    if (settings.mcmahon) write_mcmahon(out.key("mcmahon"), *settings.mcmahon);
    if (settings.is_quiet) out.key("quiet").boolean(true);
    out.key("break_minutes").number(settings.break_minutes);
    write_entry(out.key("entry"), settings.entry);
    write_ties(out.key("ties"), settings.ties);
    write_apart(out.key("apart"), settings.keeps_clubs_apart, view.apart,
                [&out](const std::string& handle) { out.text(handle); });
    write_rules(out.key("terms"), settings.rules);
    write_texts(out.key("organisers"), view.organisers);
    out.key("draw").begin_object().key("commitment").word(view.commitment);
    out.key("secret").text_or_null(view.secret).end_object();
    write_instant(out.key("next_round_at"), view.next_round_at);
    out.key("end_reason");
    if (view.end) {
        out.word(tournament_end_name(*view.end));
    } else {
        out.null();
    }
    out.key("reason").text_or_null(view.reason);
    if (view.line.you) write_you(out.key("you"), *view.line.you);
    out.end_object();
}

void write_players(JsonWriter& out, std::span<const TournamentPlayerView> players) {
    out.begin_array();
    for (const TournamentPlayerView& player : players) write_player(out, player);
    out.end_array();
}

void write_head(JsonWriter& out, const RoundHeadView& head) {
    out.key("round").number(head.round).key("state").word(head.state);
    write_instant(out.key("started_at"), head.started_at);
    write_instant(out.key("ended_at"), head.ended_at);
    write_instant(out.key("limit_at"), head.limit_at);
    out.key("pairings").number(head.pairings).key("open").number(head.open);
}

void write_halves(JsonWriter& out, const std::vector<int>& halves) {
    const Points points(halves_a_point);
    out.begin_array();
    for (const int one : halves) points.write(out, one);
    out.end_array();
}

void write_pairing(JsonWriter& out, const PairingView& pairing, const Points& points) {
    out.begin_object().key("table").number(pairing.table).key("players").begin_array();
    for (const PairingSideView& side : pairing.players) {
        out.begin_object().key("handle").text(side.handle).key("number").number(side.number);
        out.key("seat").word(engine::seat_name(side.seat));
        points.write(out.key("before"), side.units_before);
        points.write(out.key("points"), side.units);
        if (points.are_units()) out.key("place").number_or_null(side.place);
        out.key("forfeit").boolean(side.has_forfeited).end_object();
    }
    out.end_array().key("games").begin_array();
    int number = 0;
    for (const PairingGameView& game : pairing.games) {
        out.begin_object().key("game").id(game.game).key("number").number(++number);
        out.key("status").word(game.status);
        if (!game.halves.empty()) write_halves(out.key("points"), game.halves);
        out.end_object();
    }
    out.end_array().key("decided");
    if (pairing.decided) {
        out.word(decided_name(*pairing.decided));
    } else {
        out.null();
    }
    out.end_object();
}

void write_result(JsonWriter& out, const ResultView& result, const Points& points) {
    out.begin_object().key("round").number(result.round).key("kind").word(result.kind);
    const bool is_duel = result.opponents.size() == 1;
    out.key("opponent");
    out.number_or_null(is_duel ? std::optional(result.opponents[0]) : std::nullopt);
    write_seat(out.key("seat"), result.seat);
    points.write(out.key("points"), result.units);
    if (points.are_units()) {
        out.key("opponents").begin_array();
        for (const int opponent : result.opponents) out.number(opponent);
        out.end_array().key("place").number_or_null(result.place);
    }
    out.key("game").id_or_null(result.game).end_object();
}

void write_standing(JsonWriter& out, const StandingView& standing, const Points& points) {
    out.begin_object().key("place").number(standing.place).key("number").number(standing.number);
    out.key("handle").text(standing.handle).key("rating").number_or_null(standing.rating);
    out.key("state").word(standing.state);
    if (standing.group) out.key("group").number(*standing.group);
    write_initial(out, standing.initial_points);
    points.write(out.key("points"), standing.units);
    out.key("ties").begin_array();
    for (const TieView& tie : standing.ties) write_tie(out, tie);
    out.end_array().key("rounds").begin_array();
    for (const ResultView& result : standing.rounds) write_result(out, result, points);
    out.end_array().end_object();
}

void write_explanation(JsonWriter& out, const ExplanationView& explanation, const Points& points) {
    out.begin_object().key("handle").text(explanation.handle);
    points.write(out.key("points"), explanation.units);
    write_initial(out, explanation.initial_points);
    out.key("ties").begin_array();
    for (const ExplainedTieView& tie : explanation.ties) {
        out.begin_object().key("tie").word(tie_name(tie.figure.tie));
        write_tie(out.key("value"), tie.figure);
        out.key("parts").begin_array();
        for (const TiePartView& part : tie.parts) {
            out.begin_object().key("round").number(part.round);
            out.key("opponent").number_or_null(part.opponent);
            out.key("value").raw(exact_text(part.units, tie.figure.units_a_point));
            out.key("cut").boolean(part.is_cut).end_object();
        }
        out.end_array().end_object();
    }
    out.end_array().end_object();
}

}  // namespace

void write_numbers(JsonWriter& out, std::span<const int> numbers) {
    out.begin_array();
    for (const int number : numbers) out.number(number);
    out.end_array();
}

void write_standing_rows(JsonWriter& out, std::span<const StandingView> rows, int units_a_point) {
    const Points points(units_a_point);
    out.begin_array();
    for (const StandingView& standing : rows) write_standing(out, standing, points);
    out.end_array();
}

namespace {

void write_standings(JsonWriter& out, const StandingsView& view) {
    out.begin_object().key("seq").number(view.seq).key("round").number(view.round);
    out.key("final").boolean(view.is_final);
    const Points points(view.units_a_point);
    points.explain(out);
    write_ties(out.key("ties"), view.ties);
    write_standing_rows(out.key("standings"), view.standings, view.units_a_point);
    if (view.explain) write_explanation(out.key("explain"), *view.explain, points);
    out.end_object();
}

}  // namespace

std::string encode_line(const TournamentLine& line) {
    const TournamentSettings& settings = line.settings;
    JsonWriter out;
    out.begin_object().key("name").text(settings.name);
    out.key("format").word(format_name(settings.format));
    out.key("state").word(tournament_state_name(line.state)).key("setup").text(settings.setup);
    write_clock(out.key("clock"), settings.terms.clock);
    out.key("rated").boolean(settings.terms.rated).key("players").number(line.players);
    out.key("players_max").number(players_max(settings)).key("round").number(line.round);
    out.key("rounds").number_or_null(line.rounds);
    write_starts(out.key("starts"), settings.starts);
    write_instant(out.key("starts_at"), line.starts_at);
    out.key("visibility").word(settings.is_listed ? "public" : "unlisted");
    if (settings.club) out.key("club").id(*settings.club);
    write_instant(out.key("created_at"), line.created_at);
    write_instant(out.key("started_at"), line.started_at);
    write_instant(out.key("ended_at"), line.ended_at);
    out.end_object();
    return out.take();
}

std::string encode_tournament_page(std::span<const ListedLine> tournaments,
                                   const std::optional<std::string>& next_cursor) {
    constexpr std::size_t line_bytes = 600;
    return encode_page("tournaments", tournaments, next_cursor, write_listed, line_bytes);
}

std::string encode_tournament(const TournamentView& tournament) {
    JsonWriter out(2048);
    write_view(out, tournament);
    return out.take();
}

std::string encode_tournament_players(std::int64_t seq,
                                      std::span<const TournamentPlayerView> players) {
    JsonWriter out(64 + players.size() * 200);
    out.begin_object().key("seq").number(seq);
    write_players(out.key("players"), players);
    out.end_object();
    return out.take();
}

std::string encode_tournament_rounds(std::int64_t seq, std::span<const RoundHeadView> rounds) {
    JsonWriter out;
    out.begin_object().key("seq").number(seq).key("rounds").begin_array();
    for (const RoundHeadView& head : rounds) {
        write_head(out.begin_object(), head);
        out.end_object();
    }
    out.end_array().end_object();
    return out.take();
}

std::string encode_tournament_round(std::int64_t seq, const RoundView& round) {
    JsonWriter out(256 + round.tables.size() * 300);
    write_head(out.begin_object(), round.head);
    const Points points(round.units_a_point);
    out.key("seq").number(seq);
    points.explain(out);
    out.key("tables").begin_array();
    for (const PairingView& pairing : round.tables) write_pairing(out, pairing, points);
    out.end_array().key("resting").begin_array();
    for (const RestingView& resting : round.resting) {
        out.begin_object().key("handle").text(resting.handle);
        out.key("kind").word(resting_name(resting.kind));
        points.write(out.key("points"), resting.units);
        out.end_object();
    }
    out.end_array().end_object();
    return out.take();
}

namespace {

void write_side(JsonWriter& out, const BracketSideView& side) {
    out.begin_object().key("number").number_or_null(side.number).key("handle");
    out.text_or_null(side.number ? std::optional(side.handle) : std::nullopt);
    out.key("winner_of").number_or_null(side.winner_of);
    out.key("loser_of").number_or_null(side.loser_of).end_object();
}

void write_match(JsonWriter& out, const BracketMatchView& match) {
    out.begin_object().key("match").number(match.match).key("part").word(match.part);
    out.key("part_round").number(match.round).key("needed").boolean(match.is_needed);
    out.key("players").begin_array();
    for (const BracketSideView& side : match.sides) write_side(out, side);
    out.end_array();
    const auto at = [&match](int TableKey::* member) {
        return match.at ? std::optional<std::int64_t>((*match.at).*member) : std::nullopt;
    };
    out.key("round").number_or_null(at(&TableKey::round));
    out.key("table").number_or_null(at(&TableKey::table));
    out.key("winner").number_or_null(match.winner);
    write_halves(out.key("points"), match.halves);
    out.key("games").begin_array();
    for (const GameId game : match.games) out.id(game);
    out.end_array().end_object();
}

}  // namespace

std::string encode_tournament_bracket(const BracketView& bracket) {
    JsonWriter out(64 + bracket.matches.size() * 400);
    out.begin_object().key("seq").number(bracket.seq);
    out.key("champion").number_or_null(bracket.champion).key("matches").begin_array();
    for (const BracketMatchView& match : bracket.matches) write_match(out, match);
    out.end_array().end_object();
    return out.take();
}

std::string encode_tournament_fairness(const FairnessView& fairness) {
    JsonWriter out(1'024);
    out.begin_object().key("seq").number(fairness.seq).key("networks").begin_array();
    for (const auto& players : fairness.networks) {
        write_texts(out.begin_object().key("players"), players);
        out.end_object();
    }
    out.end_array().key("related_games").begin_array();
    for (const GameId game : fairness.related_games) out.id(game);
    out.end_array().key("resignations").begin_array();
    for (const FairnessView::Resignation& one : fairness.resignations) {
        out.begin_object().key("player").text(one.player).key("game").id(one.game);
        out.key("round").number(one.at.round).key("table").number(one.at.table);
        out.key("ply").number(one.ply).end_object();
    }
    out.end_array().key("together").begin_array();
    for (const FairnessView::Together& one : fairness.together) {
        write_texts(out.begin_object().key("players"), one.players);
        out.key("tables").number(one.tables).key("won").decimal(one.won, 1);
        out.key("expected").decimal(one.expected, 2).key("sigmas").decimal(one.sigmas, 1);
        out.end_object();
    }
    out.end_array().end_object();
    return out.take();
}

std::string encode_tournament_standings(const StandingsView& standings) {
    JsonWriter out(256 + standings.standings.size() * 800);
    write_standings(out, standings);
    return out.take();
}

namespace {

std::string text_of(const std::optional<int>& number) {
    return number ? std::to_string(*number) : "";
}

}  // namespace

std::string tournament_csv(const StandingsView& standings) {
    const Points points(standings.units_a_point);
    std::string text = "place,player,rating,points";
    if (points.are_units()) text += "_" + std::to_string(standings.units_a_point);
    for (const TieRule tie : standings.ties) text.append(",").append(tie_name(tie));
    const bool has_groups = std::ranges::any_of(
        standings.standings, [](const StandingView& one) { return one.group.has_value(); });
    if (has_groups) text += ",group";
    const bool has_initial = std::ranges::any_of(standings.standings, [](const StandingView& one) {
        return one.initial_points.has_value();
    });
    if (has_initial) text += ",initial_points";
    text += "\r\n";
    for (const StandingView& one : standings.standings) {
        text += std::to_string(one.place) + "," + one.handle + ",";
        text += text_of(one.rating) + "," + points.text(one.units);
        for (const TieView& tie : one.ties) text += "," + exact_text(tie.units, tie.units_a_point);
        if (has_groups) text += "," + text_of(one.group);
        if (has_initial) text += "," + text_of(one.initial_points);
        text += "\r\n";
    }
    return text;
}

std::string encode_tournament_export(const TournamentView& tournament,
                                     std::span<const TournamentPlayerView> players,
                                     std::span<const std::string> rounds,
                                     const StandingsView& standings,
                                     const std::optional<std::string>& groups) {
    JsonWriter out(65536);
    write_view(out.begin_object().key("tournament"), tournament);
    write_players(out.key("players"), players);
    out.key("rounds").begin_array();
    for (const std::string& round : rounds) out.raw(round);
    out.end_array();
    write_standings(out.key("standings"), standings);
    if (groups) out.key("groups").raw(*groups);
    out.end_object();
    return out.take();
}

}  // namespace tanbo::protocol
