#include "server/mail/text/replies.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "protocol/games/game_options.hpp"
#include "protocol/json/error_advice.hpp"
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

// After `head`, that the challenge is a game now, and the reader's turn if it is theirs.
std::string begun_text(const std::string& head, protocol::GameId id, const GameFacts* begun) {
    const std::string text = head + "It is now game " + to_string(id);
    if (begun == nullptr || !begun->reader) return wrapped(text + ".");
    if (!begun->is_readers_turn()) return wrapped(text + ". It is not your turn yet.");
    return wrapped(text + ". It is your turn. To play, send `move " + to_string(id) + " POINT`.") +
           game_now_text(id, begun->match, begun->reader);
}

// "open, starts on ...", "round 2 of 5", "season 2 of 5", "in progress".
std::string state_text(const TournamentLine& one, const MailZone& zone) {
    if (one.state == protocol::TournamentState::open) {
        return one.starts_at ? "starts " + mail_time(*one.starts_at, zone) : "open";
    }
    const bool has_rounds = one.round > 0 && one.format != "arena";
    if (!has_rounds) return "in progress";  // ladders and arenas
    std::string text = one.format == "league" ? "season " : "round ";
    text += std::to_string(one.round);
    if (one.rounds) text += " of " + std::to_string(*one.rounds);
    return text;
}

}  // namespace

// --- around ---

std::string quoted_line(std::string_view source) {
    return quoted(source);
}

std::string mail_answer_subject(std::string_view source) {
    constexpr std::size_t chars_max = 60;
    if (source.empty()) return "Tanbo: your email";
    return shortened("Tanbo: " + one_line(source), chars_max);
}

std::string mail_answer(const AnswerFacts& facts) {
    std::string text;
    for (const AnsweredLine& line : facts.lines) {
        if (!text.empty()) text += '\n';
        text += quoted_line(line.source) + "\n" + line.text;
    }
    if (facts.lines.empty()) {
        text += "Your email contained no command, so nothing was done.\n";
        if (!facts.passed_over.empty()) {
            text += "\nThe server read these lines as text, not as commands:\n\n";
            for (const std::string& line : facts.passed_over) text += quoted_line(line);
        }
        text += facts.game_now;
    }
    if (facts.is_cut) {
        text += "\n" + wrapped("Your email was too long. The server read only its beginning.");
    }
    return text + "\n" +
           wrapped("`help` to " + std::string(facts.address) + " gets you the manual.");
}

std::string mail_answer_again(std::span<const AnsweredLine> lines, std::string_view address) {
    std::string text = wrapped(
        "You sent the same email a few minutes ago. Nothing was done; see the previous reply.");
    for (const AnsweredLine& line : lines) {
        const std::string_view all = line.text;
        const std::string_view first = all.substr(0, all.find("\n\n"));
        text += "\n" + quoted_line(line.source) + std::string(first);
        if (!first.ends_with('\n')) text += '\n';
    }
    return text + "\n" + wrapped("`help` to " + std::string(address) + " gets you the manual.");
}

std::string no_command_again(std::string_view address) {
    return wrapped(
               "This email contained no command either, so nothing was done. For ten minutes, the "
               "server won't answer more emails without a command.") +
           "\n" + wrapped("`help` to " + std::string(address) + " gets you the manual.");
}

// --- refusals ---

namespace {

using protocol::Code;

// The codes with advice that a mail can follow, and that their details don't give.
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
               "This address isn't linked to an account, or your provider didn't confirm that you "
               "sent the email (DMARC). Without an account you can send to " +
               std::string(address) + ": help, rules, setups, test, register HANDLE, watch GAME.") +
           "\n" +
           wrapped(
               "If you have an account, verify this address in its settings, or reply to an email "
               "from the server:") +
           link_lines(site);
}

std::string register_text(std::string_view handle, std::string_view link, engine::Instant until,
                          const MailZone& zone) {
    return wrapped("To play here as " + std::string(handle) +
                   ", open this page and choose a password:") +
           link_lines(link) + "\n" +
           wrapped("The link works once, until " + mail_time(until, zone) +
                   ". If you did not request this, ignore this email.");
}

std::string not_vouched_text(std::string_view verb, std::string_view site) {
    return wrapped("Not done. `" + std::string(verb) +
                   "` only works from your verified address, confirmed by your provider "
                   "(DMARC). To play, reply to the turn email instead. To answer a challenge, "
                   "reply to its email. Or use the website:") +
           link_lines(site);
}

std::string unchecked_text() {
    return wrapped(
        "Not done. The server could not check the signature of your email: the DNS of your "
        "email domain did not answer. Send the email again.");
}

std::string doubted_text(std::string_view doubt, std::string_view site) {
    return wrapped("Not done. The server can't confirm that you sent this email. " + ascii(doubt)) +
           "\n" +
           wrapped(
               "To play, reply to the turn email. To answer a challenge, reply to its email. Or "
               "use the website:") +
           link_lines(site);
}

std::string unread_text(std::string_view site) {
    return wrapped(
               "Not done. The formatting of your email is too complex. Send the command again as "
               "plain text, or use the website:") +
           link_lines(site);
}

std::string superseded_text(std::string_view site) {
    return wrapped(
               "Not done. Your email, or the one it answers, predates a restore of this server "
               "from a backup. The same number may now mean another game. Reply to a newer email, "
               "or see your games on the website:") +
           link_lines(site);
}

std::string password_text(std::string_view site) {
    return wrapped(
               "Not done. This server accepts no passwords by email and has erased yours. Reply to "
               "a turn email with your point, or write from your verified address. Neither needs a "
               "password. Your email could be read on its way, so change your password:") +
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
            text = short_span(clock.initial) + " plus " + short_span(clock.increment) + " per move";
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
    if (clock.sleep_off) off.emplace_back("sleep");
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
    if (is_open) asked.emplace_back("anyone");
    const std::string made = wrapped("Challenge " + to_string(challenge.id) +
                                     " created: " + terms_text(challenge.setup, challenge.terms) +
                                     ". Invited: " + listed(asked) + ".");
    if (challenge.game) {
        return made + begun_text({}, *challenge.game, begun);
    }
    return made + wrapped("It expires on " + mail_time(challenge.expires_at, zone) +
                          ". You get an email when it is answered.");
}

std::string accepted_text(const protocol::ChallengeView& challenge, const GameFacts* begun) {
    const std::string text = "You have accepted challenge " + to_string(challenge.id) + ". ";
    if (challenge.game) return begun_text(text, *challenge.game, begun);
    return wrapped(text + "The game starts when the others have accepted.");
}

std::string declined_text(const protocol::ChallengeView& challenge) {
    return wrapped("You have declined challenge " + to_string(challenge.id) + ".");
}

// --- watching, being told, being away ---

std::string watch_asked_text(protocol::GameId game) {
    return wrapped("To follow game " + to_string(game) +
                   ", open the link in the email that the server is sending you.");
}

std::string confirm_watch_text(protocol::GameId game, protocol::MailWatchMode mode,
                               std::string_view link, engine::Instant until, const MailZone& zone) {
    const std::string often =
        mode == protocol::MailWatchMode::daily ? "once a day" : "after each move";
    return wrapped("Someone, probably you, asked to follow Tanbo game " + to_string(game) +
                   " at this address, " + often + ". To confirm, open:") +
           link_lines(link) + "\n" +
           wrapped("The link works until " + mail_time(until, zone) +
                   ". If you do nothing, the server sends you nothing.");
}

std::string watching_text(protocol::GameId game, protocol::MailWatchMode mode) {
    return wrapped("The server emails you the board of game " + to_string(game) + " " +
                   (mode == protocol::MailWatchMode::daily ? "once a day." : "after each move."));
}

std::string unwatched_text(protocol::GameId game, bool was_watched) {
    return wrapped(was_watched ? "You no longer follow game " + to_string(game) + "."
                               : "You were not following game " + to_string(game) + ".");
}

std::string vacation_text(std::chrono::year_month_day from, std::chrono::year_month_day until) {
    if (from == until) return wrapped("You are on vacation on " + day_text(from) + ".");
    return wrapped("You are on vacation from " + day_text(from) + " to " + day_text(until) +
                   ", both days included.");
}

std::string notify_text(protocol::NoticeMode mode) {
    switch (mode) {
        case protocol::NoticeMode::each:
            return wrapped("You get an email at every turn.");
        case protocol::NoticeMode::away:
            return wrapped("You get emails only while you are not viewing the game.");
        case protocol::NoticeMode::digest:
            return wrapped(
                "You get one email a day about all your games. If your time ends before it, you "
                "also get a reminder.");
        case protocol::NoticeMode::off:
            return wrapped(
                "You get no more emails about games. To resume them, send `notify each`.");
    }
    return {};
}

// --- tables ---

std::string standings_text(const protocol::StandingsPage& page) {
    std::string text = "Standings on " + page.setup + "\n\n";
    if (page.lines.empty()) return text + "No rated games yet.\n";
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

// --- tournaments ---

std::string tournaments_text(std::span<const TournamentLine> tournaments, const MailZone& zone) {
    if (tournaments.empty()) return wrapped("There are no tournaments to enter or to follow.");
    const TableColumn columns[] = {{"", true},        {"tournament"}, {"board"},
                                   {"players", true}, {"state"},      {"you"}};
    std::vector<std::vector<std::string>> rows;
    rows.reserve(tournaments.size());
    for (const TournamentLine& one : tournaments) {
        rows.push_back({to_string(one.id), ascii(one.name), one.setup, std::to_string(one.players),
                        state_text(one, zone), one.is_in ? "entered" : ""});
    }
    return table(columns, rows) + "\n" +
           wrapped("To enter one, send `enter NUMBER`. For its standings, send `table NUMBER`.");
}

std::string entered_text(const TournamentLine& tournament, const MailZone& zone) {
    std::string text = "You have entered tournament " + to_string(tournament.id) + " (" +
                       ascii(tournament.name) + ").";
    if (tournament.starts_at)
        text += " It starts on " + mail_time(*tournament.starts_at, zone) + ".";
    return wrapped(text + " The server starts your games and emails you.");
}

std::string withdrawn_text(const TournamentLine& tournament, const MailZone&) {
    return wrapped("You have withdrawn from tournament " + to_string(tournament.id) + " (" +
                   ascii(tournament.name) + "). Games in progress go on.");
}

std::string tournament_table_text(protocol::TournamentId id, std::string_view name,
                                  const protocol::StandingsView& standings,
                                  std::string_view reader) {
    std::string text = wrapped("Tournament " + to_string(id) + ": " + ascii(name)) + "\n";
    if (standings.round == 0) return text + wrapped("It has not started yet.");
    text += wrapped(standings.is_final
                        ? std::string("Final standings:")
                        : "Standings in round " + std::to_string(standings.round) + ":") +
            "\n";
    const TableColumn columns[] = {{"", true}, {"player"}, {"points", true}, {""}};
    std::vector<std::vector<std::string>> rows;
    rows.reserve(standings.standings.size());
    for (const protocol::StandingView& row : standings.standings) {
        std::string note = row.handle == reader ? "you" : "";
        if (row.state == "withdrawn") note += note.empty() ? "withdrawn" : ", withdrawn";
        rows.push_back({std::to_string(row.place), row.handle,
                        protocol::points_text(row.units, standings.units_a_point),
                        std::move(note)});
    }
    return text + table(columns, rows);
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
