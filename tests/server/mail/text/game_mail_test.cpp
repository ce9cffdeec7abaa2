#include "server/mail/text/game_mail.hpp"

#include <algorithm>

#include <gmock/gmock.h>

#include "engine/notation.hpp"
#include "protocol/games/answers.hpp"
#include "protocol/people/challenges.hpp"
#include "server/mail/commands/parse.hpp"
#include "server/mail/text/news.hpp"
#include "server/mail/text/replies.hpp"
#include "tests/protocol/club.hpp"
#include "tests/protocol/golden.hpp"
#include "tests/protocol/well_formed.hpp"
#include "tests/server/mail/text/cast.hpp"

namespace tanbo::mail::text {
namespace {

using engine::Seat;
using testing::HasSubstr;
using testing::Not;
using namespace std::chrono_literals;

constexpr const char* site = "https://tanbo.example";

// The body as XML: without the doctype, elements without content closed.
std::string as_xml(std::string html) {
    html.erase(0, html.find("<body"));
    html.erase(html.find("</html>"));
    for (const std::string tag : {"<img "}) {
        for (std::size_t at = html.find(tag); at != html.npos; at = html.find(tag, at + 1)) {
            html.insert(html.find('>', at), "/");
        }
    }
    return html;
}

void expect_sound_html(const GameMail& mail, const std::string& name) {
    EXPECT_TRUE(protocol::is_well_formed_xml(as_xml(mail.html))) << name;
    EXPECT_THAT(mail.html, HasSubstr("<meta name=\"color-scheme\" content=\"light dark\">"));
    EXPECT_THAT(mail.html, HasSubstr("@media (prefers-color-scheme: dark)"));
    EXPECT_THAT(mail.html, Not(HasSubstr("src=\"http"))) << name;
    EXPECT_THAT(mail.html, Not(HasSubstr("url("))) << name;
    EXPECT_THAT(mail.html, Not(HasSubstr("<script"))) << name;
    EXPECT_EQ(mail.has_board, mail.html.find("src=\"cid:board\"") != std::string::npos) << name;
}

TEST(GameMails, AreAsTheyWereReviewed) {
    for (const auto& [name, mail] : example_mails()) {
        const std::string text = "Subject: " + mail.subject + "\n\n" + mail.text;
        EXPECT_TRUE(protocol::matches_golden("mail-" + name + ".txt", text));
        EXPECT_TRUE(protocol::matches_golden("mail-" + name + ".html", mail.html));
    }
}

TEST(GameMails, ArePlainTextAndSoundHtml) {
    for (const auto& [name, mail] : example_mails()) {
        expect_plain(mail.subject + "\n", name);
        expect_plain(mail.text, name);
        expect_sound_html(mail, name);
    }
}

TEST(GameMails, ArePlainThroughoutGamesOnEveryBoard) {
    for (const engine::Setup& setup : engine::setups()) {
        protocol::Script script(setup.id);
        script.fill();
        for (int i = 0; i < 12 && script.match().to_move(); ++i) {
            script.play_random(static_cast<std::uint32_t>(i), 17);
            const auto seat = script.match().to_move();
            const GameFacts facts = facts_of(script, seat);
            const GameMail mail = seat ? turn_mail({facts}) : result_mail(facts, {});
            expect_plain(mail.text, std::string(setup.id));
            expect_sound_html(mail, std::string(setup.id));
            EXPECT_EQ(mail.subject, game_subject(protocol::GameId{17}, script.log()));
        }
    }
}

TEST(GameMails, SayWhereAGameTurnedIfThatIsKnown) {
    const protocol::Script won = std::move(protocol::Script("9x9").fill().play_random(1, 1000));
    const GameFacts facts = facts_of(won, engine::Seat::black);
    const std::string sentence = "The game turned at move 31: white's G2 was a blunder.";

    const GameMail with = result_mail(facts, {}, {true, sentence});
    const GameMail without = result_mail(facts, {});

    EXPECT_NE(with.text.find(sentence), std::string::npos);
    EXPECT_NE(with.text.find("https://tanbo.example/games/17#analysis"), std::string::npos);
    EXPECT_EQ(without.text.find("#analysis"), std::string::npos);
    expect_plain(with.text, "result with analysis");
    expect_sound_html(with, "result with analysis");
}

TEST(GameMails, NameWhoHasLeftAGameOfTwo) {
    protocol::Script two("9x9");
    two.fill().leave(engine::Seat::white);
    protocol::Script four("19x19-4p");
    four.fill().leave(engine::Seat::white).leave(engine::Seat::red).leave(engine::Seat::green);
    const std::string leaver = who(two.match(), engine::Seat::white).substr(1);

    const std::string told = result_mail(facts_of(two, engine::Seat::black), {}).text;
    const std::string told_to_leaver = result_mail(facts_of(two, engine::Seat::white), {}).text;

    EXPECT_THAT(told, testing::HasSubstr("! W" + leaver + " has resigned."));
    EXPECT_THAT(told_to_leaver, testing::HasSubstr(" has won. You have resigned."));
    EXPECT_THAT(result_mail(facts_of(four, engine::Seat::black), {}).text,
                testing::HasSubstr(") has resigned."));
}

TEST(GameMails, SayOfALossOnTimeThatTheTimeRanOut) {
    protocol::Script script("9x9");
    script.fill().leave(engine::Seat::white, engine::LeaveReason::time);

    const std::string told = result_mail(facts_of(script, engine::Seat::black), {}).text;
    const std::string told_to_loser = result_mail(facts_of(script, engine::Seat::white), {}).text;

    EXPECT_THAT(told, testing::HasSubstr(" has run out of time."));
    EXPECT_THAT(told_to_loser, testing::HasSubstr("You have run out of time."));
    for (const std::string& text : {told, told_to_loser}) {
        EXPECT_THAT(text, testing::Not(testing::HasSubstr("left")));
    }
}

// The answer of a program without marks for quotes.
TEST(GameMails, HoldNoLineThatIsACommandWhenTheyComeBack) {
    for (const engine::Setup& setup : engine::setups()) {
        protocol::Script script(setup.id);
        script.fill();
        for (int i = 0; i < 40 && script.match().to_move(); ++i) {
            const auto mail = turn_mail({facts_of(script, script.match().to_move())});
            const commands::MailRequest request = commands::read_mail_commands(
                "Re: " + mail.subject, mail.text,
                {protocol::GameId{17}, &script.match().opening().lattice()});
            for (const commands::MailLine& line : request.lines) {
                EXPECT_TRUE(std::holds_alternative<protocol::Error>(line.command)) << line.source;
            }
            script.play_random(static_cast<std::uint32_t>(i), 7);
        }
    }
    for (const auto& [name, mail] : example_mails()) {
        const commands::MailRequest request =
            commands::read_mail_commands("Re: " + mail.subject, mail.text, {protocol::GameId{17}});
        for (const commands::MailLine& line : request.lines) {
            EXPECT_TRUE(std::holds_alternative<protocol::Error>(line.command))
                << name << line.source;
        }
    }
    const std::string leaving = confirm_leaving_text("resign", protocol::GameId{17});
    EXPECT_TRUE(commands::read_mail_commands("", leaving, {protocol::GameId{17}}).lines.empty());
}

TEST(GameMails, SayTheSameOfTheSameFacts) {
    const auto once = example_mails();
    const auto again = example_mails();

    ASSERT_EQ(once.size(), again.size());
    for (std::size_t i = 0; i < once.size(); ++i) {
        EXPECT_EQ(once[i].second.text, again[i].second.text);
        EXPECT_EQ(once[i].second.html, again[i].second.html);
    }
}

TEST(GameMails, KeepTheSubjectOfAGame) {
    const protocol::Script script = std::move(protocol::Script("9x9").fill().play_random(1, 1000));

    for (std::size_t events = 3; events <= script.log().size(); ++events) {
        EXPECT_EQ(game_subject(protocol::GameId{17}, std::span(script.log()).first(events)),
                  "Tanbo game 17: anna - ben");
    }
    EXPECT_EQ(game_subject(protocol::GameId{17}, std::span(script.log()).first(1)),
              "Tanbo game 17: anna - ?");
}

TEST(GameMails, KeepTheSubjectIfSeatsChangeHands) {
    const tests::Table two = protocol::club_game_of_two();
    const tests::Table four = protocol::club_game_of_four();
    const std::string subject = game_subject(protocol::GameId{1}, std::span(two.log()).first(4));

    EXPECT_EQ(game_subject(protocol::GameId{1}, two.log()), subject);
    EXPECT_THAT(game_subject(protocol::GameId{2}, four.log()), Not(HasSubstr("nina")));
}

TEST(GameMails, EscapeWhatPeopleHaveWritten) {
    protocol::NoticeFacts notice = notice_of(protocol::NoticeKind::challenge_declined);
    notice.reason =
        "<img src=\"http://evil.example/x.png\"> & 'more'\r\nBcc: \xC3\xA4\xF0\x9F\x98\x80";

    const GameMail mail =
        notice_mail(protocol::NoticeKind::challenge_declined, notice, nullptr, berlin_time(), site);

    EXPECT_THAT(mail.html, HasSubstr("&lt;img src=&quot;http://evil.example/x.png&quot;&gt; &amp; "
                                     "'more'"));
    EXPECT_THAT(mail.html, Not(HasSubstr("<img")));
    EXPECT_THAT(mail.text, HasSubstr(" Bcc: \xC3\xA4\xF0\x9F\x98\x80\n"));
    EXPECT_THAT(mail.text, Not(HasSubstr("\nBcc")));
}

// Players with turn mails off, or already to move, were promised a mail.
TEST(GameMails, SayWhoseTurnItIsInAGameThatAChallengeHasBegun) {
    const tests::Table timed = timed_game();
    const auto to_move = timed.match().to_move();
    const protocol::NoticeFacts notice = notice_of(protocol::NoticeKind::challenge_accepted);
    for (const Seat seat : {Seat::black, Seat::white}) {
        const GameFacts facts = facts_of(timed, seat);
        const GameMail mail = notice_mail(protocol::NoticeKind::challenge_accepted, notice, &facts,
                                          berlin_time(), site);
        const std::string said =
            to_move == seat ? ". It is your turn." : ". It is not your turn yet.";
        EXPECT_THAT(mail.text, HasSubstr("It is now game 17" + said));
    }
}

TEST(GameMails, TellOfEveryKindOfNotice) {
    std::string all;
    const tests::Table timed = timed_game();
    for (int i = 0; i < protocol::notice_kinds; ++i) {
        const auto kind = static_cast<protocol::NoticeKind>(i);
        const std::string name(protocol::notice_kind_name(kind));
        const GameFacts facts = facts_of(timed, Seat::black);
        for (const GameFacts* game : {&facts, static_cast<const GameFacts*>(nullptr)}) {
            const protocol::NoticeFacts notice = notice_of(kind);
            const bool is_of_game = notice.game && !notice.challenge;
            const GameMail mail =
                notice_mail(kind, notice, is_of_game ? game : nullptr, berlin_time(), site);
            expect_plain(mail.subject + "\n", name);
            expect_plain(mail.text, name);
            expect_sound_html(mail, name);
            EXPECT_EQ(mail.has_board, is_of_game && game != nullptr) << name;
            if (game != nullptr) continue;
            all += "--- " + name + "\nSubject: " + mail.subject + "\n\n" + mail.text + "\n";
        }
    }
    EXPECT_TRUE(protocol::matches_golden("mail-notices.txt", all));
}

TEST(GameMails, TellThoseWhoPlayOnThatABotMayHaveTheSeat) {
    const auto told = [](const tests::Table& table, std::optional<Seat> reader) {
        const GameFacts facts = facts_of(table, reader);
        const auto kind = protocol::NoticeKind::seat_offered;
        return notice_mail(kind, notice_of(kind), &facts, berlin_time(), site).text;
    };
    engine::Terms terms;
    terms.leaver_policy = engine::LeaverPolicy::substitute;
    const tests::Table four =
        tests::Table("19x19-4p", terms).submit(engine::Leave{protocol::AccountId{3}});
    tests::Table two = four;
    two.submit(engine::Leave{protocol::AccountId{2}});
    const tests::Table rated = timed_game();

    EXPECT_THAT(told(four, Seat::black), HasSubstr("reply with `substitute bot:5`"));
    // It said so of either, and the answer gave away the seat that was left first.
    EXPECT_THAT(told(two, Seat::black), HasSubstr("`substitute bot:5 white`"));
    EXPECT_THAT(told(four, std::nullopt), Not(HasSubstr("`substitute")));
    EXPECT_THAT(told(rated, Seat::black), Not(HasSubstr("`substitute")));
}

// It was said of the player who sits there now.
TEST(GameMails, NameThoseWhoSatThereThen) {
    engine::Terms terms;
    terms.leaver_policy = engine::LeaverPolicy::substitute;
    tests::Table four("19x19-4p", terms);
    four.place(2).submit(engine::Leave{protocol::AccountId{2}});
    const std::string leaver = four.match().seats()[1].player->handle;
    four.submit(engine::TakeOver{{protocol::AccountId{9}, "nina"}, {}, {}}).place(4);
    engine::Terms with_swap;
    with_swap.swap = true;
    tests::Table swapped("9x9", with_swap);
    const std::string first = swapped.match().seats()[0].player->handle;
    swapped.place().submit(engine::Swap{protocol::AccountId{2}});

    const std::string told = history_text(facts_of(four, Seat::black));

    EXPECT_THAT(told, HasSubstr("white (" + leaver + ") resigns; the seat is open"));
    EXPECT_THAT(told, HasSubstr("nina takes over white"));
    const auto news = news_since(facts_of(four, Seat::black), 0);
    const auto stones_of = [&news](const std::string& player) {
        return std::ranges::count_if(news, [&player](const NewsItem& item) {
            return item.text.find(". white (" + player + ") ") != std::string::npos;
        });
    };
    EXPECT_EQ(stones_of(leaver), 1);
    EXPECT_EQ(stones_of("nina"), 1);
    EXPECT_THAT(news_since(facts_of(swapped, Seat::black), 0)[1].text,
                HasSubstr("1. black (" + first + ") "));
}

TEST(GameMails, AreOfTheTurnWhereANoticeIs) {
    const tests::Table timed = timed_game();
    const GameFacts facts = facts_of(timed, Seat::black);
    const auto mail = [&](protocol::NoticeKind kind) {
        return notice_mail(kind, notice_of(kind), &facts, berlin_time(), site).text;
    };

    EXPECT_EQ(mail(protocol::NoticeKind::your_turn), turn_mail({facts}).text);
    EXPECT_THAT(mail(protocol::NoticeKind::deadline_warning),
                HasSubstr("You have 6h left. It is your turn"));
    EXPECT_THAT(mail(protocol::NoticeKind::plan_dropped), HasSubstr("it has no answer"));
}

TEST(GameMails, ReadTheDataOfNotices) {
    const tests::Table timed = timed_game();
    protocol::GameNotice notice{Seat::white};
    notice.proposal = 9;
    notice.what = "undo";
    notice.accepted = true;
    notice.until = tests::utc(2026, 3, 5, 12);
    const std::string summary =
        protocol::encode_game_summary(protocol::summarize(protocol::GameId{17}, timed.match()));

    const auto facts =
        protocol::decode_notice_facts(protocol::encode_game_notice(summary, notice)).value();

    EXPECT_EQ(facts.game, protocol::GameId{17});
    EXPECT_EQ(facts.seat, Seat::white);
    EXPECT_EQ(facts.proposal, 9U);
    EXPECT_EQ(facts.what, "undo");
    EXPECT_EQ(facts.accepted, true);
    EXPECT_EQ(facts.until, tests::utc(2026, 3, 5, 12));
    EXPECT_EQ(facts.setup, "9x9");
    EXPECT_EQ(facts.terms, timed.match().terms());
    EXPECT_FALSE(facts.challenge);
}

TEST(GameMails, ReadTheDataOfPersonalNotices) {
    const auto warning = protocol::decode_notice_facts(
                             protocol::encode_deadline_warning({protocol::GameId{17}, Seat::black,
                                                                4, tests::utc(2026, 3, 7), 6h}))
                             .value();
    const auto dropped = protocol::decode_notice_facts(
                             protocol::encode_plan_dropped(
                                 {protocol::GameId{17}, Seat::black, 4, protocol::PlanDrop::undo}))
                             .value();

    EXPECT_EQ(warning.game, protocol::GameId{17});
    EXPECT_EQ(warning.ply, 4U);
    EXPECT_EQ(warning.deadline, tests::utc(2026, 3, 7));
    EXPECT_EQ(warning.remaining, engine::Millis(6h));
    EXPECT_EQ(dropped.why, "undo");
    EXPECT_EQ(dropped.game, protocol::GameId{17});
}

TEST(GameMails, ReadTheDataOfChallenges) {
    protocol::ChallengeView view;
    view.id = protocol::ChallengeId{5};
    view.state = "declined";
    view.creator = "ben";
    view.setup = "9x9";
    view.opening = engine::find_setup("9x9")->opening;
    view.seats = {{Seat::black, "ben", "me"}, {Seat::white, std::nullopt, "open"}};
    view.order = "given";
    view.terms = tests::per_move(72h);
    view.declined_by = "anna";
    view.reason = "no time";
    view.expires_at = tests::utc(2026, 3, 16);

    const auto facts = protocol::decode_notice_facts(protocol::encode_challenge(view)).value();

    EXPECT_EQ(facts.challenge, protocol::ChallengeId{5});
    EXPECT_EQ(facts.creator, "ben");
    EXPECT_EQ(facts.players, (std::vector<std::string>{"ben", "anybody"}));
    EXPECT_EQ(facts.terms, view.terms);
    EXPECT_EQ(facts.declined_by, "anna");
    EXPECT_EQ(facts.reason, "no time");
    EXPECT_EQ(facts.expires_at, view.expires_at);
    EXPECT_FALSE(facts.game);
}

TEST(GameMails, TakeStrangeDataForNothing) {
    EXPECT_FALSE(protocol::decode_notice_facts("{"));
    EXPECT_FALSE(protocol::decode_notice_facts(""));
    for (const char* data : {"[]", "{}", "null", R"({"seat":7,"what":[],"until":"soon","ply":-1})",
                             R"({"uses":1,"seats":"none","clock":5})"}) {
        const auto facts = protocol::decode_notice_facts(data);
        ASSERT_TRUE(facts) << data;
        EXPECT_FALSE(facts->seat);
        EXPECT_FALSE(facts->until);
        EXPECT_FALSE(facts->ply);
        EXPECT_EQ(facts->terms, engine::Terms{});
    }
}

TEST(MailTime, IsWhatTheReadersClocksShow) {
    const engine::Instant at = tests::utc(2026, 11, 22, 23, 30);
    const auto zone = [](std::string name, std::chrono::minutes offset) {
        return MailZone{std::move(name), [offset](engine::Instant) { return offset; }};
    };

    EXPECT_EQ(mail_time(at, {}), "Sun 22 Nov 2026, 23:30 (UTC)");
    EXPECT_EQ(mail_time(at, zone("Europe/Berlin", 60min)),
              "Mon 23 Nov 2026, 00:30 (UTC+1, Europe/Berlin)");
    EXPECT_EQ(mail_time(at, zone("America/St_Johns", -210min)),
              "Sun 22 Nov 2026, 20:00 (UTC-3:30, America/St_Johns)");
    EXPECT_EQ(mail_time(at, zone("", 345min)), "Mon 23 Nov 2026, 05:15 (UTC+5:45)");
    EXPECT_EQ(mail_day(at, zone("Europe/Berlin", 60min)), "Mon 23 Nov 2026");
}

TEST(MailDigest, PutsTheMostUrgentFirst) {
    DigestFacts facts;
    facts.day = "2026-11-21";
    facts.games = {{protocol::GameId{1}, "a - b", "", false, tests::utc(2026, 1, 1)},
                   {protocol::GameId{2}, "a - b", "", true, {}},
                   {protocol::GameId{3}, "a - b", "", true, tests::utc(2026, 1, 3)},
                   {protocol::GameId{4}, "a - b", "", true, tests::utc(2026, 1, 2)},
                   {protocol::GameId{5}, "a - b", "", false, {}}};

    const GameMail mail = digest_mail(facts);

    std::vector<std::size_t> places;
    for (const char* heading : {"Game 4,", "Game 3,", "Game 2,", "Game 1,", "Game 5,"}) {
        places.push_back(mail.text.find(heading));
    }
    EXPECT_TRUE(std::ranges::is_sorted(places)) << mail.text;
    EXPECT_EQ(mail.subject, "Tanbo: your games on Sat 21 Nov 2026");
    EXPECT_THAT(mail.text, testing::StartsWith("It is your turn in 3 games.\n"));
}

TEST(GameMails, NameLegalPointsOnlyIfTheGameAllowsIt) {
    engine::Terms terms;
    const tests::Table full("9x9", terms);
    terms.assistance = engine::Assistance::some;
    const tests::Table some("9x9", terms);
    const auto told = [](const tests::Table& table) {
        return turn_mail({facts_of(table, table.match().to_move())}).text;
    };

    EXPECT_THAT(told(full), HasSubstr("Legal moves"));
    EXPECT_THAT(told(some), Not(HasSubstr("Legal moves")));
}

TEST(GameMails, NameLegalPointsByRowIfThereAreMany) {
    protocol::Script script("19x19-dense");
    script.fill();
    while (script.match().position().legal_points(*script.match().to_move()).size() <= 54) {
        script.play_random(script.match().ply(), 1);
    }
    const auto& position = script.match().position();
    const auto legal = position.legal_points(*script.match().to_move());

    const std::string text = turn_mail({facts_of(script, script.match().to_move())}).text;

    EXPECT_THAT(text, HasSubstr("Legal moves (" + std::to_string(legal.size())));
    const engine::Point point = *std::ranges::max_element(legal);
    const std::string name = engine::point_name(position.lattice(), point);
    const std::size_t row =
        text.find("\n" + std::string(name.size() == 2 ? " " : "") + name.substr(1) + "  ");
    ASSERT_NE(row, std::string::npos) << text;
    const std::string line = text.substr(row + 1, text.find('\n', row + 1) - row - 1);
    EXPECT_EQ(line.back(), name.front()) << line;
    expect_plain(text, "dense");
}

// The words of others may be chosen to leave a point, or "yes", alone where the line is broken.
TEST(GameMails, QuoteWhatOthersSayLineByLine) {
    const std::string said =
        "@anna " + std::string(64, 'x') + " K10 " + std::string(64, 'y') + " yes";
    protocol::NoticeFacts mention;
    mention.author = "ben";
    mention.said = said;
    protocol::NoticeFacts decline;
    decline.challenge = protocol::ChallengeId{5};
    decline.declined_by = "ben";
    decline.reason = said;

    for (const GameMail& mail :
         {notice_mail(protocol::NoticeKind::chat_mention, mention, nullptr, {}, {}),
          notice_mail(protocol::NoticeKind::challenge_declined, decline, nullptr, {}, {})}) {
        EXPECT_THAT(mail.text, HasSubstr("\n> K10 yyy"));
        EXPECT_THAT(mail.text, HasSubstr("\n> yes\n"));
        EXPECT_THAT(mail.text, Not(HasSubstr("\nyes")));
        EXPECT_THAT(mail.html, HasSubstr("<blockquote>@anna "));
    }
    EXPECT_THAT(notice_sentence(protocol::NoticeKind::challenge_declined, decline, nullptr, {}),
                HasSubstr("was declined by ben: \"@anna xxx"));
    EXPECT_THAT(quoted_line(said), HasSubstr("\n> K10 yyy"));
}

TEST(GameMails, FitOnBoardsThatAreWide) {
    protocol::Script script(protocol::opening_of({100, 3}, {{"1-1"}, {"100-3"}}));
    script.fill().play_random(6, 60);

    const GameMail mail = turn_mail({facts_of(script, script.match().to_move())});

    expect_plain(mail.text, "wide");
    EXPECT_THAT(mail.text, HasSubstr("100x3."));
}

TEST(GameMails, LeaveOutTheOldestOfMuchNews) {
    const protocol::Script script = std::move(protocol::Script("19x19").fill().play_random(2, 60));
    const GameFacts facts = facts_of(script);

    const std::string text = board_mail({facts, 3, {}}).text;

    EXPECT_THAT(text, HasSubstr("(20 more before)"));
    EXPECT_THAT(text, HasSubstr("60. white (ben)"));
    EXPECT_THAT(text, Not(HasSubstr("20. white (ben)")));
    EXPECT_THAT(text, HasSubstr("21. black (anna)"));
}

}  // namespace
}  // namespace tanbo::mail::text
