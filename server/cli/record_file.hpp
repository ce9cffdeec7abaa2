#pragma once

#include <string>

#include "protocol/records/record.hpp"

namespace tanbo::cli {

// The record in a file, "-" for standard input. Errors: invalid_record, with a sentence to show as
// its detail, also if the file can't be opened.
protocol::Result<protocol::Record> read_record(const std::string& path);

}  // namespace tanbo::cli
