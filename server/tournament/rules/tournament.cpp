#include "server/tournament/rules/tournament.hpp"

#include <algorithm>
#include <chrono>

#include "server/tournament/rules/arenas.hpp"
#include "server/tournament/rules/groups.hpp"
#include "server/tournament/rules/leagues.hpp"
#include "server/tournament/rules/openings.hpp"

namespace tanbo::tournament {

namespace {

Table& table_of(Tournament& tournament, const protocol::TableKey& at) {
    Round& round = tournament.rounds.at(static_cast<std::size_t>(at.round) - 1);
    return round.tables.at(static_cast<std::size_t>(at.table) - 1);
}

// Folds one event in; the instant is that of the event.
struct Fold {
    Tournament& into;
    Instant at;

    void operator()(const protocol::TournamentCreated& created) const {
        into.creator = created.by;
        into.organisers = {created.by};
        into.commitment = created.commitment;
        into.created_at = at;
        take(created.settings);
        if (!into.is_ladder()) return;
        into.state = TournamentState::running;
        into.started_at = at;
        into.rounds.push_back({at});
    }
    void operator()(const protocol::TournamentChanged& changed) const { take(changed.settings); }
    void operator()(const protocol::OrganiserChanged& changed) const {
        std::erase(into.organisers, changed.account);
        if (changed.is_added) into.organisers.push_back(changed.account);
    }
    void operator()(const protocol::PlayerEntered& entered) const {
        if (const auto known = into.find(entered.account)) {
            Player& player = into.players[static_cast<std::size_t>(*known)];
            player.withdrawn.reset();
            player.clubs = entered.clubs;
            wait_for_match(player);
            // A player who comes back to a league enters it like a new one.
            if (into.is_league()) {
                player.entered_at = at;
                player.first_round = entered.first_round;
            }
            return join(*known);
        }
        Player player;
        player.account = entered.account;
        player.rating = entered.rating;
        player.is_bot = entered.is_bot;
        player.clubs = entered.clubs;
        player.entered_at = at;
        player.first_round = entered.first_round;
        wait_for_match(player);
        into.players.push_back(player);
        join(static_cast<int>(into.players.size()) - 1);
    }
    void operator()(const protocol::PlayerWithdrawn& withdrawn) const {
        const auto is_it = [&](const Player& one) { return one.account == withdrawn.account; };
        if (into.state == TournamentState::open) {
            std::erase_if(into.players, is_it);
            return;
        }
        const auto player = std::ranges::find_if(into.players, is_it);
        player->withdrawn = withdrawn.cause;
        player->withdrawn_at = at;
        if (into.is_ladder()) leave(static_cast<int>(player - into.players.begin()));
    }
    void operator()(const protocol::RestChosen& rest) const {
        into.players[static_cast<std::size_t>(into.find(rest.account).value())].half_bye =
            rest.round;
    }
    void operator()(const protocol::PauseChosen& pause) const {
        Player& player = into.players[static_cast<std::size_t>(into.find(pause.account).value())];
        player.is_paused = pause.is_paused;
        if (pause.is_paused) ++player.pauses;
        player.free_since = at;
    }
    void operator()(const protocol::StartExtended& extended) const {
        into.starts_at = extended.starts_at;
        ++into.extensions;
    }
    void operator()(const protocol::TournamentStarted& started) const {
        std::vector<Player> players;
        players.reserve(started.players.size());
        for (const AccountId account : started.players) {
            players.push_back(into.player(into.find(account).value()));
        }
        into.players = std::move(players);
        into.state = TournamentState::running;
        into.rounds_planned = started.rounds;
        into.is_first_drawn = started.is_first_drawn;
        into.started_at = at;
        into.starts_at.reset();
        if (!into.is_arena()) return;
        into.rounds.push_back({at});
        for (Player& player : into.players) player.free_since = at;
    }
    void operator()(const protocol::RoundPaired& paired) const {
        Round round;
        round.paired_at = at;
        round.tables.reserve(paired.tables.size());
        for (const auto& seats : paired.tables) {
            Table table;
            table.seat_count = static_cast<int>(std::ssize(seats));
            for (std::size_t seat = 0; seat < seats.size(); ++seat) {
                if (seats[seat] == protocol::empty_seat) continue;
                table.players.push_back(seats[seat] - 1);
                table.seats.push_back(static_cast<int>(seat));
            }
            table.lost_by_forfeit.resize(table.players.size());
            round.tables.push_back(std::move(table));
        }
        for (const auto& [player, kind] : paired.resting) {
            round.resting.emplace_back(player - 1, kind);
        }
        into.rounds.push_back(std::move(round));
    }
    void operator()(const protocol::TableStarted& started) const {
        table_of(into, started.at).games.push_back({started.game});
        Round& round = into.rounds.at(static_cast<std::size_t>(started.at.round) - 1);
        if (!round.started_at) round.started_at = at;
    }
    void operator()(const protocol::GameCounted& counted) const {
        table_of(into, counted.at).games.back().halves = counted.halves;
    }
    void operator()(const protocol::TableDecided& decided) const {
        Table& table = table_of(into, decided.at);
        release(table);
        table.units = decided.units;
        table.places = decided.places;
        table.decided = decided.decided;
        table.lost_by_forfeit = decided.lost_by_forfeit;
        if (table.challenge) close(table);
    }
    void operator()(const protocol::PlayerForfeited& forfeited) const {
        Table& table = table_of(into, forfeited.at);
        table.lost_by_forfeit[table.index_of(forfeited.player - 1)] = true;
    }
    void operator()(const protocol::TableAnnulled& annulled) const {
        Table& table = table_of(into, annulled.at);
        const bool was_open = table.is_open();
        table.games.back().is_annulled = true;
        table.games.back().halves.reset();
        table.units.reset();
        table.places.clear();
        table.lost_by_forfeit.assign(table.players.size(), false);
        if (annulled.replays) return;
        if (was_open) release(table);
        table.units.emplace(table.players.size(), 0);
        table.decided = Decided::annulled;
        if (table.challenge) close(table);
    }
    void operator()(const protocol::RoundEnded& ended) const {
        Round& round = into.rounds.at(static_cast<std::size_t>(ended.round) - 1);
        round.ended_at = at;
        round.next_at = ended.next_at;
    }
    void operator()(const protocol::SeasonBegun& begun) const {
        if (!into.rounds.empty()) into.rounds.back().leavers = leavers_of(into);
        into.rounds.push_back(season_of(into, begun, at));
    }
    void operator()(const protocol::FinalSeeded& seeded) const {
        into.group_rounds = static_cast<int>(into.rounds.size());
        for (const int number : seeded.players) into.finalists.push_back(number - 1);
        const int finalists = static_cast<int>(into.finalists.size());
        into.rounds_planned = into.group_rounds + final_round_count(into.settings, finalists);
    }
    void operator()(const protocol::PlayersMatched& matched) const {
        for (const auto& players : matched.tables) {
            Table table;
            table.players = {players[0] - 1, players[1] - 1};
            table.seats = {0, 1};
            table.lost_by_forfeit.resize(2);
            into.rounds.front().tables.push_back(std::move(table));
        }
    }
    void operator()(const protocol::ChallengeMade& made) const {
        Table table;
        table.players = {made.challenged - 1, made.challenger - 1};
        table.seats = {0, 1};
        table.lost_by_forfeit.resize(2);
        table.challenge = Challenge{at, made.answer_by, into.settings.ladder.value()};
        into.rounds.front().tables.push_back(std::move(table));
    }
    void operator()(const protocol::ChallengeAccepted& accepted) const {
        challenge(accepted.challenge).accepted_at = at;
    }
    void operator()(const protocol::ChallengeDelayed& delayed) const {
        challenge(delayed.challenge).answer_by = delayed.answer_by;
    }
    void operator()(const protocol::TournamentFinished& finished) const {
        const bool is_cancelled = finished.end == protocol::TournamentEnd::cancelled ||
                                  into.state == TournamentState::open;
        into.state = is_cancelled ? TournamentState::cancelled : TournamentState::finished;
        into.end = finished.end;
        into.end_reason = finished.reason;
        into.secret = finished.secret;
        into.ended_at = at;
        into.starts_at.reset();
    }

    Challenge& challenge(int number) const {
        return table_of(into, {1, number, 1}).challenge.value();
    }

    // In an arena, the player is free from now on.
    void wait_for_match(Player& player) const {
        if (!into.is_arena() || into.rounds.empty()) return;
        player.is_paused = false;
        player.free_since = at;
        player.first_table = into.rounds.front().tables.size();
    }

    // The players of an open table are free.
    void release(const Table& table) const {
        for (const int player : table.players) {
            into.players[static_cast<std::size_t>(player)].free_since = at;
        }
    }

    void join(int player) const {
        if (!into.is_ladder()) return;
        into.places.resize(into.players.size());
        into.ladder.join(player);
        note_places(*into.ladder.place(player), *into.ladder.place(player) + 1);
    }

    // All below move up one.
    void leave(int player) const {
        const auto place = into.ladder.place(player);
        if (!place) return;
        into.ladder.leave(player);
        into.places[static_cast<std::size_t>(player)].push_back({at, {}});
        note_places(*place, static_cast<int>(into.ladder.players().size()));
    }

    // The challenge is over. A challenger who has won takes the place.
    void close(Table& table) const {
        table.challenge->decided_at = at;
        const std::vector<int>& units = table.units.value();
        if (units[1] <= units[0]) return;
        const int challenger = table.players[1];
        const auto before = into.ladder.place(challenger);
        into.ladder.win(challenger, table.players[0]);
        const auto after = into.ladder.place(challenger);
        if (after == before) return;
        table.challenge->taken = *after + 1;
        note_places(*after, *before + 1);
    }

    // Players stand elsewhere from the place `first` up to, but not at, `end`; from 0 on.
    void note_places(int first, int end) const {
        for (int place = first; place < end; ++place) {
            const int player = into.ladder.players()[static_cast<std::size_t>(place)];
            into.places[static_cast<std::size_t>(player)].push_back({at, place + 1});
        }
    }

    void take(const TournamentSettings& settings) const {
        const bool is_moved = into.settings.starts != settings.starts;
        into.settings = settings;
        if (!is_moved || into.state != TournamentState::open) return;
        into.starts_at.reset();
        if (settings.starts) into.starts_at = settings.starts->at;
        into.extensions = 0;
    }
};

std::optional<Instant> due_before_start(const Tournament& tournament) {
    const auto& starts = tournament.settings.starts;
    if (!starts) return std::nullopt;
    if (!starts->when_full) return tournament.starts_at;
    if (tournament.players_in() < *starts->when_full) return std::nullopt;
    return Instant::min();
}

std::optional<Instant> next_answer_due(const Tournament& tournament) {
    std::optional<Instant> first;
    for (const Table& table : tournament.rounds.front().tables) {
        if (!table.is_offered()) continue;
        const Instant by = table.challenge->answer_by;
        first = first ? std::min(*first, by) : by;
    }
    return first;
}

std::optional<Instant> next_round_due(const Tournament& tournament) {
    if (tournament.rounds.empty()) return Instant::min();
    const Round& last = tournament.rounds.back();
    const bool is_last = std::ssize(tournament.rounds) >= tournament.rounds_planned;
    if (is_last) return std::nullopt;
    if (last.ended_at) return last.next_at.value_or(Instant::min());
    return tournament.limit_at();
}

}  // namespace

int Round::open_tables() const {
    return static_cast<int>(std::ranges::count_if(tables, &Table::is_open));
}

bool Tournament::is_organiser(AccountId account) const {
    return std::ranges::find(organisers, account) != organisers.end();
}

std::optional<int> Tournament::find(AccountId account) const {
    const auto found = std::ranges::find(players, account, &Player::account);
    if (found == players.end()) return std::nullopt;
    return static_cast<int>(found - players.begin());
}

int Tournament::players_in() const {
    return static_cast<int>(std::ranges::count_if(players, &Player::is_in));
}

int Tournament::players_in(const Table& table) const {
    return static_cast<int>(
        std::ranges::count_if(table.players, [this](int index) { return player(index).is_in(); }));
}

const Table& Tournament::table(const protocol::TableKey& at) const {
    return rounds.at(static_cast<std::size_t>(at.round) - 1)
        .tables.at(static_cast<std::size_t>(at.table) - 1);
}

const Table* Tournament::find_table(const protocol::TableKey& at) const {
    if (at.round < 1 || at.round > std::ssize(rounds)) return nullptr;
    const auto& tables = rounds[static_cast<std::size_t>(at.round) - 1].tables;
    if (at.table < 1 || at.table > std::ssize(tables)) return nullptr;
    return &tables[static_cast<std::size_t>(at.table) - 1];
}

std::optional<Instant> Tournament::limit_at() const {
    if (rounds.empty()) return std::nullopt;
    if (const auto& league = rounds.back().league) {
        if (!league->season_days) return std::nullopt;
        return rounds.back().paired_at + std::chrono::days(*league->season_days);
    }
    if (!is_paired_by_round() || !settings.rules.round_limit_days) return std::nullopt;
    return rounds.back().paired_at + std::chrono::days(*settings.rules.round_limit_days);
}

bool Tournament::is_decided() const {
    return std::ranges::all_of(rounds, [](const Round& round) { return round.open_tables() == 0; });
}

bool Tournament::has_all_players() const {
    return std::ssize(players) >= protocol::tournament_players_max;
}

bool Tournament::takes_players() const {
    if (players_in() >= protocol::players_max(settings)) return false;
    if (state == TournamentState::open) return true;
    if (is_ladder()) return state == TournamentState::running;
    const bool is_full = has_all_players();
    if (is_arena()) return state == TournamentState::running && settings.entry.is_late;
    if (is_league()) {
        const bool is_running = state == TournamentState::running;
        return is_running && settings.entry.is_late && has_next_season(*this);
    }
    const bool is_late =
        state == TournamentState::running && is_paired_by_points() && settings.entry.is_late;
    if (!is_late || is_full) return false;
    return 2 * std::ssize(rounds) <= rounds_planned && std::ssize(rounds) < rounds_planned;
}

void apply(Tournament& tournament, const TournamentEvent& event) {
    std::visit(Fold{tournament, event.at}, event.data);
    tournament.seq = event.seq;
}

std::optional<Instant> due(const Tournament& tournament) {
    switch (tournament.state) {
        case TournamentState::open:
            return due_before_start(tournament);
        case TournamentState::running:
            break;
        case TournamentState::finished:
        case TournamentState::cancelled:
            return std::nullopt;
    }
    if (!openings(tournament, 1).empty()) return Instant::min();
    if (tournament.is_ladder()) return next_answer_due(tournament);
    if (tournament.is_league()) return league_due(tournament);
    if (tournament.is_arena()) return arena_due(tournament);
    if (tournament.has_groups()) return groups_due(tournament);
    const bool is_paired = std::ssize(tournament.rounds) >= tournament.rounds_planned;
    if (is_paired && tournament.is_decided()) return Instant::min();
    return tournament.is_paired_by_round() ? next_round_due(tournament) : std::nullopt;
}

int current_round(const Tournament& tournament) {
    if (tournament.is_paired_by_round()) return static_cast<int>(tournament.rounds.size());
    if (tournament.is_ladder()) return 0;
    int round = 0;
    for (int i = 0; i < std::ssize(tournament.rounds); ++i) {
        if (tournament.rounds[static_cast<std::size_t>(i)].started_at) round = i + 1;
    }
    return round;
}

std::optional<int> planned_rounds(const Tournament& tournament) {
    if (tournament.is_league()) return tournament.settings.league->seasons;
    if (tournament.rounds_planned > 0) return tournament.rounds_planned;
    if (!tournament.is_paired_by_points()) return std::nullopt;
    return tournament.settings.rounds;
}

std::optional<int> initial_points(const Tournament& tournament, int player) {
    const auto& rules = tournament.settings.mcmahon;
    if (!rules) return std::nullopt;
    return protocol::mcmahon_points(*rules, tournament.player(player).rating);
}

int resting_units(const Tournament& tournament, protocol::Resting kind) {
    const int units_a_point = protocol::units_a_point(tournament.settings);
    switch (kind) {
        case protocol::Resting::bye:
            return tournament.is_paired_by_points() ? units_a_point : 0;
        case protocol::Resting::half_bye:
            return units_a_point / 2;
        case protocol::Resting::absent:
            return 0;
    }
    return 0;
}

}  // namespace tanbo::tournament
