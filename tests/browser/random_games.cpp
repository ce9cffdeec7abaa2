// Plays random games by the module's C functions and prints, for each setup, one hash over all
// positions and how many milliseconds of a processor that took: "9x9 1a2b3c4d 123.4".
// support/random_games.js does the same. Usage: random_games GAMES [SETUP]

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>

#include "engine/wasm/module.hpp"

namespace {

std::uint32_t next(std::uint32_t& state) {
    state ^= state << 13U;
    state ^= state >> 17U;
    state ^= state << 5U;
    return state;
}

void add(std::uint32_t& hash, std::uint64_t bits) {
    hash = (hash ^ static_cast<std::uint32_t>(bits)) * 2654435761U;
    hash = (hash ^ static_cast<std::uint32_t>(bits >> 32U)) * 2246822519U;
}

// Over all positions, or over the last of each game.
std::uint32_t hash_of_games(const tanbo::engine::Opening* opening, int games, bool is_of_all) {
    std::uint32_t hash = 0;
    for (int game = 1; game <= games; ++game) {
        std::uint32_t state = static_cast<std::uint32_t>(game) * 2654435761U;
        auto* const position = position_create(opening);
        for (int seat = 0; (seat = position_to_move(position)) >= 0;) {
            const auto count = static_cast<std::uint32_t>(position_legal_count(position, seat));
            const auto point = position_legal(position, seat)[next(state) % count];
            position_play(position, point);
            if (is_of_all) add(hash, position_hash(position));
        }
        if (!is_of_all) add(hash, position_hash(position));
        position_free(position);
    }
    return hash;
}

}  // namespace

int main(int count, char** arguments) {
    const int games = std::atoi(arguments[1]);
    const std::string_view only = count > 2 ? arguments[2] : "";
    for (int number = 0; const int length = setup_id(number); ++number) {
        std::string id;
        for (int index = 0; index < length; ++index) id += static_cast<char>(scratch()[index]);
        if (!only.empty() && id != only) continue;
        const std::clock_t begin = std::clock();
        const std::uint32_t hash = hash_of_games(opening_of_setup(number), games, only.empty());
        const double taken_ms =
            1'000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        std::printf("%s %08x %.1f\n", id.c_str(), hash, taken_ms);
    }
}
