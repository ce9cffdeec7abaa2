#include "protocol/games/game_link.hpp"

namespace tanbo::protocol {

std::string game_link(std::string_view site, GameId game) {
    return std::string(site) + "/games/" + to_string(game);
}

}  // namespace tanbo::protocol
