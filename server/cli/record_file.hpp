#pragma once

#include <string>

#include "protocol/record.hpp"

namespace tanbo::cli {

// The record in a file, "-" for standard input. Errors: invalid_record, whose detail is a sentence
// to be shown, also if the file can't be opened.
protocol::Result<protocol::Record> read_record(const std::string& path);

}  // namespace tanbo::cli
