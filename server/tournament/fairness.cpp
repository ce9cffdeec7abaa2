#include "server/tournament/fairness.hpp"

#include "server/store/tables/games/tournaments.hpp"
#include "server/tournament/names.hpp"
#include "server/tournament/rules/together.hpp"

namespace tanbo::tournament {

protocol::FairnessView fairness_view(store::Reader& reader, const Loaded& loaded) {
    const Tournament& tournament = loaded.tournament;
    const Names names(reader, loaded.id);
    protocol::FairnessView view;
    view.seq = tournament.seq;
    for (const auto& accounts : store::shared_networks(reader, loaded.id)) {
        view.networks.push_back(names.handles(accounts));
    }
    for (const store::GameAtTable& game : store::related_games_of(reader, loaded.id)) {
        view.related_games.push_back(game.game);
    }
    for (const auto& one : store::early_resignations(reader, loaded.id, early_ply_max)) {
        const auto& at = one.game.at;
        view.resignations.push_back({names.handle(one.account),
                                     one.game.game,
                                     {static_cast<int>(at.round), static_cast<int>(at.table)},
                                     one.ply});
    }
    for (const Together& one : better_together(tournament)) {
        view.together.push_back({{names.handle(tournament.player(one.first).account),
                                  names.handle(tournament.player(one.second).account)},
                                 one.tables,
                                 one.won,
                                 one.expected,
                                 one.sigmas});
    }
    return view;
}

}  // namespace tanbo::tournament
