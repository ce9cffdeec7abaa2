#include "server/cli/show.hpp"

#include <charconv>
#include <filesystem>

#include "protocol/games/answers.hpp"
#include "server/cli/game_commands.hpp"
#include "server/cli/record_file.hpp"
#include "server/cli/report.hpp"
#include "server/cli/screen/stepper.hpp"
#include "server/cli/screen/terminal.hpp"

namespace tanbo::cli {

namespace {

// The number, if it names a game of a server and no file.
std::optional<protocol::GameId> number_of(const ShowOptions& options) {
    const std::string& text = options.record;
    std::int64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    std::error_code error;
    const bool is_number = read.ec == std::errc() && read.ptr == text.data() + text.size();
    const bool is_game =
        is_number && number > 0 && !options.server.empty() && !std::filesystem::exists(text, error);
    return is_game ? std::optional(protocol::GameId{number}) : std::nullopt;
}

protocol::Result<GameFile> game_of(const ShowOptions& options) {
    const auto number = number_of(options);
    if (!number) return read_game(options.record, options.game);
    const auto record = fetch_record(options.server, options.token, *number, RecordForm::json);
    if (!record) return record.error();
    return game_of_text("the record of game " + to_string(*number), *record);
}

}  // namespace

int show(const ShowOptions& options) {
    const auto file = game_of(options);
    if (!file) return report(file.error().detail);
    const std::uint32_t last = stones_of(file->game);
    const std::uint32_t ply = options.ply.value_or(last);
    if (ply > last) {
        return report("ply " + std::to_string(ply) + " does not exist; the record has " +
                      std::to_string(last) + " stones");
    }
    if (options.is_json && file->game.game == protocol::GameId{}) {
        return report("the record has no game number, which the board as JSON needs");
    }
    if (options.is_json) {
        const auto snapshot = engine::replay(file->game.opening, file->game.turns, ply);
        print_data(protocol::encode_board(file->game.game, snapshot) + "\n");
        return 0;
    }
    if (options.has_steps && is_screen_terminal()) {
        return step_through(*file, ply, options.style);
    }
    print(board_at(*file, ply, options.style));
    return 0;
}

}  // namespace tanbo::cli
