#include "server/tournament/reports.hpp"

#include <algorithm>

#include "server/store/store.hpp"
#include "server/store/tables/games/tournaments.hpp"
#include "server/tournament/log.hpp"
#include "server/tournament/names.hpp"
#include "server/tournament/views.hpp"

namespace tanbo::tournament {

namespace {

using protocol::Result;

Overview overview_for(const Loaded& loaded, AccountId account) {
    const Tournament& tournament = loaded.tournament;
    const auto player = tournament.find(account);
    Overview one;
    one.id = loaded.id;
    one.name = tournament.settings.name;
    one.format = tournament.settings.format;
    one.setup = tournament.settings.setup;
    one.state = tournament.state;
    one.players = tournament.players_in();
    one.round = current_round(tournament);
    one.rounds = planned_rounds(tournament);
    one.starts_at = tournament.starts_at;
    one.is_in = player && tournament.player(*player).is_in();
    return one;
}

Summary results_of(store::Reader& reader, const Loaded& loaded, int round) {
    const Tournament& tournament = loaded.tournament;
    const Names names(reader, loaded.id);
    Summary summary;
    summary.name = tournament.settings.name;
    summary.about = tournament.settings.about;
    summary.setup = tournament.settings.setup;
    summary.players = players_of(tournament, names);
    summary.standings = standings_of(tournament, names, {});
    summary.is_ladder = tournament.is_ladder();
    summary.is_league = tournament.is_league();
    summary.is_arena = tournament.is_arena();
    summary.rounds = static_cast<int>(std::ssize(round_heads(tournament)));
    const bool is_paired = round >= 1 && round <= summary.rounds;
    const int shown = is_paired ? round : current_round(tournament);
    if (shown > 0) summary.round = round_of(tournament, names, shown);
    return summary;
}

// Adds the tournaments of the query that are not there yet.
void add_listed(store::Reader& reader, std::vector<Overview>& all,
                const store::TournamentsQuery& query, AccountId account) {
    for (const auto& listed : store::list_tournaments(reader, query).tournaments) {
        const auto is_same = [&listed](const Overview& one) { return one.id == listed.id; };
        if (std::ssize(all) == query.limit || std::ranges::any_of(all, is_same)) continue;
        if (const auto loaded = load(reader, listed.id)) {
            all.push_back(overview_for(*loaded, account));
        }
    }
}

}  // namespace

base::Awaitable<Result<std::vector<Overview>>> Reports::overview(AccountId account, int limit) {
    return store_.read([account, limit](store::Reader& reader) {
        std::vector<Overview> all;
        for (const bool is_own : {true, false}) {
            for (const auto state : {TournamentState::open, TournamentState::running}) {
                store::TournamentsQuery query;
                query.limit = limit;
                query.state = protocol::tournament_state_name(state);
                if (is_own) query.account = account;
                add_listed(reader, all, query, account);
            }
        }
        return all;
    });
}

base::Awaitable<Result<Overview>> Reports::overview_of(TournamentId id, AccountId account) {
    return store_.read([id, account](store::Reader& reader) -> Result<Overview> {
        const auto loaded = load(reader, id);
        if (!loaded) return no_such_tournament(id);
        return overview_for(*loaded, account);
    });
}

base::Awaitable<Result<Summary>> Reports::summary(TournamentId id, int round) {
    return store_.read([id, round](store::Reader& reader) -> Result<Summary> {
        const auto loaded = load(reader, id);
        if (!loaded) return no_such_tournament(id);
        return results_of(reader, *loaded, round);
    });
}

base::Awaitable<Result<News>> Reports::news(TournamentId id) {
    return store_.read([id](store::Reader& reader) -> Result<News> {
        const auto loaded = load(reader, id);
        if (!loaded) return no_such_tournament(id);
        return news_of(reader, *loaded);
    });
}

}  // namespace tanbo::tournament
