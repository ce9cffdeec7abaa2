#include "server/picture/png.hpp"

#include <algorithm>
#include <array>
#include <cairo.h>
#include <cmath>
#include <cstddef>
#include <librsvg/rsvg.h>

#include "server/base/log.hpp"

namespace tanbo::picture {

namespace {

constexpr std::size_t png_bytes_expected = std::size_t{64} << 10U;

void report(std::string_view fault) {
    base::log::error("board-drawing-failed", "could not draw a board", {{"fault", fault}});
}

// Reports the error, if there is one, and releases it.
void report_and_clear(GError*& error) {
    if (error != nullptr) report(error->message);
    g_clear_error(&error);
}

struct ObjectRelease {
    void operator()(void* object) const { g_object_unref(object); }
};
struct SurfaceRelease {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
struct ContextRelease {
    void operator()(cairo_t* context) const { cairo_destroy(context); }
};

cairo_status_t append(void* out, const unsigned char* bytes, unsigned int count) {
    static_cast<std::string*>(out)->append(bytes, bytes + count);
    return CAIRO_STATUS_SUCCESS;
}

// Rounds each channel of the edges of shapes to eight steps. Runs of one colour stay as they are.
void simplify_edges(cairo_surface_t* surface) {
    cairo_surface_flush(surface);
    const int width = cairo_image_surface_get_width(surface);
    const int height = cairo_image_surface_get_height(surface);
    const int stride = cairo_image_surface_get_stride(surface);
    unsigned char* const bytes = cairo_image_surface_get_data(surface);
    for (int y = 0; y < height; ++y) {
        const std::span row(bytes + static_cast<std::ptrdiff_t>(y) * stride,
                            static_cast<std::size_t>(width) * 4);
        std::array<unsigned char, 4> before{};
        for (std::size_t at = 0; at < row.size(); at += 4) {
            std::array<unsigned char, 4> pixel{};
            std::ranges::copy(row.subspan(at, 4), pixel.begin());
            const bool is_edge =
                pixel != before &&
                (at + 8 > row.size() || !std::ranges::equal(pixel, row.subspan(at + 4, 4)));
            if (is_edge) {
                for (std::size_t channel = 0; channel < 3; ++channel) {
                    row[at + channel] = static_cast<unsigned char>((pixel[channel] + 18) / 36 * 36);
                }
            }
            before = pixel;
        }
    }
    cairo_surface_mark_dirty(surface);
}

}  // namespace

double sharp_scale(double fit) {
    return fit >= 1 ? std::floor(fit * 2) / 2 : fit;
}

// --- Svg ---

struct Svg::Handle {
    std::unique_ptr<RsvgHandle, ObjectRelease> document;
};

Svg::Svg(std::string_view text) : handle_(std::make_unique<Handle>()) {
    const std::span<const char> bytes(text);
    GError* error = nullptr;
    handle_->document.reset(rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(bytes.data()),
                                                      bytes.size(), &error));
    report_and_clear(error);
}

Svg::~Svg() = default;

Size Svg::size() const {
    Size size;
    if (handle_->document != nullptr) {
        rsvg_handle_get_intrinsic_size_in_pixels(handle_->document.get(), &size.width,
                                                 &size.height);
    }
    return {std::max(size.width, 1.0), std::max(size.height, 1.0)};
}

// --- Canvas ---

struct Canvas::Surface {
    std::unique_ptr<cairo_surface_t, SurfaceRelease> surface;
    std::unique_ptr<cairo_t, ContextRelease> context;
    bool has_failed = false;
};

Canvas::Canvas(int width, int height) : surface_(std::make_unique<Surface>()) {
    surface_->surface.reset(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
    surface_->context.reset(cairo_create(surface_->surface.get()));
    cairo_set_source_rgb(surface_->context.get(), 1, 1, 1);
    cairo_paint(surface_->context.get());
}

Canvas::~Canvas() = default;

void Canvas::draw(const Svg& svg, double left, double top, Size size) {
    RsvgHandle* const document = svg.handle_->document.get();
    const RsvgRectangle where{left, top, size.width, size.height};
    GError* error = nullptr;
    const bool is_drawn =
        document != nullptr &&
        rsvg_handle_render_document(document, surface_->context.get(), &where, &error) != 0;
    if (!is_drawn) surface_->has_failed = true;
    report_and_clear(error);
}

std::string Canvas::png() {
    if (surface_->has_failed) return {};
    std::string png;
    png.reserve(png_bytes_expected);
    simplify_edges(surface_->surface.get());
    const cairo_status_t status =
        cairo_surface_write_to_png_stream(surface_->surface.get(), append, &png);
    if (status == CAIRO_STATUS_SUCCESS) return png;
    report(cairo_status_to_string(status));
    return {};
}

}  // namespace tanbo::picture
