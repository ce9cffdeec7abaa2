// How late flags fall, and how long a start takes, with many running games in one database:
//
//     tanbo_bench_keeper [GAMES [SECONDS]]
//
// Opens GAMES clocked games (100,000) whose flags fall spread over SECONDS (60), lets the keeper
// run until all have fallen, and says how late they were by the log. Then opens as many again,
// stays away, and says how long giving the time back takes.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "server/game/feed.hpp"
#include "server/game/keeper.hpp"
#include "server/game/presence.hpp"
#include "server/game/proceedings.hpp"
#include "server/game/referee.hpp"
#include "server/game/views.hpp"
#include "server/storage/accounts.hpp"
#include "server/storage/database.hpp"
#include "server/storage/game_log.hpp"
#include "server/storage/group_commit.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tanbo::game {
namespace {

using SteadyTime = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr int games_a_job = 500;

struct Server {
    Server() {
        views.emplace_back(database, readers, metrics);
        feeds.emplace_back(metrics, &presence);
        const std::vector<ThreadGames> threads = {{views.back(), feeds.back()}};
        referee = std::make_unique<Referee>(writer, io, threads, base::system_clock(), metrics);
        keeper = std::make_unique<Keeper>(*referee, database, readers, presence,
                                          base::system_clock(), metrics);
        writer.write([this](storage::Transaction& transaction) {
            for (engine::Player* player : {&black, &white}) {
                storage::NewAccount account;
                account.handle = player->handle;
                account.handle_key = player->handle;
                player->account =
                    static_cast<std::int64_t>(*storage::create_account(transaction, account));
            }
        });
        io.start();
    }
    ~Server() {
        writer.stop();
        io.stop();
        io.join();
    }

    // Yields the first and the last id.
    std::pair<GameId, GameId> open_games(int games, int first_s, int spread_s) {
        std::pair<GameId, GameId> ids{0, 0};
        std::mt19937 random(1);
        for (int done = 0; done < games; done += games_a_job) {
            const auto work = [&](storage::Transaction&, Proceedings& proceedings) {
                for (int i = 0; i < games_a_job && done + i < games; ++i) {
                    const int left =
                        first_s + static_cast<int>(random() % static_cast<unsigned>(spread_s));
                    ids.second = open_one(proceedings, left);
                    if (ids.first == 0) ids.first = ids.second;
                }
                return protocol::Result<void>();
            };
            if (!referee->perform_blocking(work)) std::exit(1);
        }
        return ids;
    }
    GameId open_one(Proceedings& proceedings, int initial_s) const {
        engine::GameOpened opened;
        opened.setup = "9x9";
        opened.opening = engine::find_setup("9x9")->opening;
        opened.seats = {{black, true}, {white, false}};
        opened.creator = black;
        opened.terms.clock.kind = engine::ClockKind::total;
        opened.terms.clock.initial = std::chrono::seconds(initial_s);
        return proceedings.begin(std::move(opened)).game;
    }

    test::TemporaryFolder folder;
    storage::Database database{{.path = folder.path() / "tanbo.db"}};
    base::Metrics metrics;
    base::BlockingPool readers{"readers", 2, 1000};
    base::IoThreads io{1};
    Presence presence;
    std::deque<Views> views;
    std::deque<Feed> feeds;
    storage::GroupCommit writer{database};
    std::unique_ptr<Referee> referee;
    std::unique_ptr<Keeper> keeper;
    engine::Player black{0, "black"};
    engine::Player white{0, "white"};
};

double since(SteadyTime::time_point start) {
    return Seconds(SteadyTime::now() - start).count();
}

std::int64_t running(Server& server) {
    return server.database.read(
        [](storage::Reader& reader) { return storage::count_deadlines(reader); });
}

// Milliseconds from the instant at which a flag had to fall until its event.
std::vector<std::int64_t> lateness(Server& server, std::pair<GameId, GameId> ids,
                                   const std::vector<std::int64_t>& due) {
    std::vector<std::int64_t> late;
    for (GameId game = ids.first; game <= ids.second; ++game) {
        const auto left = server.database.read([game](storage::Reader& reader) {
            return storage::find_event(reader, static_cast<storage::GameId>(game), 4);
        });
        if (!left || left->type != "leave") std::exit(1);
        late.push_back(left->at - due[static_cast<std::size_t>(game - ids.first)]);
    }
    std::ranges::sort(late);
    return late;
}

void run(int games, int spread_s) {
    Server server;
    auto start = SteadyTime::now();
    const int lead_s = games / 2'000 + 15;
    const auto ids = server.open_games(games, lead_s, spread_s);
    std::printf("opened %d games in %.1f s\n", games, since(start));
    std::vector<std::int64_t> due;
    for (GameId game = ids.first; game <= ids.second; ++game) {
        due.push_back(server.database.read([game](storage::Reader& reader) {
            return storage::find_deadline(reader, static_cast<storage::GameId>(game))->due_at;
        }));
    }
    base::spawn(server.io.executor(0), "keeper", server.keeper->run());
    while (running(server) > 0) std::this_thread::sleep_for(std::chrono::milliseconds(500));
    const auto late = lateness(server, ids, due);
    const auto part = [&late](double share) {
        return late[static_cast<std::size_t>(share * static_cast<double>(late.size() - 1))];
    };
    std::printf("late by ms: least %ld, median %ld, 99 %% %ld, most %ld\n",
                static_cast<long>(late.front()), static_cast<long>(part(0.5)),
                static_cast<long>(part(0.99)), static_cast<long>(late.back()));

    server.open_games(games, 86'400, 3'600);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    start = SteadyTime::now();
    const std::size_t credited = server.keeper->give_back_downtime();
    std::printf("gave the time back in %zu games in %.1f s\n", credited, since(start));
}

}  // namespace
}  // namespace tanbo::game

int main(int count, char** arguments) {
    const int games = count > 1 ? std::atoi(arguments[1]) : 100'000;
    const int spread_s = count > 2 ? std::atoi(arguments[2]) : 60;
    tanbo::game::run(games, spread_s);
}
