#include "tests/bench/strength/player.hpp"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <map>
#include <sstream>

#include "engine/search/arithmetic.hpp"
#include "server/cli/engines/search_engine.hpp"
#include "tests/bench/strength/plain_uct.hpp"

namespace tanbo::bench {

namespace {

using cli::GameLine;
using engine::Opening;
using engine::Position;
using Words = std::map<std::string, std::string, std::less<>>;

class RandomPlayer : public Player {
public:
    explicit RandomPlayer(std::uint64_t seed) : random_(seed) {}

    Point move(const GameLine& game) override {
        const Position& position = game.position();
        const auto legal = position.legal_points(*position.to_move());
        return legal[random_.below(static_cast<std::uint32_t>(legal.size()))];
    }

private:
    search::Random random_;
};

// Looks one ply ahead and no further: as somebody plays who has just read the rules.
class GreedyPlayer : public Player {
public:
    explicit GreedyPlayer(std::uint64_t seed) : random_(seed) {}

    Point move(const GameLine& game) override {
        const Position& position = game.position();
        const auto legal = position.legal_points(*position.to_move());
        Point best = engine::no_point;
        std::uint64_t most = 0;
        for (const Point point : legal) {
            // Of equally good ones any.
            const std::uint64_t value =
                std::uint64_t{space_after(position, point)} << 32U | random_.next();
            if (best == engine::no_point || value > most) {
                best = point;
                most = value;
            }
        }
        return best;
    }

private:
    static std::uint32_t space_after(const Position& position, Point point) {
        Position next = position;
        next.play(point);
        return static_cast<std::uint32_t>(next.legal_points(*position.to_move()).size());
    }

    search::Random random_;
};

// A house bot.
class LevelPlayer : public Player {
public:
    LevelPlayer(int level, std::uint64_t seed) : engine_(1, trees_bytes) {
        limits_.level = level;
        limits_.seed = seed;
    }

    Point move(const GameLine& game) override {
        engine_.begin(game, limits_);
        while (!engine_.think({})) {
        }
        return engine_.result().best;
    }

private:
    static constexpr std::size_t trees_bytes = std::size_t{8} << 20U;

    cli::SearchEngine engine_;
    cli::Limits limits_;
};

class SearchPlayer : public Player {
public:
    SearchPlayer(std::shared_ptr<const Opening> opening, const search::Weights& weights,
                 const search::Settings& settings, const search::Budget& budget, bool reuses,
                 const search::Level& level)
        : searcher_(std::move(opening), weights, settings),
          budget_(budget),
          reuses_(reuses),
          level_(level) {}

    Point move(const GameLine& game) override {
        searcher_.set(game.position(), game.last_stone());
        if (!reuses_) searcher_.forget();
        const bool looks = level_.simulations > 0;
        if (looks) searcher_.run(budget_, {.stop = {}, .clock = cpu_time});
        return searcher_.choose(level_);
    }

private:
    search::Searcher searcher_;
    search::Budget budget_;
    bool reuses_;
    search::Level level_;
};

class UctPlayer : public Player {
public:
    UctPlayer(std::shared_ptr<const Opening> opening, std::uint64_t seed,
              const search::Budget& budget)
        : uct_(std::move(opening), seed), budget_(budget) {}

    Point move(const GameLine& game) override { return uct_.move(game.position(), budget_); }

private:
    PlainUct uct_;
    search::Budget budget_;
};

Words words_of(std::string_view text) {
    Words words;
    std::stringstream in{std::string(text)};
    for (std::string word; std::getline(in, word, ',');) {
        const auto equals = word.find('=');
        words[word.substr(0, equals)] = equals == std::string::npos ? "" : word.substr(equals + 1);
    }
    return words;
}

std::uint64_t number_of(const Words& words, std::string_view name, std::uint64_t absent) {
    const auto found = words.find(name);
    return found == words.end() ? absent : std::strtoull(found->second.c_str(), nullptr, 10);
}

}  // namespace

std::chrono::nanoseconds cpu_time() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

search::Weights read_weights(const std::string& path) {
    std::ifstream in(path);
    std::stringstream text;
    text << in.rdbuf();
    const auto weights = search::parse_weights(text.str());
    if (!weights) {
        std::fprintf(stderr, "%s: no weights\n", path.c_str());
        std::exit(2);
    }
    return *weights;
}

std::unique_ptr<Player> make_player(std::string_view text,
                                    const std::shared_ptr<const Opening>& opening,
                                    std::uint64_t seed) {
    const Words words = words_of(text);
    if (words.contains("random")) return std::make_unique<RandomPlayer>(seed);
    if (words.contains("greedy")) return std::make_unique<GreedyPlayer>(seed);
    if (words.contains("uct") || words.contains("uct-ms")) {
        const search::Budget budget{number_of(words, "uct", 0),
                                    std::chrono::milliseconds(number_of(words, "uct-ms", 0))};
        return std::make_unique<UctPlayer>(opening, seed, budget);
    }
    if (const auto number = number_of(words, "level", 0); number > 0) {
        if (number > search::level_max) return nullptr;
        return std::make_unique<LevelPlayer>(static_cast<int>(number), seed);
    }
    search::Level level{1, 0};
    search::Budget budget{number_of(words, "n", 0),
                          std::chrono::milliseconds(number_of(words, "ms", 0))};
    if (words.contains("t")) {
        level = {0, std::strtof(words.at("t").c_str(), nullptr)};
    } else if (budget.simulations == 0 && budget.time.count() == 0) {
        return nullptr;
    }
    search::Settings settings{.seed = seed, .memory = {number_of(words, "nodes", 1 << 20U)}};
    if (const auto backup = words.find("backup"); backup != words.end()) {
        settings.backup =
            backup->second == "max_n" ? search::Backup::max_n : search::Backup::paranoid;
    }
    const auto file = words.find("weights");
    const auto weights =
        file == words.end() ? search::weights_for(*opening) : read_weights(file->second);
    return std::make_unique<SearchPlayer>(opening, weights, settings, budget,
                                          words.contains("reuse"), level);
}

}  // namespace tanbo::bench
