// Mails about everything that is not a turn.

#include <algorithm>

#include "engine/opening.hpp"
#include "protocol/games/game_link.hpp"
#include "server/mail/text/game_mail.hpp"
#include "server/mail/text/layout.hpp"
#include "server/mail/text/news.hpp"
#include "server/mail/text/page.hpp"
#include "server/mail/text/replies.hpp"

namespace tanbo::mail::text {

namespace {

using engine::Seat;

std::string colour(Seat seat) {
    return std::string(engine::seat_name(seat));
}

class NoticeWriter {
public:
    NoticeWriter(const protocol::NoticeFacts& notice, const GameFacts* game, const MailZone& zone,
                 std::string_view site)
        : notice_(notice), game_(game), zone_(zone), site_(site) {}

    GameMail write(protocol::NoticeKind kind) {
        say(kind);
        const bool is_of_game = game_ != nullptr && !notice_.challenge;
        if (is_of_game) {
            append_news();
            const engine::Match& match = game_->match;
            const auto snapshot = engine::snapshot_at(match, match.ply()).value();
            page_.board(protocol::BoardView(snapshot), caption_of(match, snapshot));
            append_marks(page_, match, snapshot);
            append_players(page_, match);
        }
        const auto number = game_ != nullptr ? std::optional(game_->game) : notice_.game;
        if (number && !site_.empty()) {
            page_.button("Open the game", protocol::game_link(site_, *number));
        } else if (notice_.tournament && !site_.empty()) {
            page_.button("Open the tournament",
                         site_ + "/tournaments/" + to_string(*notice_.tournament));
        }
        return page_.mail(is_of_game ? game_subject(game_->game, game_->log) : subject(kind));
    }

    // Its first words, on one line.
    std::string sentence(protocol::NoticeKind kind) {
        say(kind);
        std::string text = page_.text().substr(0, page_.text().find("\n\n"));
        while (text.ends_with('\n')) text.pop_back();
        std::ranges::replace(text, '\n', ' ');
        if (quoted_.empty()) return text;
        constexpr std::size_t chars_max = 120;
        std::string words = ascii(quoted_);
        if (words.size() > chars_max) words = words.substr(0, chars_max) + "...";
        text.pop_back();
        return text + ": \"" + words + "\"";
    }

private:
    void say(protocol::NoticeKind kind) {
        switch (kind) {
            case protocol::NoticeKind::your_turn:
            case protocol::NoticeKind::deadline_warning:
                return page_.say("It is your turn in " + game() + ".");
            case protocol::NoticeKind::invited:
                page_.say("You are invited to " + game() + seat_text(": ") + ".");
                return page_.say("Take your seat on the page of the game.");
            case protocol::NoticeKind::game_started:
                return page_.say(capital(game()) + " has started" + seat_text(": you are ") + ".");
            case protocol::NoticeKind::game_finished:
            case protocol::NoticeKind::watched_finished:
                return page_.say(capital(game()) + " is over.");
            case protocol::NoticeKind::player_left:
                return page_.say(capital(person()) + leaving() + ".");
            case protocol::NoticeKind::eliminated:
                return page_.say(is_reader()
                                     ? "You are out of " + game() + ": your last root is gone."
                                     : capital(person()) + " is out of " + game() +
                                           ": their last root is gone.");
            case protocol::NoticeKind::proposal:
                return say_proposal();
            case protocol::NoticeKind::proposal_answered:
                return page_.say(capital(person()) +
                                 (notice_.accepted.value_or(false) ? " accepted " : " declined ") +
                                 matter(false) + " in " + game() + ".");
            case protocol::NoticeKind::undo:
                return page_.say(capital(person()) + " undid a move in " + game() +
                                 ". All players agreed.");
            case protocol::NoticeKind::swapped:
                return page_.say(capital(person()) + " has taken the other seat in " + game() +
                                 ". You have swapped colours.");
            case protocol::NoticeKind::paused:
                return page_.say(capital(game()) +
                                 " is paused. All players agreed. The clocks stop.");
            case protocol::NoticeKind::resumed:
                page_.say(capital(game()) + " has resumed" +
                          (notice_.what == "lapsed" ? ": the pause is over." : "."));
                if (notice_.until) page_.say("The player to move has" + until() + ".");
                return;
            case protocol::NoticeKind::seat_offered:
                page_.say(capital(person()) + leaving() + ". The seat is open to a substitute" +
                          until() + ".");
                if (may_name_bot()) {
                    page_.say("To give it to a house bot, reply with `substitute bot:5" +
                              seat_if_several() + "` alone on a line, or another level.");
                }
                return;
            case protocol::NoticeKind::seat_taken_over:
                return page_.say(capital(person()) + " has taken over a seat in " + game() + ".");
            case protocol::NoticeKind::plan_dropped:
                return page_.say("Your plan for " + game() + " has ended" + why() + ".");
            case protocol::NoticeKind::challenge:
            case protocol::NoticeKind::challenge_accepted:
            case protocol::NoticeKind::challenge_declined:
            case protocol::NoticeKind::challenge_expired:
                return say_challenge(kind);
            case protocol::NoticeKind::tournament_round:
                return page_.say(round_text());
            case protocol::NoticeKind::ladder_challenge:
                return say_ladder();
            case protocol::NoticeKind::league_season:
                return page_.say(season_text());
            case protocol::NoticeKind::tournament_finished:
                page_.say(end_text());
                return quote(notice_.reason);
            case protocol::NoticeKind::chat_mention:
                page_.say(named(notice_.author, "Someone") + " mentioned you" +
                          (has_game() ? " in " + game() : "") + ".");
                return quote(notice_.said);
            case protocol::NoticeKind::watched_move:
                return page_.say("News in " + game() + ", which you watch.");
            case protocol::NoticeKind::webhook_disabled:
                page_.say(
                    "The server turned off one of your webhooks because it failed for too long or "
                    "returned 410 Gone:");
                return page_.names(std::vector<std::string>{"  " + ascii(notice_.url)}, false);
            case protocol::NoticeKind::webhook_test:
                return page_.say("This is the webhook test that you requested.");
        }
    }

    // Whether the reader plays on, in a game in which bots may take seats over.
    bool may_name_bot() const {
        return game_ != nullptr && game_->reader && game_->match.is_in(*game_->reader) &&
               !game_->match.terms().rated;
    }

    // Without a colour, the seat that was left first is meant.
    std::string seat_if_several() const {
        const bool are_several = notice_.seat && game_->match.offers().size() > 1;
        return are_several ? " " + std::string(engine::seat_name(*notice_.seat)) : std::string();
    }

    void say_proposal() {
        page_.say(capital(person()) + " proposes " + matter(true) + " in " + game() + ".");
        page_.say("To answer, reply with `yes` or `no` alone on a line.");
    }

    void say_another(const protocol::NoticeFacts& other) {
        const std::string id = to_string(other.challenge.value_or(protocol::ChallengeId{}));
        page_.say(named(other.creator, "Someone") +
                  " also challenges you: " + terms_text(other.setup, other.terms) +
                  ". To answer, send `accept " + id + "` or `decline " + id + "` in a new email.");
    }

    void say_challenge(protocol::NoticeKind kind) {
        const std::string number = to_string(notice_.challenge.value_or(protocol::ChallengeId{}));
        const std::string terms = terms_text(notice_.setup, notice_.terms);
        if (kind == protocol::NoticeKind::challenge) {
            page_.say(named(notice_.creator, "Someone") + " challenges you: " + terms + ".");
            append_asked();
            page_.say(
                "To play, reply with `accept`. To refuse, reply with `decline`, with a reason if "
                "you like.");
            page_.say("In a new email, send `accept " + number + "` or `decline " + number + "`.");
            if (notice_.expires_at) {
                page_.say("It expires on " + mail_time(*notice_.expires_at, zone_) + ".");
            }
            for (const protocol::NoticeFacts& other : notice_.also) say_another(other);
            return;
        }
        std::string text = "Challenge " + number + " (" + terms + ")";
        if (kind == protocol::NoticeKind::challenge_accepted) {
            text += " was accepted.";
            if (notice_.game) {
                text += " It is now game " + to_string(*notice_.game) + turn_text() + ".";
            }
        } else if (kind == protocol::NoticeKind::challenge_declined) {
            text += " was declined";
            if (!notice_.declined_by.empty()) text += " by " + notice_.declined_by;
            text += ".";
        } else {
            text += " has expired: some players did not accept in time.";
        }
        page_.say(text);
        if (kind == protocol::NoticeKind::challenge_declined) quote(notice_.reason);
    }

    std::string tournament() const {
        if (!notice_.name.empty()) return ascii(notice_.name);
        return notice_.tournament ? "tournament " + to_string(*notice_.tournament) : "a tournament";
    }

    std::string round_text() const {
        if (notice_.is_arena) {
            return "You play " + listed(notice_.opponents) + " in your first game of " +
                   tournament() + ", " + game() + ". Your next games begin by themselves.";
        }
        const std::string round =
            "round " + std::to_string(notice_.round.value_or(0)) + " of " + tournament();
        if (!notice_.rests.empty()) {
            // The worth of a bye depends on the format.
            if (notice_.rests == "bye") return "You have a bye in " + round + ".";
            std::string text = "You rest in " + round;
            if (notice_.rests == "half-bye") text += ", and get half a point";
            return text + ".";
        }
        std::string text = "In " + round + " you play " + listed(notice_.opponents);
        if (notice_.table) text += " at table " + std::to_string(*notice_.table);
        return text + ", in " + game() + ".";
    }

    std::string season_text() const {
        const std::string season =
            "Season " + std::to_string(notice_.round.value_or(0)) + " of " + tournament();
        const std::string division = "division " + std::to_string(notice_.division.value_or(0));
        const std::string players = std::to_string(notice_.field.value_or(0));
        if (notice_.what == "ended") {
            return season + " is over. Your place in " + division + " is " +
                   std::to_string(notice_.place.value_or(0)) + " of " + players + ", with " +
                   (notice_.points == "1" ? "1 point." : notice_.points + " points.");
        }
        const std::string moved = notice_.moved == "up"     ? "You go up and play in "
                                  : notice_.moved == "down" ? "You go down and play in "
                                                            : "You play in ";
        return season + " has begun. " + moved + division + ", which has " + players + " players.";
    }

    void say_ladder() {
        const std::string opponent = listed(notice_.opponents);
        const std::string on = " on " + tournament();
        if (notice_.what == "asked") {
            page_.say(opponent + " challenges you" + on + ".");
            if (notice_.until) {
                page_.say("Accept it on the page of the ladder by " +
                          mail_time(*notice_.until, zone_) + ", or you lose it.");
            }
            return;
        }
        if (notice_.what == "playing") {
            return page_.say("Your challenge with " + opponent + on + " is now " + game() + ".");
        }
        std::string text = notice_.what == "lost" ? "You have lost the challenge of " + opponent
                                                  : "You have won against " + opponent;
        text += on + ladder_reason();
        if (notice_.place) text += ". You are at place " + std::to_string(*notice_.place);
        page_.say(text + ".");
    }

    std::string ladder_reason() const {
        if (notice_.why == "declined") return ", who declined the challenge";
        if (notice_.why == "cancelled") return ", who cancelled the challenge";
        if (notice_.why == "forfeit") return ", who left";
        if (notice_.why == "unanswered") return ": it was not answered in time";
        return {};
    }

    std::string end_text() const {
        const std::string name = capital(tournament());
        if (notice_.end_reason == "cancelled") return name + " is cancelled.";
        if (notice_.end_reason == "too-few-players") {
            return name + " is over: it has too few players.";
        }
        std::string text = name + " is over";
        if (notice_.end_reason == "no-pairing") text += " early: no pairing is left";
        if (!notice_.place) return text + ".";
        return text + ". Your place is " + std::to_string(*notice_.place) + " of " +
               std::to_string(notice_.field.value_or(0)) + ", with " +
               (notice_.points == "1" ? "1 point." : notice_.points + " points.");
    }

    // Somebody's words, if there are any.
    void quote(const std::string& words) {
        if (words.empty()) return;
        page_.quote(words);
        quoted_ = words;
    }

    void append_asked() {
        if (notice_.players.size() > 2) page_.say("Invited: " + listed(notice_.players) + ".");
    }

    void append_news() {
        if (!game_->reader) return;
        const auto news = news_since(*game_, last_stone_of(*game_, *game_->reader));
        if (news.empty()) return;
        const bool has_played = last_stone_of(*game_, *game_->reader) > 1;
        page_.head(has_played ? "Since your last stone" : "So far");
        page_.news(news);
    }

    // --- words ---

    static std::string named(const std::string& name, std::string_view otherwise) {
        return name.empty() ? std::string(otherwise) : name;
    }

    bool has_game() const { return game_ != nullptr || notice_.game.has_value(); }

    std::string game() const {
        if (game_ != nullptr) return "game " + to_string(game_->game);
        return notice_.game ? "game " + to_string(*notice_.game) : std::string("a game");
    }

    // Whether it is the reader's, as far as the mail knows.
    std::string turn_text() const {
        if (game_ == nullptr || !game_->reader) return {};
        return game_->is_readers_turn() ? ". It is your turn" : ". It is not your turn yet";
    }

    std::string person() const {
        if (!notice_.seat) return "someone";
        return game_ != nullptr ? who(game_->match, *notice_.seat) : colour(*notice_.seat);
    }

    // Whether the notice is about its reader.
    bool is_reader() const {
        return game_ == nullptr || !game_->reader || game_->reader == notice_.seat;
    }

    std::string seat_text(std::string_view before) const {
        return notice_.seat ? std::string(before) + colour(*notice_.seat) : std::string();
    }

    std::string leaving() const {
        if (notice_.what == "resigned") return " has resigned in " + game();
        if (notice_.what == "time") return " has run out of time in " + game();
        if (notice_.what == "removed")
            return " was removed from " + game() + " by an administrator";
        if (notice_.what == "absent") return " was absent, and voted out of " + game();
        return " has left " + game();
    }

    std::string matter(bool is_asked) const {
        if (notice_.what == "undo") return is_asked ? "an undo" : "the undo";
        if (notice_.what == "pause") return is_asked ? "a pause" : "the pause";
        if (notice_.what == "abort")
            return is_asked ? "an end without a result" : "the end without a result";
        if (notice_.what == "remove")
            return is_asked ? "to vote out an absent player" : "the vote to remove a player";
        return "something";
    }

    std::string until() const {
        return notice_.until ? " until " + mail_time(*notice_.until, zone_) : std::string();
    }

    std::string why() const {
        if (notice_.why == "no-branch") return ": it has no answer to the last move";
        if (notice_.why == "illegal-move") return ": its move is not legal";
        if (notice_.why == "undo") return ": moves were undone";
        if (notice_.why == "seat-changed") return ": seats changed";
        if (notice_.why == "left") return ": you are out of the game";
        if (notice_.why == "game-over") return ": the game is over";
        return {};
    }

    std::string subject(protocol::NoticeKind kind) const {
        if (notice_.challenge) {
            const std::string number = to_string(*notice_.challenge);
            if (kind == protocol::NoticeKind::challenge) {
                return "Tanbo: " + named(notice_.creator, "someone") + " challenges you (" +
                       number + ")";
            }
            const std::string state = kind == protocol::NoticeKind::challenge_accepted ? "accepted"
                                      : kind == protocol::NoticeKind::challenge_declined
                                          ? "declined"
                                          : "expired";
            return "Tanbo: challenge " + number + " " + state;
        }
        if (kind == protocol::NoticeKind::tournament_round) {
            if (notice_.is_arena) return "Tanbo: " + tournament() + " has begun";
            return "Tanbo: " + tournament() + ", round " +
                   std::to_string(notice_.round.value_or(0));
        }
        if (kind == protocol::NoticeKind::league_season) {
            return "Tanbo: " + tournament() + ", season " +
                   std::to_string(notice_.round.value_or(0));
        }
        if (kind == protocol::NoticeKind::ladder_challenge) {
            return "Tanbo: challenge on " + tournament();
        }
        if (kind == protocol::NoticeKind::tournament_finished) {
            return "Tanbo: " + tournament() +
                   (notice_.end_reason == "cancelled" ? " is cancelled" : " is over");
        }
        if (kind == protocol::NoticeKind::webhook_disabled)
            return "Tanbo: a webhook was turned off";
        if (kind == protocol::NoticeKind::webhook_test) return "Tanbo: webhook test";
        if (kind == protocol::NoticeKind::chat_mention) return "Tanbo: you were mentioned";
        return "Tanbo: " + game();
    }

    const protocol::NoticeFacts& notice_;
    const GameFacts* game_;
    const MailZone& zone_;
    std::string site_;
    MailPage page_;
    std::string quoted_;
};

// A turn mail if it is still the turn that the notice is of.
std::optional<GameMail> as_turn(protocol::NoticeKind kind, const protocol::NoticeFacts& notice,
                                const GameFacts& game) {
    const bool is_turn = game.reader && game.match.to_move() == game.reader;
    if (!is_turn) return std::nullopt;
    TurnMailFacts facts{game};
    if (kind == protocol::NoticeKind::your_turn) return turn_mail(facts);
    if (kind == protocol::NoticeKind::plan_dropped) {
        facts.plan_dropped = protocol::parse_plan_drop(notice.why);
        return turn_mail(facts);
    }
    if (kind == protocol::NoticeKind::deadline_warning && notice.deadline && notice.remaining) {
        facts.reminder = protocol::DeadlineWarning{game.game, *game.reader, game.match.ply(),
                                                   *notice.deadline, *notice.remaining};
        return turn_mail(facts);
    }
    return std::nullopt;
}

}  // namespace

std::string notice_sentence(protocol::NoticeKind kind, const protocol::NoticeFacts& notice,
                            const GameFacts* game, const MailZone& zone) {
    return NoticeWriter(notice, game, zone, {}).sentence(kind);
}

GameMail notice_mail(protocol::NoticeKind kind, const protocol::NoticeFacts& notice,
                     const GameFacts* game, const MailZone& zone, std::string_view site) {
    if (game != nullptr) {
        if (auto mail = as_turn(kind, notice, *game)) return std::move(*mail);
        const bool is_result = kind == protocol::NoticeKind::game_finished ||
                               kind == protocol::NoticeKind::watched_finished;
        if (is_result && game->match.end_reason()) return result_mail(*game, {});
        if (kind == protocol::NoticeKind::watched_move) {
            const std::uint32_t seq = game->match.seq();
            return board_mail({*game, seq == 0 ? 0 : seq - 1, {}});
        }
    }
    return NoticeWriter(notice, game, zone, site).write(kind);
}

}  // namespace tanbo::mail::text
