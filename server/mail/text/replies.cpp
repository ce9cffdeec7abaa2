#include "server/mail/text/replies.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "protocol/error_advice.hpp"
#include "protocol/game_options.hpp"
#include "server/mail/text/layout.hpp"
#include "server/mail/text/manual.hpp"
#include "server/mail/text/news.hpp"

namespace tanbo::mail::text {

namespace {

std::string number(std::int64_t value) {
    return std::to_string(value);
}

std::string day_text(std::chrono::year_month_day day) {
    return mail_day(engine::Instant(std::chrono::sys_days(day)), {});
}

// On a line of its own, below a blank one.
std::string link_lines(std::string_view link) {
    return "\n  " + std::string(link) + "\n";
}

std::string rating_text(double rating) {
    return std::to_string(std::lround(rating));
}

// "1712 +-45", with a mark if it rests on few games.
std::string strength_text(const protocol::RatingView& rating) {
    return rating_text(rating.rating) + " +-" + rating_text(rating.deviation) +
           (rating.is_provisional ? "?" : "");
}

// After `head`, that the challenge is a game now, and whose turn it is if that is the reader.
std::string begun_text(const std::string& head, protocol::GameId id, const GameFacts* begun) {
    const std::string text = head + "It is game " + to_string(id) + " now";
    if (begun == nullptr || !begun->reader) return wrapped(text + ".");
    if (!begun->is_readers_turn()) return wrapped(text + "; it is not your turn yet.");
    return wrapped(text + ", and it is your turn: to play, send `move " + to_string(id) +
                   " POINT`.") +
           game_now_text(id, begun->match, begun->reader);
}

}  // namespace

// --- around ---

std::string quoted_line(std::string_view source) {
    return quoted(source);
}

std::string mail_answer_subject(std::string_view source) {
    constexpr std::size_t chars_max = 60;
    if (source.empty()) return "Tanbo: your mail";
    return shortened("Tanbo: " + one_line(source), chars_max);
}

std::string mail_answer(const AnswerFacts& facts) {
    std::string text;
    for (const AnsweredLine& line : facts.lines) {
        if (!text.empty()) text += '\n';
        text += quoted_line(line.source) + "\n" + line.text;
    }
    if (facts.lines.empty()) {
        text += "There was no command in your mail, so nothing was done.\n";
        if (!facts.passed_over.empty()) {
            text += "\nThese lines were taken for people's words:\n\n";
            for (const std::string& line : facts.passed_over) text += quoted_line(line);
        }
        text += facts.game_now;
    }
    if (facts.is_cut) {
        text += "\n" + wrapped("The mail was too long: only its beginning was read.");
    }
    return text + "\n" + wrapped("`help` to " + std::string(facts.address) + " sends the manual.");
}

std::string mail_answer_again(std::span<const AnsweredLine> lines, std::string_view address) {
    std::string text = wrapped(
        "That is what you wrote a few minutes ago, so the answer is the same: nothing was "
        "done. The mail before this one has all of it.");
    for (const AnsweredLine& line : lines) {
        const std::string_view all = line.text;
        const std::string_view first = all.substr(0, all.find("\n\n"));
        text += "\n" + quoted_line(line.source) + std::string(first);
        if (!first.ends_with('\n')) text += '\n';
    }
    return text + "\n" + wrapped("`help` to " + std::string(address) + " sends the manual.");
}

std::string no_command_again(std::string_view address) {
    return wrapped(
               "There was no command in this mail either, so nothing was done. For ten minutes, "
               "the server does not answer further mails without a command.") +
           "\n" + wrapped("`help` to " + std::string(address) + " sends the manual.");
}

// --- refusals ---

namespace {

using protocol::Code;

// The codes whose advice a mail can follow, and whose details don't give it.
constexpr std::array advised{Code::no_such_player,   Code::seat_taken,
                             Code::game_full,        Code::game_already_started,
                             Code::game_over,        Code::too_few_players,
                             Code::stale_ply,        Code::not_your_turn,
                             Code::game_paused,      Code::too_late_to_abort,
                             Code::challenge_closed, Code::not_admitted};

}  // namespace

std::string refused_text(const protocol::Error& error) {
    std::string sentence =
        error.detail.empty() ? std::string(protocol::code_title(error.code)) + "." : error.detail;
    if (error.retry_after_s) {
        sentence += " Try again in " + short_span(std::chrono::seconds(*error.retry_after_s)) + ".";
    } else if (std::ranges::find(advised, error.code) != advised.end()) {
        sentence.append(" ").append(protocol::code_advice(error.code));
    }
    return wrapped("Not done. " + ascii(sentence));
}

// --- who writes ---

std::string unknown_sender_text(std::string_view address, std::string_view site) {
    return wrapped(
               "No account here has the address that you write from, or the "
               "mail did not show that it comes from there. Without an account you may send "
               "help, rules, setups, test, register HANDLE and watch GAME to " +
               std::string(address) + ".") +
           "\n" +
           wrapped(
               "If you have an account, verify this address on its page, or reply to a mail "
               "that you were sent:") +
           link_lines(site);
}

std::string register_text(std::string_view handle, std::string_view link, engine::Instant until,
                          const MailZone& zone) {
    return wrapped("To play here as " + std::string(handle) +
                   ", open this page and choose a password:") +
           link_lines(link) + "\n" +
           wrapped("The link works once, until " + mail_time(until, zone) +
                   ". If you did not ask for this, ignore it: nothing happens then.");
}

std::string not_vouched_text(std::string_view verb, std::string_view site) {
    return wrapped("Not done. `" + std::string(verb) +
                   "` needs a mail from the verified address of your account, through a "
                   "provider that vouches for it (DMARC). Yours did not show that. Reply to the "
                   "mail of a turn to play it, to that of a challenge to answer it, or use the "
                   "page:") +
           link_lines(site);
}

std::string unchecked_text() {
    return wrapped(
        "Not done. The signature of your mail could not be checked, because the DNS of your "
        "mail domain did not answer. Send the mail again.");
}

std::string doubted_text(std::string_view doubt, std::string_view site) {
    return wrapped("Not done: your mail can't act for your account. " + ascii(doubt)) + "\n" +
           wrapped(
               "Reply to the mail of a turn to play it, to that of a challenge to answer it, or "
               "use the page:") +
           link_lines(site);
}

std::string unread_text(std::string_view site) {
    return wrapped(
               "Not done: your mail could not be read, because its formatting is too complex. Send "
               "the command again as plain text, or use the page:") +
           link_lines(site);
}

std::string superseded_text(std::string_view site) {
    return wrapped(
               "Not done. The mail that you answer, or yours, is from before this server was "
               "restored from a backup. Since then the same number may mean another game. Answer "
               "a newer mail, or see your games on the page:") +
           link_lines(site);
}

std::string password_text(std::string_view site) {
    return wrapped(
               "Not done. This server accepts no passwords by mail, and yours was erased. "
               "Reply to the mail of a turn with your point, or write from the verified "
               "address of your account; neither needs a password. As the mail could be read "
               "on its way, choose another one:") +
           link_lines(site);
}

// --- challenges ---

std::string clock_text(const engine::ClockSettings& clock) {
    std::string text;
    switch (clock.kind) {
        case engine::ClockKind::none:
            return "no clock";
        case engine::ClockKind::per_move:
            text = short_span(clock.initial) + " per move";
            break;
        case engine::ClockKind::fischer:
            text = short_span(clock.initial) + " and " + short_span(clock.increment) +
                   " more per move";
            if (clock.maximum != engine::clock_max) {
                text += ", " + short_span(clock.maximum) + " at most";
            }
            break;
        case engine::ClockKind::total:
            text = short_span(clock.initial) + " for all moves";
            break;
    }
    std::vector<std::string> off;
    if (clock.weekends_off) off.emplace_back("weekends");
    if (clock.sleep_off) off.emplace_back("the hours of sleep");
    if (clock.vacations) off.emplace_back("vacations");
    return off.empty() ? text : text + " (the clock stops during " + listed(off) + ")";
}

std::string terms_text(std::string_view setup, const engine::Terms& terms) {
    std::string text = setup.empty() ? std::string() : std::string(setup) + ", ";
    return text + clock_text(terms.clock) + ", " + protocol::options_text(terms);
}

std::string challenge_text(const protocol::ChallengeView& challenge, const GameFacts* begun,
                           const MailZone& zone) {
    std::vector<std::string> asked;
    bool is_open = false;
    for (const protocol::ChallengeView::Seat& seat : challenge.seats) {
        if (!seat.player) is_open = true;
        if (seat.player && *seat.player != challenge.creator) asked.push_back(*seat.player);
    }
    if (is_open) asked.emplace_back("anybody who wants to");
    const std::string made = wrapped("Challenge " + to_string(challenge.id) +
                                     " is made: " + terms_text(challenge.setup, challenge.terms) +
                                     ". Asked: " + listed(asked) + ".");
    if (challenge.game) {
        return made + begun_text({}, *challenge.game, begun);
    }
    return made + wrapped("It stands until " + mail_time(challenge.expires_at, zone) +
                          ". You get a mail when it is answered.");
}

std::string accepted_text(const protocol::ChallengeView& challenge, const GameFacts* begun) {
    const std::string text = "You have accepted challenge " + to_string(challenge.id) + ". ";
    if (challenge.game) return begun_text(text, *challenge.game, begun);
    return wrapped(text + "The game begins when the others have accepted, too.");
}

std::string declined_text(const protocol::ChallengeView& challenge) {
    return wrapped("You have declined challenge " + to_string(challenge.id) + ".");
}

// --- watching, being told, being away ---

std::string watch_asked_text(protocol::GameId game) {
    return wrapped("A mail with a link is on its way to you: the boards of game " +
                   to_string(game) + " come once you have opened it.");
}

std::string confirm_watch_text(protocol::GameId game, protocol::MailWatchMode mode,
                               std::string_view link, engine::Instant until, const MailZone& zone) {
    const std::string often =
        mode == protocol::MailWatchMode::daily ? "once a day" : "after each move";
    return wrapped("Somebody, probably you, has asked that the board of game " + to_string(game) +
                   " of Tanbo be sent to this address " + often + ". If you want that, open:") +
           link_lines(link) + "\n" +
           wrapped("The link works until " + mail_time(until, zone) +
                   ". If you do nothing, nothing is sent.");
}

std::string watching_text(protocol::GameId game, protocol::MailWatchMode mode) {
    return wrapped("The board of game " + to_string(game) + " comes to you " +
                   (mode == protocol::MailWatchMode::daily ? "once a day." : "after each move."));
}

std::string unwatched_text(protocol::GameId game, bool was_watched) {
    return wrapped(was_watched ? "You no longer watch game " + to_string(game) + "."
                               : "You were not watching game " + to_string(game) + ".");
}

std::string vacation_text(std::chrono::year_month_day from, std::chrono::year_month_day until) {
    if (from == until) return wrapped("You are on vacation on " + day_text(from) + ".");
    return wrapped("You are on vacation from " + day_text(from) + " to " + day_text(until) +
                   ", both days included.");
}

std::string notify_text(protocol::NoticeMode mode) {
    switch (mode) {
        case protocol::NoticeMode::each:
            return wrapped("You get a mail at every turn.");
        case protocol::NoticeMode::away:
            return wrapped("You get mails only while you are not looking at the page.");
        case protocol::NoticeMode::digest:
            return wrapped(
                "You get one mail a day about all your games. A reminder comes by itself if "
                "your time ends before it.");
        case protocol::NoticeMode::off:
            return wrapped(
                "You will get no more mail about games. `notify each` turns it on again.");
    }
    return {};
}

// --- tables ---

std::string standings_text(const protocol::StandingsPage& page) {
    std::string text = "Standings on " + page.setup + "\n\n";
    if (page.lines.empty()) return text + "Nobody has played a rated game there yet.\n";
    const TableColumn columns[] = {
        {"", true}, {"player"}, {"rating", true}, {"games", true}, {"won", true}};
    std::vector<std::vector<std::string>> rows;
    rows.reserve(page.lines.size());
    for (const protocol::StandingsPage::Line& line : page.lines) {
        rows.push_back({number(line.rank), line.player, strength_text(line.rating),
                        number(line.rating.games), number(line.rating.wins)});
    }
    return text + table(columns, rows) + (page.next ? "...\n" : "");
}

std::string ratings_text(const protocol::RatingsPage& page, const MailZone& zone) {
    std::string text = "Ratings of " + page.player + "\n\n";
    if (page.ratings.empty()) return text + "No rated games yet.\n";
    const TableColumn columns[] = {{"setup"}, {"rating", true}, {"games", true}, {"won", true}};
    std::vector<std::vector<std::string>> rows;
    rows.reserve(page.ratings.size());
    for (const protocol::RatingView& rating : page.ratings) {
        rows.push_back(
            {rating.family, strength_text(rating), number(rating.games), number(rating.wins)});
    }
    text += table(columns, rows);
    if (page.history.empty()) return text;
    const TableColumn game_columns[] = {{"game", true}, {"ended"},        {"setup"},
                                        {"place"},      {"rating", true}, {"against"}};
    rows.clear();
    for (const protocol::RatedGameView& game : page.history) {
        std::vector<std::string> others;
        others.reserve(game.opponents.size());
        for (const auto& opponent : game.opponents) others.push_back(opponent.handle);
        const long change = std::lround(game.rating) - std::lround(game.rating_before);
        rows.push_back({game.game ? to_string(*game.game) : "-", mail_day(game.ended_at, zone),
                        game.family, number(game.place) + " of " + number(game.players),
                        rating_text(game.rating) + (change < 0 ? " " : " +") + number(change),
                        others.empty() ? "-" : listed(others, "and")});
    }
    return text + "\n" + table(game_columns, rows) + (page.next ? "...\n" : "");
}

}  // namespace tanbo::mail::text
