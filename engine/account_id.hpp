#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>

namespace tanbo::engine {

// Who plays: a number that means nothing to the rules.
enum class AccountId : std::int64_t {};

// An id of whatever kind: a number of its own type.
template <typename Type>
concept Id = std::is_enum_v<Type> && std::same_as<std::underlying_type_t<Type>, std::int64_t>;

// The id as a number, for what is none of ours to type: texts, tokens, JSON.
constexpr std::int64_t number_of(Id auto id) {
    return static_cast<std::int64_t>(id);
}

// The id in decimal digits.
inline std::string to_string(Id auto id) {
    return std::to_string(number_of(id));
}

}  // namespace tanbo::engine
