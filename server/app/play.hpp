#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "server/account/access/authenticator.hpp"
#include "server/analysis_jobs/ended_games.hpp"
#include "server/analysis_jobs/searches.hpp"
#include "server/app/figures.hpp"
#include "server/app/storage.hpp"
#include "server/bots/moves.hpp"
#include "server/chat/chat.hpp"
#include "server/chat/notes.hpp"
#include "server/club/clubs.hpp"
#include "server/game/feed/bot_streams.hpp"
#include "server/game/feed/feed.hpp"
#include "server/game/feed/presence.hpp"
#include "server/game/feed/presence_rows.hpp"
#include "server/game/referee.hpp"
#include "server/game/time/dead_node_cleanup.hpp"
#include "server/game/time/deadline_scheduler.hpp"
#include "server/game/views/views.hpp"
#include "server/lobby/lobby.hpp"
#include "server/lobby/watchers.hpp"
#include "server/operate/observers.hpp"
#include "server/rating/reports.hpp"
#include "server/tournament/director.hpp"
#include "server/tournament/feed.hpp"
#include "server/tournament/reports.hpp"
#include "server/tournament/tournaments.hpp"

namespace tanbo::app {

// The belongings of one I/O thread.
struct Local {
    Local(Storage& storage, game::Presence& presence, game::BotStreams& bots, const Config& config,
          base::Executor executor);

    game::Views views;
    game::Feed feed;
    account::Authenticator authenticator;
    tournament::Feed tournaments;
};

// Games from a challenge to the end, and what is known of them.
struct Play {
    Play(Storage& storage, const Config& config);

    std::vector<game::Feed*> feeds() const;
    std::vector<account::Authenticator*> authenticators() const;

    game::Presence presence;
    game::BotStreams bot_streams;
    std::optional<game::PresenceRows> presence_rows;         // nothing if it is the only node
    std::optional<game::DeadNodeCleanup> dead_node_cleanup;  // nothing if it is the only node
    std::vector<std::unique_ptr<Local>> locals;              // by I/O thread
    rating::Reports ratings;
    Observers observers;
    bots::Moves bot_moves;
    Figures figures;
    analysis_jobs::Searches searches;
    analysis_jobs::EndedGames ended_games;
    game::Referee referee;
    lobby::Lobby lobby;
    tournament::Tournaments tournaments;
    tournament::Reports tournament_reports;
    tournament::Director director;
    tournament::Feeds tournament_feeds;
    club::Clubs clubs;
    lobby::Watchers watchers;
    game::DeadlineScheduler scheduler;
    chat::Chat chat;
    chat::Notes notes;

private:
    std::vector<std::unique_ptr<Local>> make_locals(Storage& storage, const Config& config);
    std::vector<game::ThreadGames> thread_games() const;
    std::vector<tournament::Feed*> tournaments_by_thread() const;
    std::vector<game::Observer*> all_observers();
};

}  // namespace tanbo::app
