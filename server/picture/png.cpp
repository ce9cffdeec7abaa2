#include "server/picture/png.hpp"

#include <agg2/agg_conv_curve.h>
#include <agg2/agg_conv_dash.h>
#include <agg2/agg_conv_stroke.h>
#include <agg2/agg_conv_transform.h>
#include <agg2/agg_pixfmt_rgb.h>
#include <agg2/agg_rasterizer_scanline_aa.h>
#include <agg2/agg_renderer_base.h>
#include <agg2/agg_renderer_scanline.h>
#include <agg2/agg_scanline_p.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <png.h>
#include <span>
#include <vector>

#include "server/base/log.hpp"
#include "server/picture/letters.hpp"
#include "server/picture/outline.hpp"
#include "server/picture/svg_reader.hpp"

namespace tanbo::picture {

namespace {

using Pixels = agg::pixfmt_rgb24;
using Renderer = agg::renderer_base<Pixels>;

constexpr std::size_t channels = 3;

void report(std::string_view fault) {
    base::log::error("board-drawing-failed", "could not draw a board", {{"fault", fault}});
}

// "#23241c" or "#fff", as opaque as the attribute says; nothing for "none".
std::optional<agg::rgba8> colour_of(const SvgElement& element, std::string_view attribute,
                                    std::string_view otherwise) {
    const auto found = element.attributes.find(attribute);
    std::string text(found == element.attributes.end() ? otherwise : found->second);
    if (!text.starts_with('#')) return std::nullopt;
    text.erase(0, 1);
    if (text.size() == 3) text = {text[0], text[0], text[1], text[1], text[2], text[2]};
    unsigned value = 0;
    const char* const end = text.data() + text.size();
    if (text.size() != 6 || std::from_chars(text.data(), end, value, 16).ptr != end) {
        return std::nullopt;
    }
    const double opacity = number_of(element, std::string(attribute) + "-opacity", 1);
    return agg::rgba8(value >> 16U, value >> 8U & 0xFFU, value & 0xFFU,
                      static_cast<unsigned>(std::lround(opacity * 255)));
}

bool is_attribute(const SvgElement& element, std::string_view name, std::string_view value) {
    const auto found = element.attributes.find(name);
    return found != element.attributes.end() && found->second == value;
}

template <class Stroke>
void set_stroke(Stroke& stroke, const SvgElement& element) {
    stroke.width(number_of(element, "stroke-width", 1));
    stroke.line_cap(is_attribute(element, "stroke-linecap", "round") ? agg::round_cap
                                                                     : agg::butt_cap);
    stroke.line_join(is_attribute(element, "stroke-linejoin", "round") ? agg::round_join
                                                                       : agg::miter_join);
}

// Draws the elements of one document.
class Painter {
public:
    Painter(Renderer& renderer, const agg::trans_affine& place)
        : renderer_(renderer), place_(place) {}

    // False if it isn't an element that can be drawn.
    bool paint(const SvgElement& element) {
        if (element.name == "text") {
            paint_text(element);
            return true;
        }
        std::optional<agg::path_storage> path = outline_of(element);
        if (!path) return false;
        const agg::trans_affine change = transform_of(element) * place_;
        agg::conv_curve curve(*path);
        curve.approximation_scale(change.scale());
        if (const auto colour = colour_of(element, "fill", "#000")) fill(curve, change, *colour);
        if (const auto colour = colour_of(element, "stroke", "none")) {
            stroke(curve, element, change, *colour);
        }
        return true;
    }

private:
    template <class Source>
    void fill(Source& source, const agg::trans_affine& change, const agg::rgba8& colour) {
        agg::conv_transform placed(source, change);
        rasterizer_.reset();
        rasterizer_.add_path(placed);
        agg::render_scanlines_aa_solid(rasterizer_, scanline_, renderer_, colour);
    }

    template <class Source>
    void stroke(Source& source, const SvgElement& element, const agg::trans_affine& change,
                const agg::rgba8& colour) {
        const auto dashes = element.attributes.find("stroke-dasharray");
        if (dashes == element.attributes.end()) {
            agg::conv_stroke line(source);
            set_stroke(line, element);
            line.approximation_scale(change.scale());
            fill(line, change, colour);
            return;
        }
        agg::conv_dash dash(source);
        const std::vector<double> lengths = numbers_of(dashes->second);
        for (std::size_t i = 0; i + 1 < lengths.size(); i += 2) {
            dash.add_dash(lengths[i], lengths[i + 1]);
        }
        agg::conv_stroke line(dash);
        set_stroke(line, element);
        line.approximation_scale(change.scale());
        fill(line, change, colour);
    }

    void paint_text(const SvgElement& element) {
        constexpr double bold_min = 600;
        Line line = line_of(element.text, number_of(element, "font-size", 16),
                            number_of(element, "font-weight", 400) >= bold_min);
        const double left = is_attribute(element, "text-anchor", "middle") ? line.width / 2 : 0;
        const agg::trans_affine change =
            agg::trans_affine_translation(number_of(element, "x", 0) - left,
                                          number_of(element, "y", 0)) *
            place_;
        agg::conv_curve curve(line.path);
        curve.approximation_scale(change.scale());
        if (const auto colour = colour_of(element, "fill", "#000")) fill(curve, change, *colour);
    }

    Renderer& renderer_;
    const agg::trans_affine place_;
    agg::rasterizer_scanline_aa<> rasterizer_;
    agg::scanline_p8 scanline_;
};

// Rounds each channel of the edges of shapes to eight steps. Runs of one colour stay as they are.
void simplify_edges(std::span<std::uint8_t> pixels, std::size_t width) {
    for (std::size_t begin = 0; begin < pixels.size(); begin += width * channels) {
        const std::span row = pixels.subspan(begin, width * channels);
        std::array<std::uint8_t, channels> before{};
        for (std::size_t at = 0; at < row.size(); at += channels) {
            std::array<std::uint8_t, channels> pixel{};
            std::ranges::copy(row.subspan(at, channels), pixel.begin());
            const bool is_edge = pixel != before &&
                                 (at + 2 * channels > row.size() ||
                                  !std::ranges::equal(pixel, row.subspan(at + channels, channels)));
            if (is_edge) {
                for (std::size_t channel = 0; channel < channels; ++channel) {
                    row[at + channel] = static_cast<std::uint8_t>((pixel[channel] + 18) / 36 * 36);
                }
            }
            before = pixel;
        }
    }
}

// The user units that the document shows: left, top, width and height.
std::array<double, 4> view_of(const SvgDocument& document) {
    const SvgElement root{"svg", document.attributes, {}};
    const auto box = document.attributes.find("viewBox");
    if (box != document.attributes.end()) {
        const std::vector<double> numbers = numbers_of(box->second);
        if (numbers.size() == 4) return {numbers[0], numbers[1], numbers[2], numbers[3]};
    }
    return {0, 0, number_of(root, "width", 0), number_of(root, "height", 0)};
}

}  // namespace

double sharp_scale(double fit) {
    return fit >= 1 ? std::floor(fit * 2) / 2 : fit;
}

// --- Svg ---

struct Svg::Handle {
    std::optional<SvgDocument> document;
};

Svg::Svg(std::string_view text) : handle_(std::make_unique<Handle>(read_svg(text))) {
    if (!handle_->document) report("this is not an SVG that the server writes");
}

Svg::~Svg() = default;

Size Svg::size() const {
    if (!handle_->document) return {1, 1};
    const std::array<double, 4> view = view_of(*handle_->document);
    const SvgElement root{"svg", handle_->document->attributes, {}};
    return {std::max(number_of(root, "width", view[2]), 1.0),
            std::max(number_of(root, "height", view[3]), 1.0)};
}

// --- Canvas ---

struct Canvas::Surface {
    Surface(int across, int down)
        : width(static_cast<std::size_t>(across)),
          height(static_cast<std::size_t>(down)),
          pixels(width * height * channels, 0xFF),
          buffer(pixels.data(), static_cast<unsigned>(across), static_cast<unsigned>(down),
                 across * static_cast<int>(channels)),
          format(buffer),
          renderer(format) {}

    const std::size_t width;
    const std::size_t height;
    std::vector<std::uint8_t> pixels;
    agg::rendering_buffer buffer;
    Pixels format;
    Renderer renderer;
    bool has_failed = false;
};

Canvas::Canvas(int width, int height) : surface_(std::make_unique<Surface>(width, height)) {}

Canvas::~Canvas() = default;

void Canvas::draw(const Svg& svg, double left, double top, Size size) {
    if (!svg.handle_->document) {
        surface_->has_failed = true;
        return;
    }
    const std::array<double, 4> view = view_of(*svg.handle_->document);
    const agg::trans_affine place =
        agg::trans_affine_translation(-view[0], -view[1]) *
        agg::trans_affine_scaling(size.width / view[2], size.height / view[3]) *
        agg::trans_affine_translation(left, top);
    try {
        Painter painter(surface_->renderer, place);
        for (const SvgElement& element : svg.handle_->document->elements) {
            if (painter.paint(element)) continue;
            report("no outline of <" + element.name + ">");
            surface_->has_failed = true;
        }
    } catch (const std::exception& error) {
        report(error.what());
        surface_->has_failed = true;
    }
}

std::string Canvas::png() {
    if (surface_->has_failed) return {};
    simplify_edges(surface_->pixels, surface_->width);
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(surface_->width);
    image.height = static_cast<png_uint_32>(surface_->height);
    image.format = PNG_FORMAT_RGB;
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    std::string png(size, '\0');
    if (png_image_write_to_memory(&image, png.data(), &size, 0, surface_->pixels.data(), 0,
                                  nullptr) == 0) {
        report(std::data(image.message));
        return {};
    }
    png.resize(size);
    png.shrink_to_fit();
    return png;
}

}  // namespace tanbo::picture
