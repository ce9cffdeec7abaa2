#include "server/game/views/history.hpp"

#include <utility>

#include "engine/memory.hpp"
#include "protocol/games/answers.hpp"
#include "server/game/log.hpp"

namespace tanbo::game {

namespace {

// As encode_game writes it, to a tenth.
std::size_t estimated_json(const engine::Match& match) {
    constexpr std::size_t fixed = 640;
    constexpr std::size_t of_clock = 300;
    constexpr std::size_t per_seat = 96;
    constexpr std::size_t per_stone = 6;
    constexpr std::size_t per_turn = 4;
    std::size_t bytes =
        fixed + (match.clock().is_on() ? of_clock : 0) + per_turn * match.turns().size();
    for (int i = 0; i < match.opening().seats(); ++i) {
        const int stones = match.position().stones(engine::seat_at(i));
        bytes += per_seat + per_stone * static_cast<std::size_t>(stones);
    }
    return bytes;
}

}  // namespace

View::View(GameId id, std::shared_ptr<const engine::Match> match)
    : state_(std::make_shared<State>(State{id, std::move(match), nullptr})) {}

const SharedBytes& View::json() const {
    if (state_->json == nullptr) {
        std::string json = protocol::encode_game(state_->id, *state_->match);
        json.shrink_to_fit();  // it is kept for as long as the game is
        state_->json = std::make_shared<const std::string>(std::move(json));
    }
    return state_->json;
}

std::size_t View::bytes() const {
    const std::size_t json =
        state_->json ? engine::heap_bytes(*state_->json) : estimated_json(*state_->match);
    return engine::shared_bytes<State>() + match_bytes(*state_->match) +
           engine::shared_bytes<std::string>() + json;
}

}  // namespace tanbo::game
