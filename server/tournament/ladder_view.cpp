#include "server/tournament/ladder_view.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <vector>

#include "protocol/json/error.hpp"
#include "server/tournament/entry.hpp"
#include "server/tournament/rules/ladders.hpp"

namespace tanbo::tournament {

namespace {

const std::vector<PlaceChange>& places_of_player(const Tournament& tournament, int player) {
    return tournament.places[static_cast<std::size_t>(player)];
}

// The place that a player had at an instant; nothing before the entry.
std::optional<int> place_at(const std::vector<PlaceChange>& changes, Instant at) {
    std::optional<int> place;
    for (const PlaceChange& change : changes) {
        if (change.at > at) break;
        place = change.place;
    }
    return place;
}

protocol::LadderPlayerView ladder_player(store::Reader& reader, const Tournament& tournament,
                                         const Names& names, int player, Instant now) {
    const auto& changes = places_of_player(tournament, player);
    protocol::LadderPlayerView view;
    view.place = *tournament.ladder.place(player) + 1;
    view.number = player + 1;
    view.handle = names.handle(tournament.player(player).account);
    view.is_bot = tournament.player(player).is_bot;
    view.rating = rating_of(reader, tournament.player(player).account, tournament.settings);
    view.since = changes.back().at;
    const auto before = place_at(changes, now - std::chrono::days(moved_days));
    if (before) view.moved = *before - view.place;
    return view;
}

protocol::LadderYou you_on_ladder(const Tournament& tournament, int player) {
    const auto& changes = places_of_player(tournament, player);
    protocol::LadderYou you;
    you.place = *tournament.ladder.place(player) + 1;
    you.best = you.place;
    for (const PlaceChange& change : changes) {
        if (change.place) you.best = std::min(you.best, *change.place);
    }
    const auto shown = std::min<std::ptrdiff_t>(std::ssize(changes), own_places_max);
    for (auto one = changes.end() - shown; one != changes.end(); ++one) {
        you.places.push_back({one->at, one->place});
    }
    const auto& challenges = tournament.rounds.front().tables;
    const auto open = std::ranges::count_if(challenges, [player](const Table& table) {
        return table.is_open() && table.players[1] == player;
    });
    you.slots_left = std::max(0, tournament.settings.ladder->slots - static_cast<int>(open));
    return you;
}

std::string_view outcome_of(const Table& table) {
    if (table.is_open()) return {};
    if (table.decided == Decided::annulled) return "annulled";
    const std::vector<int>& units = *table.units;
    return units[1] > units[0] ? "won" : units[1] < units[0] || units[0] == 0 ? "lost" : "level";
}

void add_challenges(protocol::LadderView& view, const Tournament& tournament, const Names& names) {
    const auto& tables = tournament.rounds.front().tables;
    std::vector<std::pair<Instant, int>> over;
    for (int number = 1; number <= std::ssize(tables); ++number) {
        const Table& table = tables[static_cast<std::size_t>(number) - 1];
        if (table.is_open()) {
            view.open.push_back(challenge_view(tournament, names, number));
        } else {
            over.emplace_back(*table.challenge->decided_at, number);
        }
    }
    std::ranges::sort(over, std::greater());
    if (over.size() > recent_challenges_max) over.resize(recent_challenges_max);
    for (const auto& [at, number] : over) {
        view.recent.push_back(challenge_view(tournament, names, number));
    }
}

}  // namespace

protocol::LadderChallengeView challenge_view(const Tournament& tournament, const Names& names,
                                             int number) {
    const Table& table = *tournament.find_challenge(number);
    const auto name_of = [&](int player) {
        return names.handle(tournament.player(player).account);
    };
    protocol::LadderChallengeView view;
    view.challenge = number;
    view.challenger = name_of(table.players[1]);
    view.challenged = name_of(table.players[0]);
    view.state = table.is_offered() ? "offered" : table.is_open() ? "playing" : "over";
    view.made_at = table.challenge->made_at;
    view.answer_by = table.challenge->answer_by;
    view.accepted_at = table.challenge->accepted_at;
    if (!table.games.empty()) view.game = table.games.back().game;
    view.outcome = outcome_of(table);
    if (table.is_open()) return view;
    view.decided = table.decided;
    view.decided_at = table.challenge->decided_at;
    view.place = table.challenge->taken;
    return view;
}

protocol::LadderView ladder_view(store::Reader& reader, const Loaded& loaded, const Names& names,
                                 std::optional<AccountId> viewer, Instant now) {
    const Tournament& tournament = loaded.tournament;
    protocol::LadderView view;
    view.seq = tournament.seq;
    if (!tournament.is_ladder()) return view;
    const auto you = viewer ? tournament.find(*viewer) : std::nullopt;
    const bool is_on = you && tournament.ladder.place(*you);
    view.players.reserve(tournament.ladder.players().size());
    for (const int player : tournament.ladder.players()) {
        auto& row =
            view.players.emplace_back(ladder_player(reader, tournament, names, player, now));
        if (!is_on || player == *you) continue;
        const auto fault =
            challenge_fault(tournament, *viewer, tournament.player(player).account, now);
        row.may_challenge = fault ? protocol::code_name(fault->code) : "possible";
    }
    if (is_on) view.you = you_on_ladder(tournament, *you);
    add_challenges(view, tournament, names);
    return view;
}

}  // namespace tanbo::tournament
