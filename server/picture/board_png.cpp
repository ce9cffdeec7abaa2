#include "server/picture/board_png.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "protocol/boards/svg_board.hpp"
#include "server/picture/png.hpp"

namespace tanbo::picture {

namespace {

// As wide as a 19x19 board, or three layers of a 5x5x5 one, which a phone still shows.
constexpr protocol::SvgStyle mail_style{false, 520};
constexpr double scale_max = 1.5;

struct PixelSize {
    int width;
    int height;
};

PixelSize size_of(const Svg& picture) {
    const Size size = picture.size();
    const double fit = std::min(png_width_max / size.width, png_height_max / size.height);
    const double scale = sharp_scale(std::min(fit, scale_max));
    const auto pixels = [scale](double length) {
        return std::max(1, static_cast<int>(std::floor(length * scale)));
    };
    return {pixels(size.width), pixels(size.height)};
}

std::string png_of(std::string_view svg) {
    const Svg picture(svg);
    const auto [width, height] = size_of(picture);
    Canvas canvas(width, height);
    // Mails are light, and so is what the corners of a board lie on.
    canvas.draw(picture, 0, 0, {static_cast<double>(width), static_cast<double>(height)});
    return canvas.png();
}

}  // namespace

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

}  // namespace tanbo::picture
