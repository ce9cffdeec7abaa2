#include "tests/server/tournament/rules/event_maker.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "server/tournament/rules/openings.hpp"
#include "server/tournament/rules/rounds.hpp"

namespace tanbo::tournament {

AccountId account(int number) {
    return AccountId{number};
}

TournamentSettings settings_of(TournamentFormat format, int rounds) {
    TournamentSettings settings;
    settings.name = "Cup";
    settings.format = format;
    settings.setup = format == TournamentFormat::pods ? "19x19-4p" : "9x9";
    settings.rounds = rounds;
    settings.ties = protocol::usual_ties(format);
    return settings;
}

Maker::Maker(const TournamentSettings& settings) {
    take(create(account(1), settings, "commitment", now_));
}

void Maker::take(const Decides& decided) {
    take(decided.value());
}

void Maker::take(const Decision& decision) {
    log_.insert(log_.end(), decision.events.begin(), decision.events.end());
    tournament_ = decision.next;
}

void Maker::enter(int players) {
    for (int number = 1; number <= players; ++number) {
        take(tournament::enter(tournament_, account(number), 2000 - number, false, now_));
    }
}

std::vector<std::string> names_of(const Tournament& tournament) {
    std::vector<std::string> names;
    names.reserve(tournament.players.size());
    for (const Player& player : tournament.players) {
        names.push_back(protocol::to_string(player.account));
    }
    return names;
}

void Maker::start() {
    const auto order = seeding(tournament_);
    std::vector<std::string> names;
    for (const AccountId one : order) names.push_back(protocol::to_string(one));
    take(tournament::start(tournament_, order, names, secret_, now_));
}

bool Maker::advance() {
    const Decision decision =
        tournament::advance(tournament_, names_of(tournament_), secret_, now_);
    take(decision);
    const auto tables = openings(tournament_, 1000);
    for (const auto& at : tables) take(open_table(tournament_, at, GameId{++games_}, now_));
    return !decision.events.empty() || !tables.empty();
}

void Maker::decide(const protocol::TableKey& at, std::vector<int> halves,
                   std::vector<bool> forfeits) {
    const GameId game = tournament_.table(at).running().value();
    const bool is_forfeit = forfeits[0] || forfeits[1];
    const GameResult result{
        std::move(halves), std::move(forfeits), is_forfeit ? Decided::forfeit : Decided::game, {}};
    take(record(tournament_, at, game, result, now_));
}

void Maker::place(const protocol::TableKey& at, std::vector<int> places) {
    const GameId game = tournament_.table(at).running().value();
    GameResult result;
    result.lost_by_forfeit = tournament_.table(at).lost_by_forfeit;
    result.units = units_of(places, result.lost_by_forfeit);
    result.places = std::move(places);
    take(record(tournament_, at, game, result, now_));
}

void Maker::play_all(std::mt19937& chance) {
    for (int round = 1; round <= std::ssize(tournament_.rounds); ++round) {
        const auto tables = tournament_.rounds[static_cast<std::size_t>(round) - 1].tables.size();
        for (int table = 1; table <= static_cast<int>(tables); ++table) {
            const protocol::TableKey at{round, table, 1};
            const Table& one = tournament_.table(at);
            if (!one.running()) continue;
            if (one.has_several()) {
                std::vector<int> places(one.players.size());
                std::iota(places.begin(), places.end(), 1);
                std::ranges::shuffle(places, chance);
                place(at, std::move(places));
                continue;
            }
            const int first = chance() % 2 == 0 ? 2 : 0;
            decide(at, {first, 2 - first});
        }
    }
}

Tournament replayed(const std::vector<TournamentEvent>& log) {
    Tournament tournament;
    for (const TournamentEvent& event : log) {
        const auto data = protocol::decode_stored_event(protocol::event_type(event.data),
                                                        protocol::encode_stored(event.data));
        apply(tournament, {event.seq, event.at, data.value()});
    }
    return tournament;
}

}  // namespace tanbo::tournament
