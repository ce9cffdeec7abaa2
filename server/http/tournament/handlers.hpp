#pragma once

#include "server/http/handler.hpp"

// Tournaments. One function a route; routes.cpp beside this says which.
namespace tanbo::http {

using tournament::Tournaments;

// --- acts.cpp ---
Awaitable<Reply> post_tournament(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> patch_tournament(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> delete_tournament(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> post_tournament_join(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> post_tournament_withdraw(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> post_tournament_rest(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> post_tournament_start(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> post_tournament_cancel(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> post_ladder_challenge(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> post_ladder_accept(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> post_ladder_decline(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> post_ladder_cancel(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> put_organiser(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> delete_organiser(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> post_forfeit(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> post_tournament_verdict(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> post_annulment(RequestContext& context, Tournaments& tournaments);

// --- views.cpp ---
Awaitable<Reply> get_tournaments(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> get_my_tournaments(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> get_tournament(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> get_tournament_players(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> get_tournament_rounds(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> get_tournament_round(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> get_tournament_standings(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> get_tournament_bracket(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> get_tournament_groups(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> get_tournament_fairness(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> get_tournament_ladder(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> get_tournament_league(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> get_tournament_games(RequestContext& context, Tournaments& tournaments);
Awaitable<Reply> get_tournament_events(RequestContext& context, Tournaments& tournaments,
                                       tournament::Feed& feed,
                                       account::Authenticator& authenticator, game::Views& views);
Awaitable<Reply> get_tournament_export(RequestContext& context, Tournaments& tournaments);

// --- feed.cpp ---
Awaitable<Reply> get_tournament_feed(RequestContext& context, tournament::Reports& reports,
                                     notify::Feeds& feeds, const notify::Notices& notices);

// The tournament that comes first in the path. Errors: no_such_tournament.
protocol::Result<protocol::TournamentId> tournament_argument(const RequestContext& context);

}  // namespace tanbo::http
