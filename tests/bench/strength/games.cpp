#include "tests/bench/strength/games.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace tanbo::bench {

using cli::GameLine;
using engine::Opening;
using engine::Seat;

GameLine random_start(const std::shared_ptr<const Opening>& opening, int plies,
                      search::Random& random) {
    // On some boards no game is that long: fewer plies are tried the longer it takes.
    constexpr int tries_each = 50;
    for (int tries = 0;; ++tries) {
        GameLine start({}, opening);
        for (int ply = 0; ply < plies - tries / tries_each && start.position().to_move(); ++ply) {
            const auto legal = start.position().legal_points(*start.position().to_move());
            start.play(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
        }
        if (start.position().to_move()) return start;
    }
}

Seat play_game(GameLine game, std::span<Player* const> players) {
    while (const auto seat = game.position().to_move()) {
        Player& player = *players[static_cast<std::size_t>(engine::index_of(*seat))];
        if (game.play(player.move(game)) != engine::Illegal::none) {
            std::fprintf(stderr, "an illegal move\n");
            std::exit(1);
        }
    }
    return *game.position().winner();
}

Interval wilson(const Score& score) {
    constexpr double z = 1.96;
    const double n = score.games;
    const double share = score.won / n;
    const double middle = share + z * z / (2 * n);
    const double half = z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    const double whole = 1 + z * z / n;
    return {(middle - half) / whole, (middle + half) / whole};
}

double elo(double share) {
    const double inside = std::clamp(share, 1e-4, 1 - 1e-4);
    return 400 * std::log10(inside / (1 - inside));
}

std::string describe(const Score& score) {
    if (score.games == 0) return "no games";
    const Interval interval = wilson(score);
    std::array<char, 120> text{};
    std::snprintf(text.data(), text.size(),
                  "%d of %d = %.1f %% [%.1f %.1f], %+.0f [%+.0f %+.0f] Elo", score.won, score.games,
                  100.0 * score.won / score.games, 100 * interval.low, 100 * interval.high,
                  elo(static_cast<double>(score.won) / score.games), elo(interval.low),
                  elo(interval.high));
    return text.data();
}

namespace {

std::unique_ptr<Player> player_or_exit(std::string_view text,
                                       const std::shared_ptr<const Opening>& opening,
                                       std::uint64_t seed) {
    auto player = make_player(text, opening, seed);
    if (!player) {
        std::fprintf(stderr, "no such player: %s\n", std::string(text).c_str());
        std::exit(2);
    }
    return player;
}

}  // namespace

Score play_match(const std::shared_ptr<const Opening>& opening, std::string_view a,
                 std::string_view b, int games, std::uint64_t seed) {
    search::Random random(seed);
    Score score;
    const auto seats = static_cast<std::size_t>(opening->seats());
    for (int game = 0; game < games; game += 2) {
        const GameLine start = random_start(opening, 2, random);
        const std::uint64_t players_seed = random.next();
        for (std::size_t swap = 0; swap < 2; ++swap) {
            const auto first = player_or_exit(a, opening, players_seed + swap);
            const auto second = player_or_exit(b, opening, players_seed + swap + 1000);
            std::vector<Player*> players;
            for (std::size_t seat = 0; seat < seats; ++seat) {
                players.push_back(seat % 2 == swap ? first.get() : second.get());
            }
            const auto winner = static_cast<std::size_t>(play_game(start, players));
            ++score.games;
            score.won += winner % 2 == swap ? 1 : 0;
        }
    }
    return score;
}

Score play_among(const std::shared_ptr<const Opening>& opening, std::string_view a,
                 std::string_view b, int games, std::uint64_t seed) {
    search::Random random(seed);
    Score score;
    const auto seats = static_cast<std::size_t>(opening->seats());
    GameLine start = random_start(opening, 2, random);
    for (int game = 0; game < games; ++game) {
        const std::size_t own = static_cast<std::size_t>(game) % seats;
        if (own == 0) start = random_start(opening, 2, random);
        std::vector<std::unique_ptr<Player>> owners;
        std::vector<Player*> players;
        for (std::size_t seat = 0; seat < seats; ++seat) {
            owners.push_back(player_or_exit(seat == own ? a : b, opening, random.next()));
            players.push_back(owners.back().get());
        }
        ++score.games;
        score.won += static_cast<std::size_t>(play_game(start, players)) == own ? 1 : 0;
    }
    return score;
}

std::shared_ptr<const Opening> corners(const std::vector<int>& extents, int seats) {
    const auto lattice = engine::Lattice::create(extents).value();
    std::vector<std::vector<Point>> stones;
    for (int seat = 0; seat < seats; ++seat) {
        stones.push_back({static_cast<Point>(seat * (lattice.points() / seats))});
    }
    return std::get<std::shared_ptr<const Opening>>(Opening::create(lattice, stones));
}

std::shared_ptr<const Opening> opening_named(std::string_view setup) {
    const engine::Setup* const found = engine::find_setup(setup);
    if (found == nullptr) {
        std::fprintf(stderr, "no such setup: %s\n", std::string(setup).c_str());
        std::exit(2);
    }
    return found->opening;
}

}  // namespace tanbo::bench
