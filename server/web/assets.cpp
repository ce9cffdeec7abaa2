#include "server/web/assets.hpp"

#include <algorithm>
#include <array>

namespace tanbo::embedded {
extern const std::string_view web_index_html;
extern const std::string_view web_style_css;
extern const std::string_view web_board_js;
extern const std::string_view web_client_js;
extern const std::string_view web_app_js;
extern const std::string_view web_icon_svg;
}  // namespace tanbo::embedded

namespace tanbo::web {

std::span<const Asset> assets() {
    static const std::array all = {
        Asset{"index.html", "text/html; charset=utf-8", embedded::web_index_html},
        Asset{"style.css", "text/css; charset=utf-8", embedded::web_style_css},
        Asset{"board.js", "text/javascript; charset=utf-8", embedded::web_board_js},
        Asset{"client.js", "text/javascript; charset=utf-8", embedded::web_client_js},
        Asset{"app.js", "text/javascript; charset=utf-8", embedded::web_app_js},
        Asset{"icon.svg", "image/svg+xml", embedded::web_icon_svg},
    };
    return all;
}

const Asset* find_asset(std::string_view name) {
    const auto all = assets();
    const auto found = std::ranges::find(all, name, &Asset::name);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace tanbo::web
