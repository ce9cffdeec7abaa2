#include "server/picture/link_preview.hpp"

#include <algorithm>
#include <cmath>

#include "protocol/boards/svg_board.hpp"
#include "protocol/json/markup.hpp"
#include "server/picture/png.hpp"

namespace tanbo::picture {

namespace {

constexpr protocol::SvgStyle preview_style{false, 1'000};
constexpr double board_side = 546;
constexpr double margin = 42;
constexpr double text_width = 500;
constexpr double names_height = 270;  // of all names
constexpr double line_height = 1.2;   // of their size

// As long as a name fits, up to the size of two short ones.
double font_size_of(const std::vector<std::string>& players) {
    std::size_t longest = 1;
    for (const std::string& player : players) longest = std::max(longest, player.size());
    const double by_width = text_width / (0.68 * static_cast<double>(longest + 2));
    const auto lines = static_cast<double>(std::max<std::size_t>(players.size(), 1));
    const double by_height = names_height / (lines * line_height);
    return std::clamp(std::min(by_width, by_height), 24.0, 64.0);
}

std::string text(double y, double size, std::string_view style, std::string_view words) {
    return "<text x=\"72\" y=\"" + std::to_string(y) + "\" font-size=\"" + std::to_string(size) +
           "\" " + std::string(style) + ">" + protocol::escaped(words) + "</text>";
}

// The ground, and all that is written on it.
std::string card(const PreviewTexts& texts) {
    constexpr std::string_view bold = "font-weight=\"700\" fill=\"#23241c\"";
    std::string svg =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1200\" height=\"630\" "
        "font-family=\"'Zen Maru Gothic', 'DejaVu Sans', sans-serif\">"
        "<rect width=\"1200\" height=\"630\" fill=\"#f6f2e6\"/>"
        "<text x=\"150\" y=\"202\" font-size=\"40\" " +
        std::string(bold) + ">Tanbo</text>";
    const double size = font_size_of(texts.players);
    double y = 240 + size;
    for (const std::string& player : texts.players) {
        svg += text(y, size, bold, (&player == texts.players.data() ? "" : "– ") + player);
        y += size * line_height;
    }
    svg += text(std::min(y + 8, 560.0), 30, "fill=\"#5a5846\"", texts.caption);
    return svg + "</svg>";
}

// As large as fits into the board's square, in its middle.
void draw_board(Canvas& canvas, const Svg& board) {
    const Size size = board.size();
    const double scale = sharp_scale(board_side / std::max(size.width, size.height));
    const Size drawn{size.width * scale, size.height * scale};
    const double left = preview_width - margin - (board_side + drawn.width) / 2;
    const double top = margin + (board_side - drawn.height) / 2;
    canvas.draw(board, std::floor(left), std::floor(top), drawn);
}

}  // namespace

std::string link_preview(const protocol::BoardView& board, const PreviewTexts& texts,
                         std::string_view mark) {
    Canvas canvas(preview_width, preview_height);
    canvas.draw(Svg(card(texts)), 0, 0, {preview_width, preview_height});
    canvas.draw(Svg(mark), 72, 152, {64, 64});
    draw_board(canvas, Svg(protocol::svg_board(board, preview_style)));
    return canvas.png();
}

}  // namespace tanbo::picture
