#include "server/http/site/texts.hpp"

#include <algorithm>
#include <array>

#include "engine/notation.hpp"
#include "server/api_common/credentials.hpp"
#include "server/http/negotiate.hpp"

namespace tanbo::http {
namespace {

using engine::Match;
using engine::Seat;
using std::string_view;

constexpr std::array<string_view, 2> codes = {"en", "de"};

// By language.
using Said = std::array<string_view, codes.size()>;

string_view in(Language language, const Said& said) {
    return said.at(static_cast<std::size_t>(language));
}

// A text in which %1 and %2 stand for what follows.
std::string filled(string_view text, const std::vector<std::string>& with) {
    std::string made;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool is_place = text[i] == '%' && i + 1 < text.size();
        if (!is_place) {
            made += text[i];
            continue;
        }
        const auto place = static_cast<std::size_t>(text[++i] - '1');
        if (place < with.size()) made += with[place];
    }
    return made;
}

struct Titled {
    string_view pattern;
    Said title;
};

constexpr std::array<Titled, 31> titles = {{
    {"/play", {"New game", "Neue Partie"}},
    {"/challenges", {"Challenges", "Herausforderungen"}},
    {"/challenges/{challenge}", {"Challenge %1", "Herausforderung %1"}},
    {"/join/{invitation}", {"Invitation to a game", "Einladung zu einer Partie"}},
    {"/board", {"Board", "Brett"}},
    {"/board/{setup}", {"Board: %1", "Brett: %1"}},
    {"/learn", {"Learn Tanbo", "Tanbo lernen"}},
    {"/learn/{step}", {"Learn Tanbo: step %1", "Tanbo lernen: Schritt %1"}},
    {"/tournaments", {"Tournaments", "Turniere"}},
    {"/tournaments/new", {"New tournament", "Neues Turnier"}},
    {"/tournaments/{tournament}", {"Tournament %1", "Turnier %1"}},
    {"/tournaments/{tournament}/edit", {"Edit tournament", "Turnier bearbeiten"}},
    {"/clubs", {"Clubs", "Vereine"}},
    {"/clubs/new", {"New club", "Neuer Verein"}},
    {"/clubs/{club}", {"Club %1", "Verein %1"}},
    {"/players", {"Players", "Spieler"}},
    {"/players/{handle}", {"%1", "%1"}},
    {"/players/{handle}/against/{other}", {"%1 against %2", "%1 gegen %2"}},
    {"/standings", {"Standings", "Rangliste"}},
    {"/standings/{setup}", {"Standings: %1", "Rangliste: %1"}},
    {"/statistics", {"Statistics", "Statistik"}},
    {"/statistics/{setup}", {"Statistics: %1", "Statistik: %1"}},
    {"/sign-in", {"Sign in", "Anmelden"}},
    {"/sign-up", {"Sign up", "Registrieren"}},
    {"/forgotten", {"Reset password", "Passwort vergessen"}},
    {"/settings", {"Settings", "Einstellungen"}},
    {"/settings/{section}", {"Settings", "Einstellungen"}},
    {"/notifications", {"Notifications", "Mitteilungen"}},
    {"/about", {"About Tanbo", "Über Tanbo"}},
    {"/admin", {"Administration", "Verwaltung"}},
    {"/admin/{section}", {"Administration", "Verwaltung"}},
}};

constexpr Said site_title = {"Tanbo, a game by Mark Steere", "Tanbo, ein Spiel von Mark Steere"};
constexpr Said site_description = {
    "Play Tanbo, Mark Steere's board game of roots, live or by correspondence, against people.",
    "Tanbo spielen, Mark Steeres Brettspiel der Wurzeln, live oder als Fernpartie, gegen "
    "Menschen."};
constexpr Said missing_title = {"Page not found", "Hier ist nichts"};

std::string titled(string_view title) {
    return std::string(title) + " – Tanbo";
}

std::string seat_text(Language language, Seat seat) {
    constexpr std::array<Said, 4> named = {
        {{"black", "Schwarz"}, {"white", "Weiß"}, {"red", "Rot"}, {"green", "Grün"}}};
    const auto index = static_cast<std::size_t>(engine::index_of(seat));
    if (index < named.size()) return std::string(in(language, named.at(index)));
    return filled(in(language, {"seat %1", "Sitz %1"}), {std::to_string(index + 1)});
}

// "anna, ben"; who has no seat yet is left out.
std::string players_text(const Match& match) {
    std::string text;
    for (const engine::SeatHolder& holder : match.seats()) {
        if (!holder.player) continue;
        if (!text.empty()) text += ", ";
        text += holder.player->handle;
    }
    return text;
}

std::string state_text(Language language, const Match& match) {
    if (match.status() == engine::Status::open) {
        return std::string(in(language, {"waiting for players", "wartet auf Mitspieler"}));
    }
    if (match.winner()) {
        return filled(in(language, {"won by %1", "gewonnen von %1"}),
                      {seat_text(language, *match.winner())});
    }
    if (match.to_move()) {
        return filled(in(language, {"%1 to move", "%1 am Zug"}),
                      {seat_text(language, *match.to_move())});
    }
    return std::string(in(language, {"no result", "ohne Ergebnis"}));
}

}  // namespace

Language language_of(const net::Request& request) {
    const auto chosen = api_common::find_cookie(request, "lang");
    if (chosen) {
        const auto* const found = std::ranges::find(codes, *chosen);
        if (found != codes.end()) return static_cast<Language>(found - codes.begin());
    }
    return static_cast<Language>(choose_language(request, codes));
}

std::string_view language_code(Language language) {
    return codes.at(static_cast<std::size_t>(language));
}

PageTexts page_texts(Language language, std::string_view pattern,
                     const std::vector<std::string>& arguments) {
    PageTexts texts{std::string(in(language, site_title)),
                    std::string(in(language, site_description))};
    const auto* const found = std::ranges::find(titles, pattern, &Titled::pattern);
    if (found != titles.end()) texts.title = titled(filled(in(language, found->title), arguments));
    return texts;
}

string_view operator_page_title(Language language, string_view name) {
    constexpr std::array<std::pair<string_view, Said>, 4> named = {
        {{"imprint", {"Imprint", "Impressum"}},
         {"privacy", {"Privacy", "Datenschutz"}},
         {"contact", {"Contact", "Kontakt"}},
         {"conduct", {"Rules of conduct", "Umgangsregeln"}}}};
    for (const auto& [known, title] : named) {
        if (known == name) return in(language, title);
    }
    return name;
}

PageTexts missing_page_texts(Language language) {
    return {titled(in(language, missing_title)), std::string(in(language, site_description))};
}

PageTexts game_page_texts(Language language, protocol::GameId id, const Match& match) {
    constexpr Said title = {"Game %1: %2", "Partie %1: %2"};
    constexpr Said description = {"Tanbo on %1: %2; stones placed: %3; %4.",
                                  "Tanbo auf %1: %2; gesetzte Steine: %3; %4."};
    constexpr Said custom = {"a custom board", "eigenem Brett"};
    const std::string setup(match.setup().empty() ? in(language, custom)
                                                  : string_view(match.setup()));
    const std::string players = players_text(match);
    return {titled(filled(in(language, title), {to_string(id), players})),
            filled(in(language, description),
                   {setup, players, std::to_string(match.ply()), state_text(language, match)})};
}

picture::PreviewTexts preview_texts(Language language, const Match& match, std::uint32_t ply) {
    picture::PreviewTexts texts;
    for (const engine::SeatHolder& holder : match.seats()) {
        if (holder.player) texts.players.push_back(holder.player->handle);
    }
    constexpr Said custom = {"custom board", "eigenes Brett"};
    const string_view setup = match.setup();
    texts.caption =
        filled(in(language, {"%1, move %2", "%1, Zug %2"}),
               {std::string(setup.empty() ? in(language, custom) : setup), std::to_string(ply)});
    return texts;
}

EmbedTexts embed_texts(Language language, const Match& match) {
    return {players_text(match), state_text(language, match),
            preview_texts(language, match, match.ply()).caption};
}

std::string_view missing_game_sentence(Language language) {
    return in(language, {"This game does not exist.", "Diese Partie gibt es nicht."});
}

std::string_view script_sentence(Language language) {
    return in(language, {"To play here, enable JavaScript in your browser.",
                         "Zum Spielen braucht es die Skripte dieser Seite."});
}

std::string_view moves_heading(Language language) {
    return in(language, {"Moves", "Züge"});
}

const ResultWords& result_words(Language language) {
    static constexpr std::array<ResultWords, codes.size()> all = {
        {{"Standings", "Players", "Place", "Player", "Points", "Round", "Season", "Table", "Game",
          "Games", "rests", "All results as CSV", "A tournament of Tanbo on"},
         {"Tabelle", "Spieler", "Platz", "Spieler", "Punkte", "Runde", "Saison", "Tisch", "Partie",
          "Partien", "spielfrei", "Alle Ergebnisse als CSV", "Ein Tanbo-Turnier auf"}}};
    return all.at(static_cast<std::size_t>(language));
}

std::string moves_text(Language language, const Match& match) {
    std::string text;
    int stones = 0;
    for (const engine::PastTurn& turn : match.turns()) {
        if (!text.empty()) text += ' ';
        if (turn.point == engine::no_point) {
            text += filled(in(language, {"(%1 leaves)", "(%1 geht)"}),
                           {seat_text(language, turn.seat)});
        } else {
            text += std::to_string(++stones) + ". " +
                    engine::point_name(match.opening().lattice(), turn.point);
        }
    }
    return text;
}

}  // namespace tanbo::http
