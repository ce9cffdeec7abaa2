#pragma once

#include <string_view>
#include <vector>

#include "protocol/json/json_reader.hpp"
#include "protocol/json/json_writer.hpp"
#include "protocol/people/notices.hpp"

// Lists of kinds of notifications. Private to this folder.
namespace tanbo::protocol {

// At most one of each. Reports another word, and a word that comes twice.
std::vector<NoticeKind> read_kinds(const JsonReader& in);

// An array of words that are between commas.
void write_kinds(JsonWriter& out, std::string_view words);

}  // namespace tanbo::protocol
