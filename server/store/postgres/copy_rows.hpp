#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/copy/copy_end.hpp"

// Rows as COPY ... (FORMAT binary) has them: numbers are exact, nothing is escaped.
// Source: PostgreSQL 15, COPY, "Binary Format".
namespace tanbo::store {

// Ahead of the first row, and behind the last.
extern const std::string_view copy_header;
extern const std::string_view copy_trailer;

// Requires: no value has 2 GB.
void append_copy_row(std::string& bytes, std::span<const CopyValue> row);

// Takes apart the messages that the server sends, a row each. The first has the header before it.
class CopyRowDecoder {
public:
    explicit CopyRowDecoder(const std::vector<CopyColumn>& columns);

    // Decodes the row; its values are valid as long as the message. Empty: it is the trailer.
    // Throws: StorageError misuse if it is neither.
    std::span<const CopyValue> decode(std::string_view message);

private:
    std::vector<ValueKind> kinds_;
    std::vector<CopyValue> row_;
    bool has_begun_ = false;
};

}  // namespace tanbo::store
