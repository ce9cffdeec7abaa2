#include "server/tournament/views.hpp"

#include <algorithm>
#include <tuple>

#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/games/game_summaries.hpp"
#include "server/tournament/entry.hpp"
#include "server/tournament/pairing/trf.hpp"
#include "server/tournament/rules/arenas.hpp"
#include "server/tournament/rules/groups.hpp"
#include "server/tournament/rules/leagues.hpp"
#include "server/tournament/rules/rounds.hpp"
#include "server/tournament/rules/series.hpp"

namespace tanbo::tournament {

namespace {

std::string_view state_of(const Tournament& tournament, const Player& player) {
    if (!player.is_in()) return "withdrawn";
    if (player.is_paused) return "paused";
    return tournament.state == TournamentState::open ? "entered" : "playing";
}

protocol::TournamentPlayerView player_view(const Tournament& tournament, const Names& names,
                                           int index) {
    const Player& player = tournament.player(index);
    protocol::TournamentPlayerView view;
    view.number = index + 1;
    view.handle = names.handle(player.account);
    view.is_bot = player.is_bot;
    view.rating = player.rating;
    view.state = state_of(tournament, player);
    view.entered_at = player.entered_at;
    view.first_round = player.first_round;
    view.half_bye = player.half_bye;
    view.withdrawn = player.withdrawn;
    view.initial_points = initial_points(tournament, index);
    return view;
}

// The games of a player that are in progress, with their places.
std::vector<protocol::NextGameView> next_games(store::Reader& reader, const Tournament& tournament,
                                               const Names& names, int player) {
    std::vector<protocol::NextGameView> games;
    std::vector<GameId> ids;
    for (std::size_t round = 0; round < tournament.rounds.size(); ++round) {
        const auto& tables = tournament.rounds[round].tables;
        for (std::size_t table = 0; table < tables.size(); ++table) {
            const Table& one = tables[table];
            if (!one.has(player) || !one.running()) continue;
            protocol::NextGameView& view = games.emplace_back();
            view.game = *one.running();
            view.round = static_cast<int>(round) + 1;
            view.table = static_cast<int>(table) + 1;
            for (const int other : one.players) {
                if (other == player) continue;
                view.opponents.push_back(names.handle(tournament.player(other).account));
            }
            ids.push_back(view.game);
        }
    }
    const AccountId account = tournament.player(player).account;
    for (const store::GameSummary& game : store::find_games(reader, ids)) {
        const auto view = std::ranges::find(games, game.id, &protocol::NextGameView::game);
        for (const store::GamePlayer& seat : game.players) {
            if (view == games.end() || seat.account != account) continue;
            view->seat = engine::seat_at(seat.seat);
            view->is_to_move = game.to_move == seat.seat;
        }
    }
    std::ranges::sort(games, {}, [](const protocol::NextGameView& game) {
        return std::tuple(!game.is_to_move, game.round, game.table);
    });
    return games;
}

std::string_view entry_of(store::Reader& reader, const Tournament& tournament, AccountId viewer,
                          Instant now) {
    const auto account = store::find_account(reader, viewer);
    if (!account) return protocol::code_name(protocol::Code::entry_closed);
    const auto fault = entry_fault(reader, *account, tournament, now);
    return fault ? protocol::code_name(fault->code) : "possible";
}

// When the next round is paired, once the last one is over.
std::optional<Instant> next_round_of(const Tournament& tournament) {
    const bool is_over = tournament.state == TournamentState::running &&
                         !tournament.rounds.empty() && tournament.rounds.back().ended_at;
    if (!is_over) return std::nullopt;
    if (tournament.has_groups()) return next_stage_round_at(tournament);
    return tournament.is_league() ? next_season_at(tournament) : tournament.rounds.back().next_at;
}

int seat_in_latest_game(const Table& table, std::size_t player) {
    return seat_in_game(table, player, table.games.empty() ? 0 : table.games.size() - 1);
}

protocol::PairingView pairing_view(const Tournament& tournament, const Names& names, int round,
                                   std::size_t index) {
    const Table& table = tournament.rounds[static_cast<std::size_t>(round) - 1].tables[index];
    protocol::PairingView view;
    view.table = static_cast<int>(index) + 1;
    for (std::size_t i = 0; i < table.players.size(); ++i) {
        const int player = table.players[i];
        protocol::PairingSideView& side = view.players.emplace_back();
        side.handle = names.handle(tournament.player(player).account);
        side.number = player + 1;
        side.seat = engine::seat_at(seat_in_latest_game(table, i));
        side.units_before = units_before(tournament, player, round);
        if (table.units) side.units = (*table.units)[i];
        if (!table.places.empty()) side.place = table.places[i];
        side.has_forfeited = table.lost_by_forfeit[i];
    }
    for (const TableGame& game : table.games) {
        const bool is_active = table.running() == game.game;
        view.games.push_back({game.game,
                              game.is_annulled ? "annulled"
                              : is_active      ? "active"
                                               : "finished",
                              game.halves.value_or(std::vector<int>())});
    }
    if (table.units) view.decided = table.decided;
    return view;
}

std::string_view kind_of(const Table& table, bool has_game) {
    if (table.is_open()) return has_game ? "playing" : "waiting";
    switch (table.decided) {
        case Decided::game:
        case Decided::adjudicated:
            return "game";
        case Decided::forfeit:
        case Decided::annulled:
        case Decided::declined:
        case Decided::unanswered:
        case Decided::cancelled:
            return "forfeit";
        case Decided::removed:
            return "removed";
    }
    return "game";
}

}  // namespace

protocol::ResultView result_at(const Table& table, std::size_t index) {
    protocol::ResultView result;
    result.kind = kind_of(table, table.running().has_value());
    for (const int player : table.players) {
        if (player != table.players[index]) result.opponents.push_back(player + 1);
    }
    result.seat = engine::seat_at(seat_in_latest_game(table, index));
    if (table.units) result.units = (*table.units)[index];
    if (!table.places.empty()) result.place = table.places[index];
    if (!table.games.empty()) result.game = table.games.back().game;
    return result;
}

namespace {

// The games of each player of an arena in their order, by numbers from 1 on.
std::vector<std::vector<protocol::ResultView>> arena_rows(const Tournament& tournament) {
    CrossTable rows(tournament.players.size());
    if (tournament.rounds.empty()) return rows;
    for (const Table& table : tournament.rounds.front().tables) {
        for (std::size_t seat = 0; seat < table.players.size(); ++seat) {
            auto& row = rows[static_cast<std::size_t>(table.players[seat])];
            auto& result = row.emplace_back(result_at(table, seat));
            result.round = static_cast<int>(row.size());
        }
    }
    return rows;
}

}  // namespace

CrossTable cross_table(const Tournament& tournament) {
    CrossTable rows(tournament.players.size());
    if (tournament.is_arena()) return arena_rows(tournament);
    if (tournament.is_ladder() || tournament.is_league()) return rows;
    for (std::size_t i = 0; i < tournament.rounds.size(); ++i) {
        const Round& round = tournament.rounds[i];
        const int number = static_cast<int>(i) + 1;
        for (auto& row : rows) {
            protocol::ResultView absent;
            absent.round = number;
            absent.kind = "absent";
            absent.units = 0;
            row.push_back(absent);
        }
        for (const Table& table : round.tables) {
            for (std::size_t seat = 0; seat < table.players.size(); ++seat) {
                protocol::ResultView& result =
                    rows[static_cast<std::size_t>(table.players[seat])].back();
                result = result_at(table, seat);
                result.round = number;
            }
        }
        for (const auto& [player, kind] : round.resting) {
            protocol::ResultView& result = rows[static_cast<std::size_t>(player)].back();
            result.kind = protocol::resting_name(kind);
            result.units = resting_units(tournament, kind);
        }
    }
    return rows;
}

namespace {

// The group of each player, from 1 on; empty without groups, and before the start.
std::vector<int> group_numbers(const Tournament& tournament) {
    std::vector<int> numbers;
    if (!tournament.has_groups() || !tournament.started_at) return numbers;
    numbers.resize(tournament.players.size(), 0);
    int number = 0;
    for (const std::vector<int>& group : groups_of(tournament)) {
        ++number;
        for (const int player : group) numbers[static_cast<std::size_t>(player)] = number;
    }
    return numbers;
}

protocol::ExplanationView explanation_of(const Tournament& tournament, const Names& names,
                                         const protocol::StandingView& standing) {
    protocol::ExplanationView view;
    const int player = standing.number - 1;
    view.handle = names.handle(tournament.player(player).account);
    view.units = standing.units;
    view.initial_points = standing.initial_points;
    const auto explained = explain(tournament, player);
    for (std::size_t i = 0; i < explained.size(); ++i) {
        protocol::ExplainedTieView tie{standing.ties[i], {}};
        for (const pairing::Addend& addend : explained[i].parts) {
            protocol::TiePartView part{addend.round + 1, {}, addend.value, addend.is_cut};
            if (addend.opponent >= 0) part.opponent = addend.opponent + 1;
            tie.parts.push_back(part);
        }
        view.ties.push_back(std::move(tie));
    }
    return view;
}

}  // namespace

protocol::TournamentYou you_of(store::Reader& reader, const Loaded& loaded, const Names& names,
                               AccountId viewer, Instant now) {
    const Tournament& tournament = loaded.tournament;
    protocol::TournamentYou you;
    you.is_organiser = tournament.is_organiser(viewer);
    you.entry = entry_of(reader, tournament, viewer, now);
    const auto player = tournament.find(viewer);
    if (const auto& rules = tournament.settings.mcmahon) {
        you.initial_points = player ? initial_points(tournament, *player)
                                    : protocol::mcmahon_points(
                                          *rules, rating_of(reader, viewer, tournament.settings));
    }
    if (player) {
        you.player = player_view(tournament, names, *player);
        you.games = next_games(reader, tournament, names, *player);
    }
    return you;
}

protocol::TournamentView to_view(store::Reader& reader, const Loaded& loaded,
                                 std::optional<AccountId> viewer, Instant now) {
    const Tournament& tournament = loaded.tournament;
    const Names names(reader, loaded.id);
    protocol::TournamentView view;
    view.line = {loaded.id, names.handle(tournament.creator), line_of(tournament), {}};
    if (viewer) view.line.you = you_of(reader, loaded, names, *viewer, now);
    view.seq = tournament.seq;
    view.settings = tournament.settings;
    for (const auto& group : tournament.settings.apart) view.apart.push_back(names.handles(group));
    view.organisers = names.handles(tournament.organisers);
    view.commitment = tournament.commitment;
    if (tournament.is_over()) view.secret = tournament.secret;
    view.next_round_at = next_round_of(tournament);
    if (tournament.is_arena() && tournament.started_at) view.ends_at = arena_ends_at(tournament);
    view.end = tournament.end;
    view.reason = tournament.end_reason;
    return view;
}

std::vector<protocol::TournamentPlayerView> players_of(const Tournament& tournament,
                                                       const Names& names) {
    std::vector<protocol::TournamentPlayerView> players;
    players.reserve(tournament.players.size());
    for (int i = 0; i < std::ssize(tournament.players); ++i) {
        players.push_back(player_view(tournament, names, i));
    }
    return players;
}

std::vector<protocol::RoundHeadView> round_heads(const Tournament& tournament) {
    std::vector<protocol::RoundHeadView> heads;
    if (tournament.is_ladder()) return heads;
    for (const Round& round : tournament.rounds) {
        protocol::RoundHeadView& head = heads.emplace_back();
        head.round = static_cast<int>(heads.size());
        head.state = round.ended_at ? "finished" : round.started_at ? "playing" : "waiting";
        head.started_at = round.started_at;
        head.ended_at = round.ended_at;
        const bool is_last = head.round == std::ssize(tournament.rounds) && !tournament.is_over();
        if (is_last && !round.ended_at) head.limit_at = tournament.limit_at();
        head.pairings = static_cast<int>(round.tables.size());
        head.open = round.open_tables();
    }
    return heads;
}

protocol::RoundView round_of(const Tournament& tournament, const Names& names, int round) {
    protocol::RoundView view;
    view.head = round_heads(tournament)[static_cast<std::size_t>(round) - 1];
    view.units_a_point = protocol::units_a_point(tournament.settings);
    const Round& one = tournament.rounds[static_cast<std::size_t>(round) - 1];
    for (std::size_t table = 0; table < one.tables.size(); ++table) {
        view.tables.push_back(pairing_view(tournament, names, round, table));
    }
    for (const auto& [player, kind] : one.resting) {
        view.resting.push_back({names.handle(tournament.player(player).account), kind,
                                resting_units(tournament, kind)});
    }
    return view;
}

protocol::StandingView standing_view(const Tournament& tournament, const Names& names,
                                     const Ranked& ranked) {
    const Player& player = tournament.player(ranked.player);
    protocol::StandingView standing;
    standing.place = ranked.place;
    standing.number = ranked.player + 1;
    standing.handle = names.handle(player.account);
    standing.rating = player.rating;
    standing.state = state_of(tournament, player);
    standing.units = ranked.units;
    standing.initial_points = initial_points(tournament, ranked.player);
    for (std::size_t i = 0; i < ranked.values.size(); ++i) {
        const protocol::TieRule tie = tournament.settings.ties[i];
        standing.ties.push_back({tie, ranked.values[i], units_a_point(tie)});
    }
    return standing;
}

protocol::StandingsView standings_of(const Tournament& tournament, const Names& names,
                                     std::optional<int> explained) {
    protocol::StandingsView view;
    view.seq = tournament.seq;
    view.round = current_round(tournament);
    view.is_final = tournament.state == TournamentState::finished;
    view.units_a_point = protocol::units_a_point(tournament.settings);
    view.ties = tournament.settings.ties;
    const auto rows = cross_table(tournament);
    const std::vector<int> groups = group_numbers(tournament);
    for (const Ranked& one : standings(tournament, names.entrants(tournament))) {
        auto& standing = view.standings.emplace_back(standing_view(tournament, names, one));
        standing.rounds = rows[static_cast<std::size_t>(one.player)];
        if (!groups.empty()) standing.group = groups[static_cast<std::size_t>(one.player)];
        if (explained == one.player) view.explain = explanation_of(tournament, names, standing);
    }
    return view;
}

std::string trf_of(const Tournament& tournament, const Names& names) {
    pairing::Trf report;
    report.name = tournament.settings.name;
    report.type = protocol::format_name(tournament.settings.format);
    report.event.players = outcomes(tournament, Unfinished::nothing);
    report.event.rounds = tournament.rounds_planned;
    report.event.initial_side =
        tournament.is_first_drawn ? pairing::Side::first : pairing::Side::second;
    for (const Player& player : tournament.players) {
        pairing::TrfPlayer row;
        row.name = names.handle(player.account);
        row.rating = player.rating.value_or(0);
        report.players.push_back(std::move(row));
    }
    for (const auto& one : standings(tournament, names.entrants(tournament))) {
        report.players[static_cast<std::size_t>(one.player)].place = one.place;
    }
    return pairing::write_trf(report);
}

}  // namespace tanbo::tournament
