#include "tests/bench/load/game.hpp"

#include <random>
#include <stdexcept>
#include <utility>

#include "engine/notation.hpp"
#include "engine/opening.hpp"
#include "engine/position.hpp"

namespace tanbo::bench {
namespace {

using base::Awaitable;

void expect(int status, const Answer& answer) {
    if (answer.status == status) return;
    throw std::runtime_error("not " + std::to_string(status) + ": " +
                             std::to_string(answer.status) + " " + answer.body);
}

}  // namespace

std::vector<std::string> random_game(unsigned seed) {
    engine::Position position(engine::find_setup("19x19")->opening);
    std::mt19937 random(seed);
    std::vector<std::string> bodies;
    while (!position.is_over()) {
        const auto legal = position.legal_points(*position.to_move());
        const engine::Point point = legal[random() % legal.size()];
        bodies.push_back("{\"point\":\"" + engine::point_name(position.lattice(), point) +
                         "\",\"ply\":" + std::to_string(position.ply()) + "}");
        position.play(point);
    }
    return bodies;
}

Awaitable<std::string> new_guest(Wire& wire) {
    const Answer answer = co_await wire.post("/api/v1/guests", "", "{}");
    expect(201, answer);
    co_return std::string(json_value(answer.body, "token"));
}

Awaitable<Game> new_game(Wire& wire, std::string black, std::string white) {
    const std::string seats = R"({"setup":"19x19","seats":["me","open"]})";
    const Answer opened = co_await wire.post("/api/v1/games", black, seats);
    expect(201, opened);
    Game game;
    game.path = "/api/v1/games/" + std::string(json_value(opened.body, "id"));
    std::string join = game.path + "/join";
    const Answer joined = co_await wire.post(std::move(join), white, "{}");
    expect(200, joined);
    game.seq = static_cast<std::uint32_t>(std::stoul(std::string(json_value(joined.body, "seq"))));
    game.tokens[0] = std::move(black);
    game.tokens[1] = std::move(white);
    co_return game;
}

Awaitable<void> play_move(Wire& wire, const Game& game, std::size_t ply, const std::string& body) {
    std::string path = game.path + "/moves";
    const Answer answer = co_await wire.post(std::move(path), game.tokens[ply % 2], body);
    expect(201, answer);
}

}  // namespace tanbo::bench
