// A day's mail about all games.

#include <algorithm>

#include "protocol/games/game_link.hpp"
#include "protocol/json/words.hpp"
#include "server/mail/text/game_mail.hpp"
#include "server/mail/text/news.hpp"
#include "server/mail/text/page.hpp"

namespace tanbo::mail::text {

namespace {

constexpr std::size_t drawn_max = 3;  // boards of a digest

// Orders games of the reader's turn first, then by deadline, then by number.
bool is_before(const DigestGame& one, const DigestGame& other) {
    if (one.is_to_move != other.is_to_move) return one.is_to_move;
    if (one.deadline.has_value() != other.deadline.has_value()) return one.deadline.has_value();
    if (one.deadline != other.deadline) return *one.deadline < *other.deadline;
    return one.game < other.game;
}

// "Sat 21 Nov 2026" of "2026-11-21"; what is no day stays as it is.
std::string day_of(const std::string& day) {
    const auto year = protocol::whole_number(std::string_view(day).substr(0, 4));
    if (day.size() != 10 || !year) return day;
    const auto month = protocol::whole_number(std::string_view(day).substr(5, 2));
    const auto date = protocol::whole_number(std::string_view(day).substr(8, 2));
    if (!month || !date) return day;
    const std::chrono::year_month_day parsed{std::chrono::year(static_cast<int>(*year)),
                                             std::chrono::month(static_cast<unsigned>(*month)),
                                             std::chrono::day(static_cast<unsigned>(*date))};
    if (!parsed.ok()) return day;
    return mail_day(engine::Instant(std::chrono::sys_days(parsed)), {});
}

std::string heading_of(const DigestGame& game) {
    std::string text = "Game " + to_string(game.game) + ", " + game.players;
    return game.setup.empty() ? text : text + ", " + game.setup;
}

void append_game(MailPage& page, const DigestGame& game, const DigestFacts& facts, bool is_drawn) {
    page.head(heading_of(game));
    std::vector<NewsItem> news;
    news.reserve(game.news.size());
    for (const std::string& sentence : game.news) news.push_back({sentence, {}});
    if (!news.empty()) page.news(news);
    if (is_drawn) {
        const auto snapshot = engine::snapshot_at(*game.match, game.match->ply()).value();
        page.drawing(protocol::BoardView(snapshot), caption_of(*game.match, snapshot));
    }
    if (game.is_to_move) {
        std::string text = "It is your turn";
        if (game.deadline) text += ": play by " + mail_time(*game.deadline, facts.zone);
        page.say(text + ".");
    }
    if (!facts.site.empty()) {
        page.link("Game " + to_string(game.game), protocol::game_link(facts.site, game.game));
    }
}

}  // namespace

GameMail digest_mail(const DigestFacts& facts) {
    std::vector<DigestGame> games = facts.games;
    std::ranges::sort(games, is_before);
    const auto waiting = static_cast<std::size_t>(
        std::ranges::count_if(games, [](const DigestGame& game) { return game.is_to_move; }));
    MailPage page;
    page.say(waiting == 0 ? "It is not your turn in any game."
                          : "It is your turn in " + protocol::counted(waiting, "game") + ".");
    if (!facts.news.empty()) {
        std::vector<NewsItem> news;
        news.reserve(facts.news.size());
        for (const std::string& sentence : facts.news) news.push_back({sentence, {}});
        page.head("News");
        page.news(news);
    }
    std::size_t drawn = 0;
    for (const DigestGame& game : games) {
        const bool is_drawn = game.match != nullptr && game.is_to_move && drawn < drawn_max;
        if (is_drawn) ++drawn;
        append_game(page, game, facts, is_drawn);
    }
    page.small_print(
        "To play, send `move GAME POINT`. For your open turns, send `turns`. You get this email "
        "once a day. For one at every turn, send `notify each`; for none, `notify off`.");
    return page.mail("Tanbo: your games on " + day_of(facts.day));
}

}  // namespace tanbo::mail::text
