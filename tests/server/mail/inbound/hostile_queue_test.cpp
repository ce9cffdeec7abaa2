// Mails of many senders at once: their order, and what may be spent on each.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/mail/inbound/reading_budget.hpp"
#include "server/mail/inbound/standing.hpp"
#include "tests/server/mail/inbound/worker_fixture.hpp"
#include "tests/server/mail/reading_cost.hpp"

namespace tanbo::mail::inbound {
namespace {

using namespace std::chrono_literals;
using notify::TokenPurpose;
using testing::Each;
using testing::ElementsAre;

// A sanitizer is here for what each step does to memory, which a few mails show.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr int mails_of_a_minute = 9;
constexpr int mails_of_an_attack = 3;
constexpr auto delay_max = 1h;
#else
constexpr int mails_of_a_minute = 100;
constexpr int mails_of_an_attack = 12;
constexpr auto delay_max = 1s;  // of CPU time, of which a release build takes a fiftieth
#endif

std::string page(const std::string& begin, const std::string& part) {
    std::string raw = "From: x@evil.example\r\nContent-Type: text/html\r\n\r\n" + begin;
    for (int number = 0; raw.size() < costly_bytes; ++number) {
        raw += part + std::to_string(number) + "=1";
        if (number % 50 == 0) raw += "\r\n";
    }
    return raw;
}

// The attacks that held up the queue: attributes, elements, selectors.
std::string hostile_mail(int number) {
    static const std::string attributes = page("<p", " a");
    static const std::string elements = page("<p>", "<div>");
    static const std::string styles = [] {
        std::string rules = "<style>";
        for (int i = 0; i < 7'000; ++i) rules += "* * * * * * * *{display:none}\r\n";
        return page(rules + "</style>", "<p>x");
    }();
    return number % 3 == 0 ? attributes : number % 3 == 1 ? elements : styles;
}

class HostileMails : public Mails {
protected:
    static std::string sender_of(int number) {
        return "x@evil" + std::to_string(number) + ".example";
    }
    protocol::InboundMailId deliver_hostile(int number) {
        return deliver(hostile_mail(number), mime::commands_address(domain), sender_of(number));
    }
    // A first mail of somebody who is not known.
    protocol::InboundMailId ask(const std::string& from, std::string_view head = {}) {
        return deliver(mail(from, "help", "help", head), mime::commands_address(domain), from);
    }
    // CPU time, of all mails so far.
    std::chrono::microseconds reading_time() {
        std::chrono::microseconds sum{};
        for (const std::string standing : {"token", "account", "vouched", "stranger"}) {
            sum += std::chrono::microseconds(
                metrics
                    ->counter("tanbo_inbound_mail_reading_microseconds_total", "",
                              {{"standing", standing}})
                    .value());
        }
        return sum;
    }
    // The next mail only.
    void work_once() {
        static_cast<void>(on(0, [this] { return worker->run_once(1); }));
    }
    std::vector<std::string> outcomes(const std::vector<protocol::InboundMailId>& ids) {
        std::vector<std::string> all;
        for (const auto id : ids) all.push_back(outcome(id));
        return all;
    }
};

// --- the bar ---

// The fault: such a mail took four seconds of the one worker, and all others waited for it: a
// hundred of them in a minute held up a player's reply for minutes.
TEST_F(HostileMails, DelayAReplyByNoMoreThanOneOfThem) {
    const GameId game = start_game();
    std::vector<protocol::InboundMailId> hostile;
    for (int number = 0; number < mails_of_a_minute; ++number) {
        hostile.push_back(deliver_hostile(number));
    }
    work_once();  // one is being read when the reply comes
    const auto move = reply(turn_token(anna, game), point(game));

    work_once();

    EXPECT_EQ(outcome(move), "acted") << answer_to(move);
    EXPECT_EQ(std::ranges::count(outcomes(hostile), "waiting"), mails_of_a_minute - 1);
    EXPECT_LT(reading_time(), honest_costs_max * honest_reading_cost());
    EXPECT_LT(reading_time(), delay_max);
}

TEST_F(HostileMails, AreReadOnceEachAndCostLittle) {
    std::vector<protocol::InboundMailId> hostile;
    for (int number = 0; number < mails_of_an_attack; ++number) {
        hostile.push_back(deliver_hostile(number));
    }

    work();

    EXPECT_THAT(outcomes(hostile), Each("unreadable"));
    EXPECT_EQ(found(hostile[0]).attempts, 0);
    EXPECT_LT(reading_time(), mails_of_an_attack * honest_costs_max * honest_reading_cost());
    EXPECT_TRUE(mails().empty());
}

TEST_F(HostileMails, LeaveTheFirstMailOfAPersonToBeAnswered) {
    for (int number = 0; number < 30; ++number) deliver_hostile(number);

    const auto first = ask("new@elsewhere.example");
    work_once();

    EXPECT_EQ(outcome(first), "answered");
}

// --- order ---

TEST_F(Mails, AreReadByTheirStanding) {
    const GameId game = start_game();
    const std::string help = "help";
    const std::string of_others =
        "Authentication-Results: mx.example.net; dmarc=pass header.from=other.example\r\n";
    const auto stranger = deliver(mail("x@nowhere.example", help, help), "games@tanbo.example.net",
                                  "x@nowhere.example");
    const auto vouched_for = deliver(mail("y@other.example", help, help, of_others));
    const auto of_account = write("anna@example.org", help);
    const auto of_token = reply(turn_token(anna, game), point(game));

    const std::vector<protocol::InboundMailId> all = {of_token, of_account, vouched_for, stranger};
    for (std::size_t i = 0; i < all.size(); ++i) {
        static_cast<void>(on(0, [this] { return worker->run_once(1); }));
        for (std::size_t k = 0; k < all.size(); ++k) {
            EXPECT_EQ(outcome(all[k]) != "waiting", k <= i) << i << " " << k;
        }
    }
}

// Of one account and of two domains each.
TEST_F(HostileMails, TakeTurnsWithOtherSenders) {
    for (int i = 0; i < 20; ++i) ask("x" + std::to_string(i) + "@evil.example");
    for (int i = 0; i < 20; ++i) {
        ask("x@host" + std::to_string(i) + ".evil.example");
    }

    const auto honest = ask("new@elsewhere.example");
    work_once();
    work_once();

    EXPECT_EQ(outcome(honest), "answered") << "forty mails of another domain came before it";
}

TEST_F(HostileMails, OfOneAccountTakeTurnsWithThoseOfAnother) {
    const GameId game = start_game();
    const std::string token = turn_token(ben, game);
    for (int i = 0; i < 20; ++i) reply(token, "show");

    const auto move = reply(turn_token(anna, game), point(game));
    work_once();
    work_once();

    EXPECT_EQ(outcome(move), "acted");
}

TEST_F(Mails, OfOneSenderAreReadInTheirOrder) {
    const GameId game = start_game();
    const std::string say = "say " + to_string(game) + " ";
    const auto first = write("anna@example.org", say + std::string(50'000, 'x'));
    const auto second = write("anna@example.org", say + "two");

    static_cast<void>(on(0, [this] { return worker->run_once(1); }));

    EXPECT_NE(outcome(first), "waiting");
    EXPECT_EQ(outcome(second), "waiting");
}

// --- standings ---

class Standings : public HostileMails {
protected:
    QueuePlace place(const std::string& recipient, std::string_view head = {},
                     const std::string& from = "x@evil.example",
                     const std::string& sender = "y@host.sender.example") {
        const std::string raw = std::string(head) + "From: " + from + "\r\n\r\nK10\r\n";
        return sorter().sort({sender, {recipient}, raw}, now()).places.front();
    }
    std::string token(TokenPurpose purpose, std::chrono::hours life = 24h) {
        return tokens->make({purpose, 7, 1, 0, now() + life}, now());
    }
    const std::string games = mime::commands_address(domain);
    const std::string evil_results =
        "Authentication-Results: mx.example.net; dmarc=pass header.from=a.evil.example\r\n";
};

TEST_F(Standings, AreOfTokensOnlyIfThisServerSignedThem) {
    const QueuePlace of_token{MailStanding::token, "7"};
    const QueuePlace of_stranger{MailStanding::stranger, "sender.example"};
    const QueuePlace of_others{MailStanding::vouched, "tokens"};
    std::string forged = token(TokenPurpose::turn);
    forged[20] = forged[20] == '0' ? '1' : '0';
    const notify::SignedTokens others{base::Digest{1}};
    const std::string of_another =
        others.make({TokenPurpose::turn, 7, 1, 0, now() + std::chrono::hours(24)}, now());

    EXPECT_EQ(place(mime::reply_address(token(TokenPurpose::turn), domain)), of_token);
    EXPECT_EQ(place(mime::reply_address(token(TokenPurpose::challenge), domain)), of_token);
    EXPECT_EQ(place(mime::reply_address(token(TokenPurpose::unsubscribe), domain)), of_token);
    EXPECT_EQ(place(mime::bounce_address(token(TokenPurpose::bounce), domain)), of_others);
    EXPECT_EQ(place(mime::reply_address(token(TokenPurpose::unwatch), domain)), of_others);
    EXPECT_EQ(place(mime::reply_address(token(TokenPurpose::turn, -1h), domain)), of_stranger);
    EXPECT_EQ(place(mime::reply_address(forged, domain)), of_stranger);
    EXPECT_EQ(place(mime::reply_address(of_another, domain)), of_stranger);
    EXPECT_EQ(place("games+" + token(TokenPurpose::turn) + "@" + std::string(domain)), of_stranger);
    EXPECT_EQ(place(games), of_stranger);
    EXPECT_EQ(place(games, {}, "x@evil.example", ""), (QueuePlace{MailStanding::stranger, ""}));
}

TEST_F(Standings, AreOfDomainsOnlyIfOurMailServerVouchesForThem) {
    const QueuePlace vouched_for{MailStanding::vouched, "evil.example"};
    const QueuePlace of_stranger{MailStanding::stranger, "sender.example"};
    const std::string forged =
        "Authentication-Results: mx.evil.example; dmarc=pass header.from=a.evil.example\r\n";
    const std::string padding = "X-Padding: " + std::string(mime::origin_bytes_max, 'x') + "\r\n";

    EXPECT_EQ(place(games, evil_results, "x@a.evil.example"), vouched_for);
    EXPECT_EQ(place(games, evil_results, "anna@example.org"), of_stranger);
    EXPECT_EQ(place(games, forged, "x@a.evil.example"), of_stranger);
    EXPECT_EQ(place(games, evil_results + "From: x@b.example\r\n", "x@a.evil.example"),
              of_stranger);
    EXPECT_EQ(place(games, evil_results + padding, "x@a.evil.example"), of_stranger);
}

TEST_F(Standings, AreOfAccountsThatHaveVerifiedTheAddress) {
    const QueuePlace vouched_for{MailStanding::vouched, "example.org"};
    EXPECT_EQ(place_of_account(vouched_for, protocol::AccountId{7}),
              (QueuePlace{MailStanding::account, "7"}));
    EXPECT_EQ(place_of_account(vouched_for, std::nullopt), vouched_for);
    EXPECT_EQ(place_of_account({MailStanding::token, "8"}, protocol::AccountId{7}),
              (QueuePlace{MailStanding::token, "8"}));
}

// --- what may be spent ---

TEST(ReadingBudgets, AreOfEachStandingAndComeBackWithTime) {
    base::Metrics metrics;
    ReadingBudget budget(metrics, 1s);
    const base::Instant begin = engine::instant_of(1'000);
    EXPECT_TRUE(budget.can_read(MailStanding::stranger, begin));

    budget.spend(MailStanding::stranger, 1'099ms, begin);

    EXPECT_EQ(metrics
                  .counter("tanbo_inbound_mail_reading_microseconds_total", "",
                           {{"standing", "stranger"}})
                  .value(),
              1'099'000U);
    EXPECT_FALSE(budget.can_read(MailStanding::stranger, begin));
    EXPECT_TRUE(budget.can_read(MailStanding::vouched, begin));
    EXPECT_EQ(budget.wait(begin), 1s);
    EXPECT_FALSE(budget.can_read(MailStanding::stranger, begin + 1s));
    EXPECT_TRUE(budget.can_read(MailStanding::stranger, begin + 1'010ms));
    // No more is saved up than at the beginning, and a clock that goes back gives none.
    budget.spend(MailStanding::stranger, 999ms, begin + 1h);
    EXPECT_FALSE(budget.can_read(MailStanding::stranger, begin + 1h));
    EXPECT_FALSE(budget.can_read(MailStanding::stranger, begin));
    EXPECT_EQ(ReadingBudget(metrics, 1s).wait(begin), 0s);
}

TEST_F(HostileMails, WaitWhenTheirTimeIsSpentAndPlayersDoNot) {
    ProcessingOptions options;
    options.reading_burst = 0ms;
    worker =
        std::make_unique<InboundWorker>(services(), *queue, options, io->executor(0), *metrics);
    const GameId game = start_game();
    const auto stranger = ask("new@elsewhere.example");
    const auto move = reply(turn_token(anna, game), point(game));

    work();

    EXPECT_EQ(outcome(move), "acted");
    EXPECT_EQ(outcome(stranger), "waiting");
    open_worker();
    work();
    EXPECT_EQ(outcome(stranger), "answered");
}

TEST_F(HostileMails, ThatTakeTooLongHaveOneTry) {
    ProcessingOptions hurried;
    hurried.reading_time_max = 0ms;
    open_worker(hurried);

    const auto stranger = ask("new@elsewhere.example");
    work();

    EXPECT_EQ(outcome(stranger), "too-slow");
    EXPECT_EQ(found(stranger).attempts, 0);
    EXPECT_TRUE(mails().empty());
}

// --- a player's mail past the limits ---

const std::string too_deep = [] {
    std::string tags;
    for (int i = 0; i < 2'000; ++i) tags += i % 50 == 0 ? "<div>\r\n" : "<div>";
    return tags;
}();

TEST_F(Mails, OfPlayersAreReadBesideAPageThatCantBe) {
    const GameId game = start_game();
    const std::string head = "Content-Type: multipart/alternative; boundary=b\r\n";
    const std::string parts = "--b\r\n\r\n" + point(game) +
                              "\r\n--b\r\nContent-Type: text/html\r\n\r\n" + too_deep +
                              "\r\n--b--\r\n";

    const auto id = deliver(mail("anna@example.org", "Re: Tanbo", parts, head),
                            mime::reply_address(turn_token(anna, game), domain));
    work();

    EXPECT_EQ(outcome(id), "acted") << answer_to(id);
}

TEST_F(Mails, OfPlayersThatCantBeReadAreToldOf) {
    const GameId game = start_game();
    const std::string raw =
        mail("anna@example.org", "resign", too_deep + point(game), "Content-Type: text/html\r\n");

    const auto id = deliver(raw, mime::reply_address(turn_token(anna, game), domain));
    const auto of_stranger = deliver(raw);
    work();

    EXPECT_EQ(outcome(id), "unreadable");
    EXPECT_EQ(ply(game), 0U);
    ASSERT_EQ(answers().size(), 1U);
    EXPECT_EQ(answers().front().address, "anna@example.org");
    EXPECT_TRUE(has(answer_to(id), "is too complex")) << answer_to(id);
    EXPECT_FALSE(answers().front().reply.token.empty()) << "they can answer once more";
    EXPECT_EQ(outcome(of_stranger), "unreadable");
}

TEST_F(Mails, OfProgramsThatCantBeReadAreNotAnswered) {
    const GameId game = start_game();
    const std::string head = "Content-Type: text/html\r\nAuto-Submitted: auto-replied\r\n";

    const auto id = deliver(mail("anna@example.org", "Re: Tanbo", too_deep, head),
                            mime::reply_address(turn_token(anna, game), domain));
    work();

    EXPECT_EQ(outcome(id), "dropped-automatic");
    EXPECT_TRUE(mails().empty());
}

// --- mails that end the server ---

TEST_F(Mails, ThatMayEndTheServerAreSetAside) {
    const auto suspect = write("anna@example.org", "help");
    const auto innocent = write("anna@example.org", "help");
    rows().begin_mail(suspect, begun_max);
    rows().begin_mail(innocent, begun_max - 1);

    work();

    EXPECT_EQ(outcome(suspect), "set-aside");
    EXPECT_FALSE(found(suspect).raw.empty());
    EXPECT_EQ(outcome(innocent), "answered");
}

TEST_F(Mails, AreMarkedByAServerThatHasJustStarted) {
    write("anna@example.org", "help");
    write("anna@example.org", "rules");
    now_ms += 1'000;
    open_worker();
    rows().remember_begun_mails();
    write("anna@example.org", "setups");

    work();

    EXPECT_EQ(rows().begun_mails(), 2) << "the third came when it had started";
}

}  // namespace
}  // namespace tanbo::mail::inbound
