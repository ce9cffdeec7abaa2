#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace tanbo::protocol {

// A function that is fed with hostile bytes: it decodes them, encodes what it got, and throws
// std::logic_error if that does not hold together.
struct FuzzTarget {
    std::string_view name;
    void (*run)(std::string_view input);
    std::vector<std::string_view> seeds;  // sound inputs to start from
};

// "requests", "live", "record", "replay", "mail", and server_fuzz_targets().
std::span<const FuzzTarget> fuzz_targets();

// Null if there is no target of that name.
const FuzzTarget* find_fuzz_target(std::string_view name);

}  // namespace tanbo::protocol
