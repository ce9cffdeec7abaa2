#include "server/cli/tournament/match.hpp"

#include <charconv>
#include <fstream>
#include <memory>
#include <sstream>
#include <variant>

#include "server/cli/engines/search_engine.hpp"
#include "server/cli/report.hpp"
#include "server/cli/screen/terminal.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

constexpr std::string_view level_prefix = "level:";
constexpr std::size_t thinker_bytes_max = std::size_t{64} << 20U;

struct Contestant {
    std::unique_ptr<Player> player;
    std::optional<int> level;

    Side side() const { return {player.get(), level}; }
};

// Somebody who is fit to play on the board, or why they are not.
std::variant<Contestant, std::string> contestant(const std::string& name, const GameLine& empty,
                                                 const MatchOptions& options, std::uint64_t seed) {
    Contestant made;
    if (name.starts_with(level_prefix)) {
        const std::string_view digits = std::string_view(name).substr(level_prefix.size());
        int level = 0;
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), level);
        const bool is_level = read.ec == std::errc() && read.ptr == digits.data() + digits.size();
        if (!is_level || level < 0 || level > level_max) {
            return "\"" + name +
                   "\" is not a level; choose level:1 to level:10, or level:0 for full strength";
        }
        if (level > 0) made.level = level;
        made.player = std::make_unique<ThinkingPlayer>(
            std::make_unique<SearchEngine>(seed, thinker_bytes_max));
        return made;
    }
    made.player = std::make_unique<ProgramPlayer>(name, options.times);
    if (auto fault = made.player->start()) return "\"" + name + "\" does not start: " + *fault;
    if (!made.player->can_play(empty.opening())) {
        return "\"" + name + "\" doesn't support the board of this setup";
    }
    return made;
}

// The record that `tanbo replay` reads; nothing in it needs escaping.
std::string replay_line(const PlayedGame& game) {
    std::string line = "{\"id\":" + std::to_string(game.number) + ",\"setup\":\"" +
                       game.line.setup() + "\",\"moves\":[";
    for (std::size_t i = 0; i < game.line.turns().size(); ++i) {
        if (i > 0) line += ',';
        line += '"' + turn_text(game.line.opening().lattice(), game.line.turns()[i]) + '"';
    }
    return line + "]}";
}

void print_game(const PlayedGame& game, const Score& score) {
    std::ostringstream text;
    text << "game " << game.number << ": " << (game.first_seat == engine::Seat::black ? "A" : "B")
         << " begins, " << (game.first_won ? "A" : "B") << " wins after "
         << game.line.position().ply() << " stones";
    if (!game.fault.empty()) {
        text << " (" << (game.first_won ? "B " : "A ") << printable(game.fault) << ")";
    }
    text << "; " << score.won << ":" << score.lost << "\n";
    print(text.str());
}

void print_sprt(const Sprt& sprt, const Score& score) {
    std::ostringstream text;
    text << "SPRT " << sprt.low << " " << sprt.high << ": LLR "
         << log_likelihood_ratio(sprt, score);
    switch (verdict_of(sprt, score)) {
        case Verdict::accepted:
            text << ", A is stronger by " << sprt.high << "\n";
            break;
        case Verdict::refused:
            text << ", A is not stronger by more than " << sprt.low << "\n";
            break;
        case Verdict::open:
            text << ", undecided\n";
            break;
    }
    print(text.str());
}

int play(const MatchOptions& options, const GameLine& empty, const Contestant& first,
         const Contestant& second) {
    std::ofstream record;
    if (!options.record.empty()) {
        record.open(options.record, std::ios::trunc);
        if (!record) return report("\"" + options.record + "\" is not writable");
    }
    const Score score = play_series(empty, first.side(), second.side(), options.series,
                                    [&record](const PlayedGame& game, const Score& now) {
                                        print_game(game, now);
                                        if (record.is_open()) record << replay_line(game) << "\n";
                                    });
    print("A " + std::to_string(score.won) + " : " + std::to_string(score.lost) + " B on " +
          empty.setup() + ", Elo " + text_of(elo_of(score)) + " at 95 %\n");
    if (options.series.sprt) print_sprt(*options.series.sprt, score);
    return 0;
}

}  // namespace

int play_match(const MatchOptions& options) {
    const auto read = line_of_setup(options.series.setup);
    if (const auto* const wrong = std::get_if<std::string>(&read)) return report(*wrong);
    const GameLine& empty = std::get<GameLine>(read);
    // Two of the same kind don't think the same.
    const auto first = contestant(options.first, empty, options, 2 * options.series.seed);
    if (const auto* const wrong = std::get_if<std::string>(&first)) return report(*wrong);
    const auto second = contestant(options.second, empty, options, 2 * options.series.seed + 1);
    if (const auto* const wrong = std::get_if<std::string>(&second)) return report(*wrong);
    return play(options, empty, std::get<Contestant>(first), std::get<Contestant>(second));
}

}  // namespace tanbo::cli
