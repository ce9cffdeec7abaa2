#include "server/game/history.hpp"

#include <utility>

#include "protocol/answers.hpp"

namespace tanbo::game {

View::View(GameId id, std::shared_ptr<const engine::Match> match)
    : state_(std::make_shared<State>(State{id, std::move(match), nullptr})) {}

const SharedBytes& View::json() const {
    if (state_->json == nullptr) {
        state_->json =
            std::make_shared<const std::string>(protocol::encode_game(state_->id, *state_->match));
    }
    return state_->json;
}

}  // namespace tanbo::game
