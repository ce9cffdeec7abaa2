#include "server/cli/record_file.hpp"

#include <fstream>
#include <iostream>
#include <istream>
#include <optional>
#include <string_view>

namespace tanbo::cli {

namespace {

constexpr std::string_view record_form = "game record in JSON, as from GET /api/v1/games/ID/record";

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

// The fault with the name of the file: "game.json: /events/3: …".
std::string sentence(const std::string& path, std::string_view text, const protocol::Error& error) {
    const std::string name = path == "-" ? "standard input" : path;
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        return name + " is empty. It must be a " + std::string(record_form);
    }
    if (!error.pointer.empty()) return name + ": " + error.pointer + ": " + error.detail;
    return name + " is not a " + std::string(record_form) + ": " + error.detail;
}

}  // namespace

protocol::Result<protocol::Record> read_record(const std::string& path) {
    const auto text = read_text(path);
    if (!text) {
        return protocol::refusal(protocol::Code::invalid_record, "could not open the file " + path);
    }
    auto record = protocol::decode_record(*text);
    if (record) return record;
    return protocol::refusal(record.error().code, sentence(path, *text, record.error()));
}

}  // namespace tanbo::cli
