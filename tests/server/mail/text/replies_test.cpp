#include "server/mail/text/replies.hpp"

#include <algorithm>

#include <gmock/gmock.h>

#include "engine/notation.hpp"
#include "server/mail/commands/parse.hpp"
#include "server/mail/text/layout.hpp"
#include "server/mail/text/manual.hpp"
#include "tests/protocol/golden.hpp"
#include "tests/server/mail/text/cast.hpp"

namespace tanbo::mail::text {
namespace {

using engine::Seat;
using testing::HasSubstr;
using testing::Not;
using namespace std::chrono_literals;

constexpr const char* address = "games@tanbo.example";
constexpr const char* site = "https://tanbo.example";

// Answers one below the other, with what they are.
class Answers {
public:
    Answers& add(const std::string& name, const std::string& text) {
        expect_plain(text, name);
        all_ += "--- " + name + "\n" + text + "\n";
        return *this;
    }
    const std::string& all() const { return all_; }

private:
    std::string all_;
};

const protocol::Script& played() {
    static const protocol::Script script =
        std::move(protocol::Script("9x9").fill().play_random(3, 30));
    return script;
}

protocol::ChallengeView challenge() {
    protocol::ChallengeView view;
    view.id = protocol::ChallengeId{5};
    view.creator = "anna";
    view.setup = "9x9";
    view.seats = {{Seat::black, "anna", "me"}, {Seat::white, "ben", "asked"}};
    view.terms = tests::fischer(72h, 24h, 168h);
    view.terms.clock.weekends_off = true;
    view.terms.rated = true;
    view.expires_at = tests::utc(2026, 3, 16, 12);
    return view;
}

protocol::RatingView rating(double value, bool is_provisional) {
    return {"9x9", "glicko-2", value, 61.2, is_provisional, 12, 7, tests::utc(2026, 3, 1)};
}

// --- the manual ---

TEST(MailHelp, IsAsItWasReviewed) {
    const std::string help = mail_help(address);

    expect_plain(help);
    expect_plain(mail_rules());
    expect_plain(mail_setups());
    EXPECT_TRUE(protocol::matches_golden("mail-help.txt", help));
    EXPECT_TRUE(protocol::matches_golden("mail-rules.txt", mail_rules()));
    EXPECT_TRUE(protocol::matches_golden("mail-setups.txt", mail_setups()));
}

TEST(MailHelp, HasEveryCommandAndHowItIsWritten) {
    const std::string help = mail_help(address);

    EXPECT_EQ(mail_verbs().size(), std::variant_size_v<commands::MailCommand>);
    for (const MailVerb& verb : mail_verbs()) {
        EXPECT_TRUE(verb.usage.starts_with(verb.name)) << verb.name;
        EXPECT_THAT(help, HasSubstr("\n    " + std::string(verb.usage).substr(0, 40))) << verb.name;
        EXPECT_THAT(help, HasSubstr("\n" + std::string(verb.name) + ": ")) << verb.name;
        const std::string about = mail_help_on(verb.name);
        EXPECT_THAT(about, HasSubstr(std::string(verb.usage).substr(0, 40)));
        EXPECT_THAT(about, HasSubstr(std::string(verb.summary)));
        expect_plain(about);
    }
    EXPECT_EQ(mail_help_on("frobnicate"), "");
}

TEST(MailHelp, NamesEverySetup) {
    for (const engine::Setup& setup : engine::setups()) {
        EXPECT_THAT(mail_setups(), HasSubstr(std::string(setup.id) + ": "));
        expect_plain(test_text(setup.id));
    }
    EXPECT_EQ(test_text("8x8"), "This setup does not exist.\n");
}

// --- answers ---

TEST(MailTexts, AreAsTheyWereReviewed) {
    const GameFacts facts = facts_of(played(), Seat::black);
    const tests::Table timed = timed_game();
    Answers answers;
    answers.add("refused", refused_text(protocol::refusal(protocol::Code::not_a_player,
                                                          "You do not play there.")));
    protocol::Error error =
        protocol::refusal(protocol::Code::illegal_move, "A1 has no stone of yours next to it.");
    answers.add("refused-move",
                refused_move_text(error, protocol::GameId{17}, played().match(), Seat::black));
    answers.add("refused-move-of-other",
                refused_move_text(error, protocol::GameId{17}, played().match(), Seat::white));
    answers.add("unknown-sender", unknown_sender_text(address, site));
    answers.add("register", register_text("anna", "https://tanbo.example/mail/abc",
                                          tests::utc(2026, 3, 3), berlin_time()));
    answers.add("not-vouched", not_vouched_text("move", site)).add("password", password_text(site));
    answers.add("unchecked", unchecked_text())
        .add("no-command-again", no_command_again("games@tanbo.example"));
    answers.add("test", test_text("9x9"));
    answers.add("show", show_text(facts, std::nullopt).value());
    answers.add("show-earlier", show_text(facts, 3).value());
    answers.add("show-timed", show_text(facts_of(timed, Seat::black), std::nullopt).value());
    answers.add("history", history_text(facts));
    const auto legal = played().match().position().legal_points(*played().match().to_move());
    const engine::Point first = *std::ranges::min_element(legal);
    answers.add(
        "preview",
        preview_text(facts, engine::point_name(facts.match.opening().lattice(), first)).value());
    answers.add("moved", moved_text(facts, played().match().seq()));
    answers.add("swapped", swapped_text(protocol::GameId{17}))
        .add("unplanned", unplanned_text(protocol::GameId{17}));
    answers.add("plan", plan_text(protocol::GameId{17}, {{{}, {}, "A1", {{{}, {}, "A2", {}}}}}));
    answers.add("confirm-resigning", confirm_leaving_text("resign", protocol::GameId{17}));
    answers.add("left", left_text(protocol::GameId{17}, played().match(), Seat::black));
    answers.add("substituted",
                substituted_text(protocol::GameId{17}, played().match(), Seat::black));
    answers.add("proposed", proposed_text(protocol::GameId{17}, "undo"));
    answers.add("agreed", answered_text(protocol::GameId{17}, "undo", true));
    answers.add("declined", answered_text(protocol::GameId{17}, "pause", false));
    answers.add("said", said_text(protocol::GameId{17}, false))
        .add("said-hidden", said_text(protocol::GameId{17}, true));
    EXPECT_TRUE(protocol::matches_golden("mail-answers.txt", answers.all()));
}

TEST(MailTexts, OfTheClubAreAsTheyWereReviewed) {
    const tests::Table timed = timed_game();
    Answers answers;
    const protocol::GameSummary summary = protocol::summarize(protocol::GameId{17}, timed.match());
    const GameLine lines[] = {
        {summary, timed.clock().deadline(), true},
        {protocol::summarize(protocol::GameId{18}, played().match()), {}, false}};
    answers.add("games", games_text("anna", lines, true, berlin_time()));
    answers.add("no-games", games_text("anna", {}, false, {}));
    const TurnLine turns[] = {
        {"move", summary, {}, "", timed.clock().deadline()},
        {"proposal", summary, {}, "undo", {}},
        {"seat", summary, {}, "", {}},
        {"challenge", {}, protocol::ChallengeId{5}, "ben", tests::utc(2026, 3, 16)}};
    answers.add("turns", turns_text(turns, true, berlin_time()));
    answers.add("no-turns", turns_text({}, false, {}));
    protocol::ChallengeView view = challenge();
    answers.add("challenge", challenge_text(view, nullptr, berlin_time()));
    answers.add("accepted-first", accepted_text(view, nullptr));
    answers.add("declined", declined_text(view));
    view.game = protocol::GameId{17};
    answers.add("accepted-last", accepted_text(view, nullptr));
    const GameFacts theirs = facts_of(timed, timed.match().to_move());
    const GameFacts others = facts_of(timed, engine::Seat::white);
    answers.add("challenge-to-move", challenge_text(view, &theirs, berlin_time()));
    answers.add("challenge-to-wait", challenge_text(view, &others, berlin_time()));
    answers.add("watch-asked", watch_asked_text(protocol::GameId{17}));
    answers.add("confirm-watch",
                confirm_watch_text(protocol::GameId{17}, protocol::MailWatchMode::daily,
                                   "https://tanbo.example/mail/abc", tests::utc(2026, 3, 3),
                                   berlin_time()));
    answers.add("watching", watching_text(protocol::GameId{17}, protocol::MailWatchMode::each));
    answers.add("unwatched", unwatched_text(protocol::GameId{17}, true))
        .add("not-watched", unwatched_text(protocol::GameId{17}, false));
    using std::chrono::year;
    answers.add("vacation", vacation_text(year(2026) / 12 / 20, year(2027) / 1 / 3));
    answers.add("vacation-day", vacation_text(year(2026) / 12 / 20, year(2026) / 12 / 20));
    for (int mode = 0; mode < 4; ++mode) {
        answers.add("notify", notify_text(static_cast<protocol::NoticeMode>(mode)));
    }
    protocol::StandingsPage standings{
        "9x9",
        "people",
        "glicko-2",
        true,
        {{1, "anna", rating(1711.8, false)}, {2, "ben", rating(1642.2, true)}},
        "more"};
    answers.add("standings", standings_text(standings));
    answers.add("no-standings", standings_text({"9x9", "people", "glicko-2", true, {}, {}}));
    protocol::RatingsPage ratings{"anna", {rating(1711.8, false)}, {}, {}};
    ratings.history.push_back({protocol::GameId{17},
                               "9x9",
                               tests::utc(2026, 3, 1, 23),
                               1,
                               2,
                               1703.4,
                               62,
                               1711.8,
                               61,
                               {{"ben", 2, 1650}}});
    ratings.history.push_back(
        {{}, "19x19-4p", tests::utc(2026, 2, 1), 3, 4, 1710, 62, 1703.4, 61, {}});
    answers.add("ratings", ratings_text(ratings, berlin_time()));
    answers.add("no-ratings", ratings_text({"ben", {}, {}, {}}, {}));
    EXPECT_TRUE(protocol::matches_golden("mail-club.txt", answers.all()));
}

TEST(MailTexts, PutAnswersBelowTheLinesThatTheyAnswer) {
    const AnsweredLine lines[] = {{"games", "No games.\n"}, {"move 17 K10", "Not done. x.\n"}};

    EXPECT_EQ(mail_answer({.lines = lines, .address = address}),
              "> games\n\nNo games.\n\n> move 17 K10\n\nNot done. x.\n\n"
              "`help` to games@tanbo.example gets you the manual.\n");
    EXPECT_EQ(mail_answer_subject("games"), "Tanbo: games");
}

TEST(MailTexts, QuoteWhatWasNotUnderstood) {
    const std::vector<std::string> words = {"Dear server, would you please help me out?"};

    const std::string answer = mail_answer({.lines = {}, .passed_over = words, .address = address});

    EXPECT_THAT(answer, HasSubstr("Your email contained no command"));
    EXPECT_THAT(answer, HasSubstr("\n> Dear server, would you please help me out?\n"));
    EXPECT_EQ(mail_answer_subject(""), "Tanbo: your email");
    expect_plain(answer);
}

TEST(MailTexts, ShowTheGameBelowWordsAlone) {
    const std::vector<std::string> words = {"Dear server, what a game!"};
    const AnsweredLine lines[] = {{"games", "No games.\n"}};
    const std::string now = game_now_text(protocol::GameId{17}, played().match(), Seat::black);

    const std::string answer =
        mail_answer({.lines = {}, .passed_over = words, .address = address, .game_now = now});
    const std::string to_command =
        mail_answer({.lines = lines, .passed_over = words, .address = address, .game_now = now});

    EXPECT_THAT(answer, HasSubstr("\n> Dear server, what a game!\n" + now));
    EXPECT_THAT(to_command, Not(HasSubstr(now)));
    expect_plain(answer);
}

TEST(MailTexts, CutSubjectsOfAnswersToALine) {
    EXPECT_EQ(mail_answer_subject("say 17 \xC3\xA4h"), "Tanbo: say 17 \xC3\xA4h");
    EXPECT_EQ(mail_answer_subject("say 17 " + std::string(200, 'x')).size(), 60U);
}

TEST(MailTexts, AnswerTheSameMistakeInShortTheSecondTime) {
    const AnsweredLine lines[] = {
        {"move 17 K1O", "Not done. K1O can't be played.\n\n  A B C\n  . . .\n"},
        {"show 99", "Not done. There is no such game.\n"}};

    const std::string answer = mail_answer_again(lines, address);

    EXPECT_THAT(answer, HasSubstr("\n> move 17 K1O\nNot done. K1O can't be played.\n\n> show 99\n"
                                  "Not done. There is no such game.\n\n`help`"));
    EXPECT_THAT(answer, Not(HasSubstr(". . .")));
    expect_plain(answer);
}

TEST(MailTexts, RefuseAPreviewWithTheReason) {
    const GameFacts facts = facts_of(played(), Seat::black);

    const auto answer = preview_text(facts, "Z99");

    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code, protocol::Code::illegal_move);
    EXPECT_EQ(answer.error().reason, "off-board");
    EXPECT_EQ(answer.error().detail, "Z99 is not a legal move: this point does not exist.");
    EXPECT_FALSE(show_text(facts, 31));
    EXPECT_TRUE(show_text(facts, 30));
}

TEST(MailTexts, SayWhenToTryAgain) {
    protocol::Error error = protocol::refusal(protocol::Code::rate_limited, "Too many letters.");
    error.retry_after_s = 90;

    EXPECT_EQ(refused_text(error), "Not done. Too many letters. Try again in 1m 30s.\n");
    EXPECT_EQ(refused_text(protocol::refusal(protocol::Code::game_over, "")),
              "Not done. Game over. Start a new game, or offer a rematch.\n");
}

TEST(MailReplies, AddAdviceOnlyIfAMailCanFollowIt) {
    EXPECT_EQ(refused_text(protocol::refusal(protocol::Code::not_your_turn, "It is Red's turn.")),
              "Not done. It is Red's turn. Wait for your turn, or make a plan.\n");
    EXPECT_EQ(refused_text(protocol::refusal(protocol::Code::invalid_field, "No such day.")),
              "Not done. No such day.\n");
}

// --- layout ---

TEST(MailLayout, MakesAsciiOfAnyText) {
    EXPECT_EQ(ascii("K\xC3\xB6ln, \xC5\x81\xC3\xB3\xC5\xBA"), "Koeln, Loz");
    EXPECT_EQ(ascii("\xE2\x80\x9E"
                    "a\xE2\x80\x9C \xE2\x80\x93 \xE2\x80\xA6"),
              "\"a\" - ...");
    EXPECT_EQ(ascii("a\r\nb\x7F\xFF\xC3"), "a  b ??");
    EXPECT_EQ(ascii("\xF0\x9F\x98\x80"), "?");
}

// The fault: somebody's words came back to them as question marks.
TEST(MailLayout, QuotesWordsInAnyAlphabetAsTheyAre) {
    const std::string word = "\u043F\u0440\u0438\u0432\u0435\u0442";
    EXPECT_EQ(quoted_line(word + " \u300C\uFF2B\u300D \U0001F600"),
              "> " + word + " \u300C\uFF2B\u300D \U0001F600\n");
    EXPECT_EQ(quoted_line("a\r\nb\xFF\u2028> c\u202E d"), "> a b\uFFFD > c d\n");
    // Columns are characters: ten words of six and blanks fit beside the mark.
    std::string ten = word;
    for (int more = 1; more < 10; ++more) ten += ' ' + word;
    EXPECT_EQ(quoted_line(ten + " x"), "> " + ten + "\n> x\n");
    EXPECT_EQ(quoted_line(ten.substr(2) + " x"), "> " + ten.substr(2) + " x\n")
        << "one character less";
}

TEST(MailLayout, ShortensAtACharacter) {
    EXPECT_EQ(shortened("\u043F\u0440\u0438\u0432", 4), "\u043F\u0440\u0438\u0432");
    EXPECT_EQ(shortened("\u043F\u0440\u0438\u0432\u0435", 4), "\u043F...");
}

TEST(MailLayout, WrapsAtTheColumnAndOnePastIt) {
    const std::string half(35, 'a');

    EXPECT_EQ(wrapped(half + " " + half + "b"), half + " " + half + "b\n");
    EXPECT_EQ(wrapped(half + " " + half + "bc"), half + "\n" + half + "bc\n");
    EXPECT_EQ(wrapped(std::string(80, 'x')), std::string(80, 'x') + "\n");
    EXPECT_EQ(wrapped(""), "");
    EXPECT_EQ(wrapped("a b", 4, 2), "  a b\n");
}

TEST(MailReplies, CallTheRoundsOfALeagueSeasons) {
    TournamentLine line;
    line.id = protocol::TournamentId{7};
    line.name = "Club";
    line.format = "league";
    line.setup = "9x9";
    line.state = protocol::TournamentState::running;
    line.round = 2;
    line.rounds = 5;
    TournamentLine other = line;
    other.format = "swiss";

    EXPECT_THAT(tournaments_text(std::span(&line, 1), {}), HasSubstr("season 2 of 5"));
    EXPECT_THAT(tournaments_text(std::span(&other, 1), {}), HasSubstr("round 2 of 5"));
}

TEST(MailLayout, Lists) {
    const std::string names[] = {"a", "b", "c"};

    EXPECT_EQ(listed(names), "a, b and c");
    EXPECT_EQ(listed(std::span(names).first(1)), "a");
    EXPECT_EQ(listed(std::span(names).first(2), "or"), "a or b");
    const std::vector<std::string> many(37, "K10");
    EXPECT_THAT(in_columns(many, 2), Not(HasSubstr("\n  K10\n")));
}

}  // namespace
}  // namespace tanbo::mail::text
