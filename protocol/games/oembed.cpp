#include "protocol/games/oembed.hpp"

#include "protocol/json/json_writer.hpp"

namespace tanbo::protocol {

namespace {

std::string frame_html(const OEmbed& game) {
    return "<iframe src=\"" + game.frame + "\" width=\"" + std::to_string(game.width) +
           "\" height=\"" + std::to_string(game.height) +
           "\" style=\"border:0\" loading=\"lazy\" title=\"Tanbo\"></iframe>";
}

}  // namespace

std::string encode_oembed(const OEmbed& game) {
    JsonWriter out(1'024);
    out.begin_object().key("version").word("1.0").key("type").word("rich");
    out.key("title").text(game.title);
    out.key("provider_name").word("Tanbo").key("provider_url").text(game.site + "/");
    out.key("html").text(frame_html(game));
    out.key("width").number(game.width).key("height").number(game.height);
    out.key("thumbnail_url").text(game.picture);
    out.key("thumbnail_width").number(game.picture_width);
    out.key("thumbnail_height").number(game.picture_height).end_object();
    return out.take();
}

}  // namespace tanbo::protocol
