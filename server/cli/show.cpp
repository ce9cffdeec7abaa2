#include "server/cli/show.hpp"

#include <algorithm>

#include "protocol/boards/text_board.hpp"
#include "server/cli/game_view.hpp"
#include "server/cli/record_file.hpp"
#include "server/cli/report.hpp"
#include "server/cli/screen/terminal.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

std::uint32_t stones_of(const protocol::SavedGame& game) {
    const auto is_stone = [](const engine::PastTurn& turn) {
        return turn.point != engine::no_point;
    };
    return static_cast<std::uint32_t>(std::ranges::count_if(game.turns, is_stone));
}

// Requires: the game has so many stones.
std::string board_of(const GameFile& file, std::uint32_t ply, bool is_coloured) {
    if (file.match) return draw(*file.match, ply, is_coloured).value_or("");
    const engine::Snapshot snapshot = engine::replay(file.game.opening, file.game.turns, ply);
    return protocol::text_board(protocol::BoardView(snapshot), board_form(is_coloured));
}

}  // namespace

int show(const ShowOptions& options) {
    const auto file = read_game(options.record, options.game);
    if (!file) return report(file.error().detail);
    const std::uint32_t last = stones_of(file->game);
    const std::uint32_t ply = options.ply.value_or(last);
    if (ply > last) {
        return report("ply " + std::to_string(ply) + " does not exist; the record has " +
                      std::to_string(last) + " stones");
    }
    print(board_of(*file, ply, options.is_coloured));
    return 0;
}

}  // namespace tanbo::cli
