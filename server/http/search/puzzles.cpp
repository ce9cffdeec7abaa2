#include "protocol/records/puzzles.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "server/http/search/handlers.hpp"

// Positions with one move that wins. Nothing is kept of who solves them.
namespace tanbo::http {
namespace {

using protocol::Code;
using protocol::Puzzle;

// Those that are asked for; nothing: any.
struct Wanted {
    std::optional<std::string> setup;
    std::optional<std::uint32_t> difficulty;
    std::optional<protocol::PuzzleTheme> theme;

    bool is_met_by(const Puzzle& puzzle) const {
        if (setup && puzzle.setup != *setup) return false;
        if (difficulty && protocol::difficulty_of(puzzle) != static_cast<int>(*difficulty)) {
            return false;
        }
        if (!theme) return true;
        const auto themes = protocol::themes_of(puzzle);
        return std::ranges::find(themes, *theme) != themes.end();
    }
};

// Errors: bad_parameter.
protocol::Result<Wanted> wanted_of(const RequestContext& context) {
    Wanted wanted;
    wanted.setup = text_parameter(context.query, "setup");
    const auto difficulty = number_parameter(context.query, "difficulty", 1, 3);
    if (!difficulty) return difficulty.error();
    wanted.difficulty = *difficulty;
    if (const auto theme = text_parameter(context.query, "theme")) {
        wanted.theme = protocol::parse_theme(*theme);
        if (!wanted.theme) {
            return bad_word("theme", *theme, "removal, sacrifice, squeeze, rescue or waiting");
        }
    }
    return wanted;
}

// The first such puzzle after the one of this number; past the last one they begin again. Errors:
// bad_parameter.
protocol::Result<const Puzzle*> next_after(std::size_t after, const Wanted& wanted) {
    const auto all = protocol::puzzles();
    const auto start = static_cast<std::size_t>(
        std::ranges::upper_bound(all, after, {}, &Puzzle::number) - all.begin());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Puzzle& puzzle = all[(start + i) % all.size()];
        if (wanted.is_met_by(puzzle)) return &puzzle;
    }
    const std::string of =
        wanted.setup ? " of the setup " + protocol::quotation(*wanted.setup) : "";
    return refusal(Code::bad_parameter, "There are no such puzzles" + of + ".");
}

protocol::Error no_such_puzzle(const std::string& text) {
    return refusal(Code::no_such_puzzle, "Puzzle " + protocol::quotation(text) +
                                             " does not exist. GET /puzzles lists all.");
}

// The puzzle that the path names, or the one in its place.
protocol::Result<const Puzzle*> puzzle_argument(const RequestContext& context) {
    constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
    const auto number = number_in("puzzle", context.argument(), 1, most);
    const Puzzle* const puzzle = number ? protocol::find_puzzle(*number) : nullptr;
    if (puzzle == nullptr) return no_such_puzzle(context.argument());
    return puzzle;
}

// It stays the same while the server runs.
net::Response lasting_response(std::string body) {
    net::Response response = json_response(200, std::move(body));
    set_header(response, "Cache-Control", "public, max-age=3600");
    return response;
}

}  // namespace

Awaitable<Reply> get_puzzles(RequestContext& /*context*/) {
    co_return lasting_response(
        protocol::encode_puzzle_list(protocol::puzzles(), protocol::replaced_puzzles()));
}

Awaitable<Reply> get_next_puzzle(RequestContext& context) {
    constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
    const auto after = number_parameter(context.query, "after", 0, most);
    if (!after) co_return after.error();
    const auto wanted = wanted_of(context);
    if (!wanted) co_return wanted.error();
    const auto puzzle = next_after(after->value_or(0), *wanted);
    if (!puzzle) co_return puzzle.error();
    co_return lasting_response(protocol::encode_puzzle(**puzzle));
}

Awaitable<Reply> get_puzzle(RequestContext& context) {
    const auto puzzle = puzzle_argument(context);
    if (!puzzle) co_return puzzle.error();
    co_return lasting_response(protocol::encode_puzzle(**puzzle));
}

Awaitable<Reply> post_puzzle(RequestContext& context) {
    const auto puzzle = puzzle_argument(context);
    if (!puzzle) co_return puzzle.error();
    const auto answer = protocol::decode_puzzle_answer(context.request.body);
    if (!answer) co_return answer.error();
    auto judged = protocol::judge_puzzle(**puzzle, *answer);
    if (!judged) co_return judged.error();
    co_return unstored_response(200, std::move(*judged));
}

}  // namespace tanbo::http
