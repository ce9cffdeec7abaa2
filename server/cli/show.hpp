#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tanbo::cli {

// Shows the diagram of a record at a ply (the last one if none is given) with what happened
// there. `path` may be "-" for standard input. Returns the exit status.
int show(const std::string& path, std::optional<std::uint32_t> ply, bool is_coloured);

}  // namespace tanbo::cli
