#include "server/mail/outbound/board_png.hpp"

#include <algorithm>
#include <array>
#include <cairo.h>
#include <cmath>
#include <cstddef>
#include <librsvg/rsvg.h>
#include <span>

#include "protocol/svg_board.hpp"
#include "server/base/log.hpp"
#include "server/mail/mime/gmime.hpp"

namespace tanbo::mail::outbound {

namespace {

// As wide as a 19x19 board, or three layers of a 5x5x5 one, which a phone still shows.
constexpr protocol::SvgStyle mail_style{false, 520};
constexpr std::size_t png_bytes_expected = std::size_t{64} << 10U;

struct SurfaceRelease {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using SurfacePtr = std::unique_ptr<cairo_surface_t, SurfaceRelease>;

struct ContextRelease {
    void operator()(cairo_t* context) const { cairo_destroy(context); }
};
using ContextPtr = std::unique_ptr<cairo_t, ContextRelease>;

cairo_status_t append(void* out, const unsigned char* bytes, unsigned int count) {
    static_cast<std::string*>(out)->append(bytes, bytes + count);
    return CAIRO_STATUS_SUCCESS;
}

struct PixelSize {
    int width;
    int height;
};

// Whole and half units keep lines on the grid of pixels, which makes them sharp and the file half
// as large; only what has no room for that is scaled otherwise.
double scale_of(double width, double height) {
    const double fit = std::min(png_width_max / width, png_height_max / height);
    return fit >= 1.5 ? 1.5 : std::min(fit, 1.0);
}

PixelSize size_of(RsvgHandle* picture) {
    double width = 0;
    double height = 0;
    rsvg_handle_get_intrinsic_size_in_pixels(picture, &width, &height);
    width = std::max(width, 1.0);
    height = std::max(height, 1.0);
    const double scale = scale_of(width, height);
    const auto pixels = [scale](double length) {
        return std::max(1, static_cast<int>(std::floor(length * scale)));
    };
    return {pixels(width), pixels(height)};
}

// Rounds each channel of the edges of shapes to eight steps: nobody sees it, and files are half
// as large. Runs of one colour stay as they are.
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

// Empty if it can't be drawn; `fault` says why.
std::string draw(std::string_view svg, std::string& fault) {
    const std::span<const char> bytes(svg);
    GError* error = nullptr;
    const mime::GObjectPtr<RsvgHandle> picture(rsvg_handle_new_from_data(
        reinterpret_cast<const guint8*>(bytes.data()), bytes.size(), &error));
    std::string png;
    if (picture != nullptr) {
        const PixelSize size = size_of(picture.get());
        const SurfacePtr surface(
            cairo_image_surface_create(CAIRO_FORMAT_RGB24, size.width, size.height));
        const ContextPtr context(cairo_create(surface.get()));
        // Mails are light, and so is what the corners of a board lie on.
        cairo_set_source_rgb(context.get(), 1, 1, 1);
        cairo_paint(context.get());
        const RsvgRectangle whole{0, 0, static_cast<double>(size.width),
                                  static_cast<double>(size.height)};
        png.reserve(png_bytes_expected);
        if (rsvg_handle_render_document(picture.get(), context.get(), &whole, &error) != 0) {
            simplify_edges(surface.get());
            const cairo_status_t status =
                cairo_surface_write_to_png_stream(surface.get(), append, &png);
            if (status != CAIRO_STATUS_SUCCESS) {
                png.clear();
                fault = cairo_status_to_string(status);
            }
        }
    }
    if (error != nullptr) fault = error->message;
    g_clear_error(&error);
    return png;
}

std::string png_of(std::string_view svg) {
    std::string fault;
    std::string png = draw(svg, fault);
    if (png.empty())
        base::log::error("board-drawing-failed", "could not draw a board", {{"fault", fault}});
    return png;
}

}  // namespace

std::string board_png(const protocol::BoardView& board) {
    return png_of(protocol::svg_board(board, mail_style));
}

std::shared_ptr<const std::string> BoardPictures::png(const protocol::BoardView& board) {
    std::string svg = protocol::svg_board(board, mail_style);
    {
        const std::lock_guard lock(mutex_);
        const auto found = std::ranges::find(kept_, svg, &Entry::svg);
        if (found != kept_.end()) {
            kept_.splice(kept_.begin(), kept_, found);
            return found->png;
        }
    }
    auto png = std::make_shared<const std::string>(png_of(svg));
    const std::lock_guard lock(mutex_);
    kept_.push_front({std::move(svg), png});
    if (kept_.size() > kept_max) kept_.pop_back();
    return png;
}

}  // namespace tanbo::mail::outbound
