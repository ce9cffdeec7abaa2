#include "server/cli/record_file.hpp"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <istream>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/records/record.hpp"
#include "protocol/records/replay_line.hpp"
#include "protocol/records/sgf.hpp"

namespace tanbo::cli {

namespace {

constexpr std::string_view game_form =
    "game record in JSON or SGF, as from GET /api/v1/games/ID/record, or from tanbo match --record";
constexpr std::string_view blanks = " \t\r\n";

// The whole file, or one byte more than a record may have.
std::string read_bounded(std::istream& in) {
    std::string text(protocol::record_bytes_max + 1, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
}

std::optional<std::string> read_text(const std::string& path) {
    if (path == "-") return read_bounded(std::cin);
    std::ifstream file(path, std::ios::binary);
    if (!file) return std::nullopt;
    return read_bounded(file);
}

protocol::Error fault(std::string sentence) {
    return protocol::refusal(protocol::Code::invalid_record, std::move(sentence));
}

// The fault with the name of the file: "game.json: /events/3: …".
std::string sentence(const std::string& name, const protocol::Error& error) {
    if (!error.pointer.empty()) return name + ": " + error.pointer + ": " + error.detail;
    return name + " is not a " + std::string(game_form) + ": " + error.detail;
}

// Its lines without those that are blank.
std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        if (line.find_first_not_of(blanks) != line.npos) lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

// A record's own form is named in it.
bool has_lines_of_games(std::string_view text) {
    return text.find("\"tanbo-record\"") == text.npos && text.find("\"moves\"") != text.npos;
}

protocol::Result<protocol::SavedGame> game_in_lines(const std::string& name, std::string_view text,
                                                    std::optional<std::int64_t> number) {
    const auto lines = lines_of(text);
    if (lines.size() > 1 && !number) {
        return fault(name + " has " + std::to_string(lines.size()) +
                     " games; choose one with --game");
    }
    for (const std::string_view line : lines) {
        auto game = protocol::decode_saved_line(line);
        if (number && (!game || game->game != protocol::GameId{*number})) continue;
        if (game) return game;
        return fault(sentence(name, game.error()));
    }
    return fault(name + " has no game " + std::to_string(number.value_or(0)) +
                 " that the rules allow");
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

}  // namespace

protocol::Result<GameFile> read_game(const std::string& path, std::optional<std::int64_t> number) {
    const auto text = read_text(path);
    if (!text) return fault("could not open the file " + path);
    const std::string name = path == "-" ? "standard input" : path;
    const std::size_t begin = text->find_first_not_of(blanks);
    if (begin == std::string::npos) {
        return fault(name + " is empty. It must be a " + std::string(game_form));
    }
    if (has_lines_of_games(*text)) {
        auto game = game_in_lines(name, *text, number);
        if (!game) return game.error();
        return GameFile{std::move(*game)};
    }
    if ((*text)[begin] != '(') return record_in(name, *text);
    auto game = protocol::decode_sgf(*text);
    if (!game) return fault(sentence(name, game.error()));
    return GameFile{std::move(*game)};
}

}  // namespace tanbo::cli
