#include "tests/bench/load/guests.hpp"

#include <chrono>
#include <random>
#include <utility>
#include <vector>

#include "server/base/threads/timer.hpp"
#include "tests/bench/load/game.hpp"
#include "tests/bench/load/group.hpp"
#include "tests/bench/load/wire.hpp"

namespace tanbo::bench {
namespace {

using base::Awaitable;
using Clock = std::chrono::steady_clock;
using Ms = std::chrono::milliseconds;

constexpr int levels = 10;
constexpr Ms answers_after_min{500};
constexpr Ms answers_after_max{1'500};

struct Table {
    std::uint16_t port = 0;
    std::string body;  // of the request that begins a game
    Clock::time_point end;
    std::mt19937 random;
};

// The texts of the first list of a piece of JSON.
std::vector<std::string> texts_of(const std::string& json) {
    std::vector<std::string> texts;
    std::size_t open = json.find('"', json.find('['));
    while (open != std::string::npos && open < json.find(']')) {
        const std::size_t close = json.find('"', open + 1);
        texts.push_back(json.substr(open + 1, close - open - 1));
        open = json.find('"', close + 1);
    }
    return texts;
}

Awaitable<void> think(base::Executor executor, Table& table) {
    std::uniform_int_distribution<int> wait(answers_after_min.count(), answers_after_max.count());
    base::Timer timer(executor, Ms(wait(table.random)));
    co_await timer.async_wait(base::awaited);
}

// A random move, if it is our turn. Returns whether the game goes on.
Awaitable<bool> answer(Wire& wire, const Game& game, Table& table, std::uint64_t& moves) {
    const Answer now = co_await wire.get(game.path, game.tokens[0]);
    if (json_value(now.body, "status") != "active") co_return false;
    if (json_value(now.body, "to_move") != "black") co_return true;
    const Answer legal = co_await wire.get(game.path + "/legal-moves", game.tokens[0]);
    const std::vector<std::string> points = texts_of(legal.body);
    const std::string& point = points.at(table.random() % points.size());
    const std::size_t ply = std::stoul(std::string(json_value(now.body, "ply")));
    co_await play_move(wire, game, ply,
                       "{\"point\":\"" + point + "\",\"ply\":" + std::to_string(ply) + "}");
    ++moves;
    co_return true;
}

Awaitable<void> play(base::Executor executor, Table table, std::uint64_t& moves) {
    Wire wire(executor);
    co_await wire.connect(table.port);
    const std::string guest = co_await new_guest(wire);
    while (Clock::now() < table.end) {
        const Answer opened = co_await wire.post("/api/v1/games", guest, table.body);
        Game game;
        game.path = "/api/v1/games/" + std::string(json_value(opened.body, "id"));
        game.tokens[0] = game.tokens[1] = guest;
        while (Clock::now() < table.end && co_await answer(wire, game, table, moves)) {
            co_await think(executor, table);
        }
    }
}

}  // namespace

Awaitable<std::uint64_t> play_bots(base::Executor executor, std::uint16_t port, Guests guests) {
    std::uint64_t moves = 0;
    const auto end =
        Clock::now() + std::chrono::microseconds(static_cast<std::int64_t>(guests.seconds * 1e6));
    Group group(executor);
    for (int i = 0; i < guests.games; ++i) {
        const std::string bot = "bot:" + std::to_string(i % levels + 1);
        group.spawn(
            play(executor,
                 {port, R"({"setup":")" + guests.setup + R"(","seats":["me",")" + bot + "\"]}", end,
                  std::mt19937(static_cast<unsigned>(i))},
                 moves));
    }
    co_await group.join();
    co_return moves;
}

}  // namespace tanbo::bench
