#pragma once

#include <agg2/agg_path_storage.h>
#include <agg2/agg_trans_affine.h>
#include <optional>
#include <string_view>

#include "server/picture/svg_reader.hpp"

// Outlines of what an SVG draws.
namespace tanbo::picture {

// The `d` of a path; nothing if it isn't one.
std::optional<agg::path_storage> path_of(std::string_view data);

// The outline of a <path>, <rect> or <circle>; nothing for other elements, and for a bad path.
std::optional<agg::path_storage> outline_of(const SvgElement& element);

// The attribute as a number, or `otherwise`.
double number_of(const SvgElement& element, std::string_view name, double otherwise);

// The `transform` of an element: translate and scale, in any order.
agg::trans_affine transform_of(const SvgElement& element);

}  // namespace tanbo::picture
