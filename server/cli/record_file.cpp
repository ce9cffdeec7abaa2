#include "server/cli/record_file.hpp"

#include <fstream>
#include <iostream>
#include <istream>
#include <sstream>
#include <string_view>
#include <utility>

#include "protocol/records/record.hpp"
#include "protocol/records/replay_line.hpp"
#include "protocol/records/sgf.hpp"
#include "server/cli/input_lines.hpp"

namespace tanbo::cli {

namespace {

constexpr std::string_view game_form =
    "game record in JSON or SGF, as from GET /api/v1/games/ID/record, or from tanbo match --record";
constexpr std::string_view blanks = " \t\r\n";

// The next bytes, at most so many; fewer at the end alone.
std::string read_bytes(std::istream& in, std::size_t bytes_max) {
    std::string text(bytes_max, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
}

protocol::Error fault(std::string sentence) {
    return protocol::refusal(protocol::Code::invalid_record, std::move(sentence));
}

// The fault with the name of the file: "game.json: /events/3: …".
std::string sentence(const std::string& name, const protocol::Error& error) {
    if (!error.pointer.empty()) return name + ": " + error.pointer + ": " + error.detail;
    return name + " is not a " + std::string(game_form) + ": " + error.detail;
}

// A record's own form is named in it.
bool has_lines_of_games(std::string_view text) {
    return text.find("\"tanbo-record\"") == text.npos && text.find("\"moves\"") != text.npos;
}

// The line of one game among lines of games, of which the others are not decoded.
class WantedLine {
public:
    explicit WantedLine(std::optional<std::int64_t> number) : number_(number) {}

    void look_at(std::string_view line) {
        if (line.find_first_not_of(blanks) == line.npos || (number_ && found_)) return;
        ++lines_;
        const bool is_wanted =
            !number_ || protocol::saved_line_number(line) == protocol::GameId{*number_};
        if (is_wanted && !found_) found_ = line;
    }

    protocol::Result<GameFile> decode(const std::string& name) const {
        if (lines_ > 1 && !number_) {
            return fault(name + " has " + std::to_string(lines_) +
                         " games; choose one with --game");
        }
        if (!found_) return fault(name + " has no game " + std::to_string(number_.value_or(0)));
        auto game = protocol::decode_saved_line(*found_);
        if (!game) return fault(sentence(name, game.error()));
        return GameFile{std::move(*game)};
    }

private:
    std::optional<std::int64_t> number_;
    std::optional<std::string> found_;
    std::size_t lines_ = 0;
};

// `head` is what was read already.
protocol::Result<GameFile> game_in_lines(const std::string& name, std::string head,
                                         std::istream& in, std::optional<std::int64_t> number) {
    constexpr std::size_t chunk_bytes = 65536;
    WantedLine wanted(number);
    InputLines lines([&wanted](std::string_view line) { wanted.look_at(line); });
    for (; !head.empty(); head = read_bytes(in, chunk_bytes)) lines.feed(head);
    lines.finish();
    return wanted.decode(name);
}

protocol::Result<GameFile> record_in(const std::string& name, std::string_view text) {
    auto record = protocol::decode_record(text);
    if (!record) return fault(sentence(name, record.error()));
    const engine::Match& match = record->match;
    return GameFile{{record->game,
                     match.setup(),
                     match.shared_opening(),
                     {match.turns().begin(), match.turns().end()},
                     match.status() == engine::Status::finished,
                     match.winner()},
                    std::move(record->match)};
}

protocol::Result<GameFile> sgf_in(const std::string& name, std::string_view text) {
    auto game = protocol::decode_sgf(text);
    if (!game) return fault(sentence(name, game.error()));
    return GameFile{std::move(*game)};
}

protocol::Result<GameFile> game_in(const std::string& name, std::istream& in,
                                   std::optional<std::int64_t> number) {
    // One byte more than a record may have: its reader refuses it then.
    std::string text = read_bytes(in, protocol::record_bytes_max + 1);
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string::npos) {
        return fault(name + " is empty. It must be a " + std::string(game_form));
    }
    if (has_lines_of_games(text)) return game_in_lines(name, std::move(text), in, number);
    auto file = text[begin] == '(' ? sgf_in(name, text) : record_in(name, text);
    const protocol::GameId found = file ? file->game.game : protocol::GameId{};
    const bool is_other =
        number && found != protocol::GameId{} && found != protocol::GameId{*number};
    if (!is_other) return file;
    return fault(name + " has game " + to_string(found) + ", not game " + std::to_string(*number));
}

}  // namespace

protocol::Result<GameFile> game_of_text(const std::string& name, const std::string& text) {
    std::istringstream in(text);
    return game_in(name, in, std::nullopt);
}

protocol::Result<GameFile> read_game(const std::string& path, std::optional<std::int64_t> number) {
    if (path == "-") return game_in("standard input", std::cin, number);
    std::ifstream file(path, std::ios::binary);
    if (!file) return fault("could not open the file " + path);
    return game_in(path, file, number);
}

}  // namespace tanbo::cli
