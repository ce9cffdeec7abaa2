#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tanbo::mail {

// The letter of corpus/hostile.json that is called "bomb-…": few lines of code make each, which
// repeats something until a reader without limits would fall. Yields nothing for any other name.
std::optional<std::string> bomb(std::string_view name);

}  // namespace tanbo::mail
