#include "server/cli/record_file.hpp"

#include <fstream>
#include <iostream>
#include <istream>
#include <optional>

namespace tanbo::cli {

namespace {

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

}  // namespace

protocol::Result<protocol::Record> read_record(const std::string& path) {
    const auto text = read_text(path);
    if (!text) {
        return protocol::refusal(protocol::Code::invalid_record,
                                 "the file " + path + " can't be opened");
    }
    auto record = protocol::decode_record(*text);
    if (record || record.error().pointer.empty()) return record;
    return protocol::refusal(record.error().code,
                             record.error().pointer + ": " + record.error().detail);
}

}  // namespace tanbo::cli
