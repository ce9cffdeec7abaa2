#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/match.hpp"
#include "protocol/json/ids.hpp"
#include "server/net/http/http.hpp"
#include "server/picture/link_preview.hpp"

// The texts of a page's shell: for search engines, for links that are shown as previews,
// and to people without scripts. Everything else is said by the client.
namespace tanbo::http {

enum class Language : std::uint8_t { english, german };

// That of the cookie "lang", else of Accept-Language, else English.
Language language_of(const net::Request& request);
// "en", "de".
std::string_view language_code(Language language);

struct PageTexts {
    std::string title;
    std::string description;
};

// Of the page at an address of this pattern, with what stands in its places.
PageTexts page_texts(Language language, std::string_view pattern,
                     const std::vector<std::string>& arguments);
PageTexts missing_page_texts(Language language);
// Of a page on which the operator says something: "imprint", "privacy", "contact", "conduct".
std::string_view operator_page_title(Language language, std::string_view name);
PageTexts game_page_texts(Language language, protocol::GameId id, const engine::Match& match);

// The words below a game on a page of another site.
struct EmbedTexts {
    std::string players;
    std::string state;
    std::string caption;  // "9x9, move 12"
};
EmbedTexts embed_texts(Language language, const engine::Match& match);
// "This game does not exist."
std::string_view missing_game_sentence(Language language);

// Of the picture of a link to a game, at a ply.
picture::PreviewTexts preview_texts(Language language, const engine::Match& match,
                                    std::uint32_t ply);

// --- without scripts ---
// The needs of the page.
std::string_view script_sentence(Language language);
// "Moves"
std::string_view moves_heading(Language language);
// Of the results of a tournament.
struct ResultWords {
    std::string_view standings;
    std::string_view players;
    std::string_view place;
    std::string_view player;
    std::string_view points;
    std::string_view round;
    std::string_view season;  // of a league
    std::string_view table;
    std::string_view game;
    std::string_view games;
    std::string_view rests;
    std::string_view file;   // with all of them
    std::string_view about;  // before the board's name
};
const ResultWords& result_words(Language language);
// The turns that stand: "1. H7 2. C8 white leaves".
std::string moves_text(Language language, const engine::Match& match);

}  // namespace tanbo::http
