// Plays random games by the module's C functions and prints, for each setup, one hash over all
// positions and how long that took: "9x9 1a2b3c4d 123.4". support/random_games.js does the same.
// Usage: random_games GAMES

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "engine/wasm/module.hpp"

namespace {

std::uint32_t next(std::uint32_t& state) {
    state ^= state << 13U;
    state ^= state >> 17U;
    state ^= state << 5U;
    return state;
}

std::uint32_t hash_of_games(const tanbo::engine::Opening* opening, int games) {
    std::uint32_t hash = 0;
    for (int game = 1; game <= games; ++game) {
        std::uint32_t state = static_cast<std::uint32_t>(game) * 2654435761U;
        auto* const position = position_create(opening);
        for (int seat = 0; (seat = position_to_move(position)) >= 0;) {
            const auto count = static_cast<std::uint32_t>(position_legal_count(position, seat));
            const auto point = position_legal(position, seat)[next(state) % count];
            position_play(position, point);
            const std::uint64_t bits = position_hash(position);
            hash = (hash ^ static_cast<std::uint32_t>(bits)) * 2654435761U;
            hash = (hash ^ static_cast<std::uint32_t>(bits >> 32U)) * 2246822519U;
        }
        position_free(position);
    }
    return hash;
}

}  // namespace

int main(int, char** arguments) {
    const int games = std::atoi(arguments[1]);
    for (int number = 0; const int length = setup_id(number); ++number) {
        std::string id;
        for (int index = 0; index < length; ++index) id += static_cast<char>(scratch()[index]);
        const auto begin = std::chrono::steady_clock::now();
        const std::uint32_t hash = hash_of_games(opening_of_setup(number), games);
        const std::chrono::duration<double, std::milli> taken =
            std::chrono::steady_clock::now() - begin;
        std::printf("%s %08x %.1f\n", id.c_str(), hash, taken.count());
    }
}
