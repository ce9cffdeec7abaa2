#include "server/cli/bot/game_seed.hpp"

#include <string>

namespace tanbo::cli {

// FNV-1a, then the last steps of splitmix64: the seeds of games with neighbouring numbers have
// nothing in common.
std::uint64_t game_seed(std::string_view secret, protocol::GameId game) {
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char c : std::string(secret) + ":" + protocol::to_string(game)) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    }
    hash = (hash ^ (hash >> 30U)) * 0xBF58476D1CE4E5B9U;
    hash = (hash ^ (hash >> 27U)) * 0x94D049BB133111EBU;
    return hash ^ (hash >> 31U);
}

}  // namespace tanbo::cli
