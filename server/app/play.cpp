#include "server/app/play.hpp"

#include <utility>

#include "server/account/calendar.hpp"
#include "server/app/bots_process.hpp"
#include "server/app/options.hpp"
#include "server/notify/channels/email/mails.hpp"

namespace tanbo::app {
namespace {

// The calendar for a game that begins now.
engine::Calendar calendar_of(store::Reader& reader, protocol::AccountId account,
                             base::Instant now) {
    return account::calendar_of(reader, account, now, now + account::calendar_reach);
}

}  // namespace

Local::Local(Storage& storage, game::Presence& presence, game::BotStreams& bots,
             const Config& config, base::Executor executor)
    : views(storage.store, storage.metrics, view_limits(config)),
      feed(storage.metrics, &presence, &bots),
      authenticator(storage.store, storage.clock, storage.metrics,
                    static_cast<std::size_t>(config.cached_token_bytes)),
      tournaments(storage.store, std::move(executor)) {}

Play::Play(Storage& storage, const Config& config)
    : bot_streams(presence, storage.clock),
      locals(make_locals(storage, config)),
      ratings(storage.store),
      bot_moves(storage.metrics),
      figures(storage.metrics, presence),
      searches(storage.store, storage.clock, storage.metrics, starts_bots(config),
               notify::send_what_waits_for_analysis),
      ended_games(searches),
      referee(storage.store, *storage.io, thread_games(), storage.clock, storage.metrics,
              referee_limits(config, bot_streams), all_observers(), calendar_of,
              &storage.downtimes),
      lobby(referee, storage.store, presence, storage.clock),
      tournaments(referee, storage.store, storage.clock),
      tournament_reports(storage.store),
      director(referee, storage.store, storage.clock),
      tournament_feeds(*storage.io, tournaments_by_thread()),
      clubs(referee, storage.store),
      watchers(*storage.io, feeds(), storage.store),
      scheduler(referee, storage.store, presence, storage.downtimes, storage.clock,
                storage.metrics),
      chat(referee, storage.store, chat_options(config)),
      notes(referee, storage.store) {}

std::vector<std::unique_ptr<Local>> Play::make_locals(Storage& storage, const Config& config) {
    std::vector<std::unique_ptr<Local>> all;
    all.reserve(static_cast<std::size_t>(storage.io->size()));
    for (int i = 0; i < storage.io->size(); ++i) {
        all.push_back(std::make_unique<Local>(storage, presence, bot_streams, config,
                                              storage.io->executor(i)));
    }
    return all;
}

std::vector<game::ThreadGames> Play::thread_games() const {
    std::vector<game::ThreadGames> threads;
    threads.reserve(locals.size());
    for (const auto& local : locals) threads.push_back({local->views, local->feed});
    return threads;
}

std::vector<game::Observer*> Play::all_observers() {
    std::vector<game::Observer*> all = observers.all();
    all.insert(all.begin(), &ended_games);
    all.push_back(&bot_moves);
    all.push_back(&figures);
    return all;
}

std::vector<tournament::Feed*> Play::tournaments_by_thread() const {
    std::vector<tournament::Feed*> threads;
    threads.reserve(locals.size());
    for (const auto& local : locals) threads.push_back(&local->tournaments);
    return threads;
}

std::vector<game::Feed*> Play::feeds() const {
    std::vector<game::Feed*> threads;
    threads.reserve(locals.size());
    for (const auto& local : locals) threads.push_back(&local->feed);
    return threads;
}

std::vector<account::Authenticator*> Play::authenticators() const {
    std::vector<account::Authenticator*> threads;
    threads.reserve(locals.size());
    for (const auto& local : locals) threads.push_back(&local->authenticator);
    return threads;
}

}  // namespace tanbo::app
