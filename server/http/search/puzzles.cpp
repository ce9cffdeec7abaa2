#include "protocol/records/puzzles.hpp"

#include <limits>
#include <utility>

#include "server/http/search/handlers.hpp"

// Positions with one move that wins. Nothing is kept of who solves them.
namespace tanbo::http {
namespace {

using protocol::Code;
using protocol::Puzzle;

// The number of the first puzzle after this one, of the setup if one is named; past the last one
// they begin again. Errors: bad_parameter.
protocol::Result<std::size_t> next_after(std::size_t after,
                                         const std::optional<std::string>& setup) {
    const auto all = protocol::puzzles();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::size_t index = (after + i) % all.size();
        if (!setup || all[index].setup == *setup) return index + 1;
    }
    return refusal(Code::bad_parameter,
                   "No puzzles for the setup " + protocol::quotation(setup.value_or("")) + ".");
}

protocol::Error no_such_puzzle(const std::string& text) {
    return refusal(Code::no_such_puzzle, "Puzzle " + protocol::quotation(text) +
                                             " does not exist. Choose 1 to " +
                                             std::to_string(protocol::puzzles().size()) + ".");
}

// The number that the path names.
protocol::Result<std::size_t> puzzle_argument(const RequestContext& context) {
    const auto most = static_cast<std::uint32_t>(protocol::puzzles().size());
    const auto number = number_in("puzzle", context.argument(), 1, most);
    if (!number) return no_such_puzzle(context.argument());
    return *number;
}

const Puzzle& puzzle_of(std::size_t number) {
    return protocol::puzzles()[number - 1];
}

// It stays the same while the server runs.
net::Response puzzle_response(std::size_t number) {
    net::Response response = json_response(200, protocol::encode_puzzle(number, puzzle_of(number)));
    set_header(response, "Cache-Control", "public, max-age=3600");
    return response;
}

}  // namespace

Awaitable<Reply> get_next_puzzle(RequestContext& context) {
    constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
    const auto after = number_parameter(context.query, "after", 0, most);
    if (!after) co_return after.error();
    const auto setup = text_parameter(context.query, "setup");
    const auto number = next_after(after->value_or(0), setup);
    if (!number) co_return number.error();
    co_return puzzle_response(*number);
}

Awaitable<Reply> get_puzzle(RequestContext& context) {
    const auto number = puzzle_argument(context);
    if (!number) co_return number.error();
    co_return puzzle_response(*number);
}

Awaitable<Reply> post_puzzle(RequestContext& context) {
    const auto number = puzzle_argument(context);
    if (!number) co_return number.error();
    const auto answer = protocol::decode_puzzle_answer(context.request.body);
    if (!answer) co_return answer.error();
    auto judged = protocol::judge_puzzle(*number, puzzle_of(*number), *answer);
    if (!judged) co_return judged.error();
    co_return unstored_response(200, std::move(*judged));
}

}  // namespace tanbo::http
