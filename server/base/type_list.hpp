#pragma once

#include <concepts>
#include <tuple>

namespace tanbo::base {

namespace detail {

template <class T, class Tuple>
inline constexpr bool contains_type = false;
template <class T, class... Of>
inline constexpr bool contains_type<T, std::tuple<Of...>> = (std::same_as<T, Of> || ...);

}  // namespace detail

// Whether the tuple has an element of this type: std::get<T> finds it.
template <class T, class Tuple>
concept ContainedIn = detail::contains_type<T, Tuple>;

}  // namespace tanbo::base
