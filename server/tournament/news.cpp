#include "server/tournament/news.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "protocol/games/events.hpp"
#include "protocol/json/words.hpp"
#include "server/tournament/names.hpp"
#include "server/tournament/pairing/swiss.hpp"

namespace tanbo::tournament {

namespace {

std::string table_text(const Tournament& tournament, const protocol::TableKey& at) {
    if (tournament.is_arena()) return "Table " + std::to_string(at.table) + ": ";
    return std::string(tournament.is_league() ? "Season " : "Round ") + std::to_string(at.round) +
           ", table " + std::to_string(at.table) + ": ";
}

// One event as a line; empty: it is not told.
class Narrator {
public:
    Narrator(const Tournament& tournament, const Names& names)
        : tournament_(tournament), names_(names) {}

    std::string operator()(const protocol::TournamentCreated& created) const {
        return names_.handle(created.by) + " announces the tournament.";
    }
    std::string operator()(const protocol::TournamentChanged& changed) const {
        return names_.handle(changed.by) + " changes the settings.";
    }
    std::string operator()(const protocol::OrganiserChanged& changed) const {
        return names_.handle(changed.account) +
               (changed.is_added ? " becomes an organiser." : " is no longer an organiser.");
    }
    std::string operator()(const protocol::PlayerEntered& entered) const {
        return names_.handle(entered.account) + " enters.";
    }
    std::string operator()(const protocol::PlayerWithdrawn& left) const {
        return names_.handle(left.account) + " withdraws.";
    }
    std::string operator()(const protocol::RestChosen&) const { return {}; }
    std::string operator()(const protocol::PauseChosen&) const { return {}; }
    std::string operator()(const protocol::StartExtended& extended) const {
        return "The start moves to " + protocol::format_instant(extended.starts_at) + ".";
    }
    std::string operator()(const protocol::TournamentStarted& started) const {
        return "The tournament starts with " + protocol::counted(started.players.size(), "player") +
               ".";
    }
    std::string operator()(const protocol::RoundPaired& paired) const {
        return "Round " + std::to_string(paired.round) +
               " is paired: " + protocol::counted(paired.tables.size(), "table") + ".";
    }
    std::string operator()(const protocol::TableStarted&) const { return {}; }
    std::string operator()(const protocol::GameCounted& counted) const {
        const Table* const table = tournament_.find_table(counted.at);
        if (table == nullptr) return {};
        return table_text(tournament_, counted.at) + "game " + std::to_string(counted.at.number) +
               ": " + scores(*table, counted.halves, pairing::win_halves) + ".";
    }
    std::string operator()(const protocol::TableDecided& decided) const {
        const Table* const table = tournament_.find_table(decided.at);
        if (table != nullptr && table->challenge) return challenge_text(*table);
        const std::string text = table_text(tournament_, decided.at);
        if (table == nullptr) return text + "decided.";
        const int units = protocol::units_a_point(tournament_.settings);
        return text + scores(*table, decided.units, units) +
               (decided.decided == Decided::forfeit ? " (forfeit)." : ".");
    }
    std::string operator()(const protocol::PlayerForfeited& forfeited) const {
        return table_text(tournament_, forfeited.at) +
               names_.handle(tournament_.player(forfeited.player - 1).account) +
               " loses by forfeit.";
    }
    std::string operator()(const protocol::TableAnnulled& annulled) const {
        return table_text(tournament_, annulled.at) + "the game doesn't count.";
    }
    std::string operator()(const protocol::RoundEnded& ended) const {
        if (tournament_.is_arena()) return {};
        return std::string(tournament_.is_league() ? "Season " : "Round ") +
               std::to_string(ended.round) + " is over.";
    }
    std::string operator()(const protocol::SeasonBegun& begun) const {
        return "Season " + std::to_string(begun.season) + " begins with " +
               protocol::counted(begun.divisions.size(), "division") + ".";
    }
    std::string operator()(const protocol::FinalSeeded& seeded) const {
        return "The final stage begins with " + protocol::counted(seeded.players.size(), "player") +
               ".";
    }
    std::string operator()(const protocol::PlayersMatched&) const { return {}; }
    std::string operator()(const protocol::ChallengeMade& made) const {
        return name_of(made.challenger) + " challenges " + name_of(made.challenged) + ".";
    }
    std::string operator()(const protocol::ChallengeAccepted&) const { return {}; }
    std::string operator()(const protocol::ChallengeDelayed&) const { return {}; }
    std::string operator()(const protocol::TournamentFinished& finished) const {
        if (finished.end == protocol::TournamentEnd::cancelled) {
            return "The tournament is cancelled.";
        }
        return "The tournament is over.";
    }

private:
    std::string name_of(int number) const {
        return names_.handle(tournament_.player(number - 1).account);
    }

    // "anna takes place 3 from ben.", "ben defends the place against anna."
    std::string challenge_text(const Table& table) const {
        const std::string challenger = name_of(table.players[1] + 1);
        const std::string challenged = name_of(table.players[0] + 1);
        if (table.is_open() || table.decided == Decided::annulled) return {};
        if ((*table.units)[1] <= (*table.units)[0]) {
            return challenged + " keeps the place against " + challenger + ".";
        }
        if (!table.challenge->taken) return challenger + " wins against " + challenged + ".";
        return challenger + " takes place " + std::to_string(*table.challenge->taken) + " from " +
               challenged + ".";
    }

    // "anna 1, ben 0"
    std::string scores(const Table& table, const std::vector<int>& units, int a_point) const {
        std::string text;
        for (std::size_t i = 0; i < units.size(); ++i) {
            if (i > 0) text += ", ";
            text += names_.handle(tournament_.player(table.players.at(i)).account) + " " +
                    protocol::points_text(units[i], a_point);
        }
        return text;
    }

    const Tournament& tournament_;
    const Names& names_;
};

std::optional<protocol::GameId> game_of(const TournamentEventData& data) {
    if (const auto* const counted = std::get_if<protocol::GameCounted>(&data)) {
        return counted->game;
    }
    const auto* const decided = std::get_if<protocol::TableDecided>(&data);
    return decided == nullptr ? std::nullopt : decided->game;
}

}  // namespace

News news_of(store::Reader& reader, const Loaded& loaded) {
    const Tournament& tournament = loaded.tournament;
    const Names names(reader, loaded.id);
    const Narrator narrate(tournament, names);
    News news;
    news.name = tournament.settings.name;
    news.creator = names.handle(tournament.creator);
    news.created_at = tournament.created_at;
    news.updated_at = tournament.created_at;
    // Starts of games are not told, and a round may have as many of them as results.
    auto events =
        read_log(reader, loaded.id, std::max<std::int64_t>(0, tournament.seq - 4 * news_max));
    std::ranges::reverse(events);
    for (const TournamentEvent& event : events) {
        std::string text = std::visit(narrate, event.data);
        if (text.empty() || std::ssize(news.headlines) == news_max) continue;
        news.headlines.push_back({event.seq, event.at, std::move(text), game_of(event.data)});
    }
    if (!news.headlines.empty()) news.updated_at = news.headlines.front().at;
    return news;
}

}  // namespace tanbo::tournament
