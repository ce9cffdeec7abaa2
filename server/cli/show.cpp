#include "server/cli/show.hpp"

#include <fstream>
#include <iostream>
#include <iterator>

#include "protocol/record.hpp"
#include "server/cli/game_view.hpp"
#include "server/cli/report.hpp"

namespace tanbo::cli {

namespace {

// The whole file, or one byte more than a record may have.
std::string read_bounded(std::istream& in) {
    std::string text(protocol::record_bytes_max + 1, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
}

std::optional<std::string> read_record(const std::string& path) {
    if (path == "-") return read_bounded(std::cin);
    std::ifstream file(path, std::ios::binary);
    if (!file) return std::nullopt;
    return read_bounded(file);
}

}  // namespace

int show(const std::string& path, std::optional<std::uint32_t> ply, bool is_coloured) {
    const auto text = read_record(path);
    if (!text) return report("the file " + path + " can't be opened");
    const auto record = protocol::decode_record(*text);
    if (!record) {
        const std::string where =
            record.error().pointer.empty() ? "" : record.error().pointer + ": ";
        return report(where + record.error().detail);
    }
    const std::uint32_t last = record->match.ply();
    const auto board = draw(record->match, ply.value_or(last), is_coloured);
    if (!board) {
        return report("the record has " + std::to_string(last) + " stones, there is no ply " +
                      std::to_string(*ply));
    }
    std::cout << *board;
    return 0;
}

}  // namespace tanbo::cli
