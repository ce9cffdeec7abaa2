// Mails that are interrupted, or fail: each changes things once.

#include <gtest/gtest.h>

#include "tests/server/mail/inbound/worker_fixture.hpp"

namespace tanbo::mail::inbound {
namespace {

TEST_F(Mails, InterruptedBeforeTheirEndChangeNothingTwice) {
    const GameId game = start_game();
    const std::string number = to_string(game);
    const auto id = write("anna@example.org", "move " + number + " " + point(game) + "\r\nsay " +
                                                  number + " hello\r\nundo " + number);
    work();
    const std::uint32_t after = seq(game);
    ASSERT_EQ(outcome(id), "acted") << answer_to(id);

    forget_end_of(id);
    work();

    EXPECT_EQ(seq(game), after);
    EXPECT_EQ(rows().chat_messages(), 1);
    EXPECT_EQ(outcome(id), "acted");
    EXPECT_FALSE(has(answer_to(id), "Not done")) << answer_to(id);
}

// The negative control: without what is kept of each line, the words are said twice.
TEST_F(Mails, WouldChangeThingsTwiceWithoutKeys) {
    const GameId game = start_game();
    const auto id = write("anna@example.org", "say " + to_string(game) + " hello");
    work();
    ASSERT_EQ(rows().chat_messages(), 1);

    forget_end_of(id);
    rows().forget_kept_answers();
    work();

    EXPECT_EQ(rows().chat_messages(), 2);
}

TEST_F(Mails, ThatFailAreTriedAgainAndThenSetAsideWhileOthersGoOn) {
    const GameId game = start_game();
    rows().refuse_mails_saying("broken");
    const auto broken = deliver(mail("anna@example.org", "broken", "rules", vouched));
    const auto sound = reply(turn_token(anna, game, 0), point(game));
    work();
    EXPECT_EQ(outcome(sound), "acted");
    EXPECT_EQ(outcome(broken), "waiting");

    for (int i = 1; i < inbound_attempts_max; ++i) {
        EXPECT_EQ(found(broken).attempts, i);
        now_ms += 3'600'000;
        work();
    }

    EXPECT_EQ(outcome(broken), "set-aside");
    now_ms += engine::Millis(2 * store::inbound_mail_retention).count();
    writer->write([this](store::Transaction& transaction) {
        store::prune_inbound_mails(transaction, now(), 100);
    });
    EXPECT_TRUE(database->read([&](store::Reader& reader) {
        return store::find_inbound_mail(reader, broken).has_value() &&
               !store::find_inbound_mail(reader, sound).has_value();
    }));
}

// --- days later ---

constexpr std::int64_t days_ms = std::int64_t{3} * 24 * 3'600 * 1'000;

// The fault: the receipt of a request is forgotten after a day, and a server that was away
// for longer said and challenged again.
TEST_F(Mails, InterruptedForDaysChangeNothingTwice) {
    const GameId game = start_game();
    const auto id = write("anna@example.org", "say " + to_string(game) +
                                                  " hello\r\nchallenge carl --setup=9x9\r\n" +
                                                  "notify off\r\nwatch " + to_string(game));
    work();
    ASSERT_EQ(outcome(id), "acted") << answer_to(id);
    const std::string first = answer_to(id);

    forget_end_of(id);
    now_ms += days_ms;
    ASSERT_TRUE(open_game(carl, game_request("9x9", {"me", "open"}),
                          game::IdempotencyKey{"carl", "a key", "what prunes others"}));
    rows().mail_at_once();
    work();

    EXPECT_EQ(rows().chat_messages(), 1);
    EXPECT_EQ(rows().challenges(), 1);
    EXPECT_EQ(rows().accounts_without_mails(), 0);
    EXPECT_EQ(outcome(id), "acted");
    EXPECT_EQ(answer_to(id).substr(0, 40), first.substr(0, 40));
}

// The negative control: kept as those of requests, they are gone.
TEST_F(Mails, InterruptedForDaysWouldChangeThingsTwiceByKeysOfRequests) {
    const GameId game = start_game();
    const auto id = write("anna@example.org",
                          "say " + to_string(game) + " hello\r\nchallenge carl --setup=9x9");
    work();

    forget_end_of(id);
    rows().unlink_kept_answers();
    now_ms += days_ms;
    work();

    EXPECT_EQ(rows().chat_messages(), 2);
    EXPECT_EQ(rows().challenges(), 2);
}

TEST_F(Mails, KeepNothingOfTheirCommandsOnceTheyAreFinished) {
    const GameId game = start_game();
    const auto id = write("anna@example.org", "say " + to_string(game) + " hello");

    rows().refuse_ends_of_mails();
    work();
    EXPECT_EQ(rows().kept_answers_of_mails(), 1);
    rows().mend();
    now_ms += 10'000;
    work();

    EXPECT_EQ(outcome(id), "acted");
    EXPECT_EQ(rows().chat_messages(), 1);
    EXPECT_EQ(rows().kept_answers(), 0);
}

// The fault: the copy was another mail as long as the first one was not finished.
TEST_F(Mails, AreOneWithTheirCopyWhileTheyWait) {
    const GameId game = start_game();
    const std::string raw =
        mail("anna@example.org", "hello", "say " + to_string(game) + " hello", vouched);
    const auto first = deliver(raw);
    rows().refuse_ends_of_mails();
    work();
    ASSERT_EQ(outcome(first), "waiting");
    rows().mend();

    const auto copy = deliver(raw);
    work();
    now_ms += 10'000;
    work();

    EXPECT_EQ(outcome(copy), "acted");
    EXPECT_EQ(outcome(first), "repeat");
    EXPECT_EQ(rows().chat_messages(), 1);
    EXPECT_EQ(answers().size(), 1U);
}

TEST_F(Mails, AreAsGoodAsWhenTheyArrived) {
    const GameId game = start_game();
    const auto id = reply(turn_token(anna, game), point(game));

    now_ms += days_ms;  // longer than the token lasts
    work();

    EXPECT_EQ(outcome(id), "acted") << answer_to(id);
    EXPECT_EQ(ply(game), 1U);
}

// --- faults of the server ---

struct Fault {
    std::string name;
    std::string command;  // if it ends with a blank, a point is missing
    std::string table;    // that is away for a while
};

void PrintTo(const Fault& fault, std::ostream* out) {
    *out << fault.command;
}

class Faults : public Mails, public testing::WithParamInterface<Fault> {};

// The fault: "Not done: The server failed" was the last word about the command.
TEST_P(Faults, AreNoAnswer) {
    const GameId game = start_game();
    ASSERT_EQ(game, protocol::GameId{1});
    ASSERT_TRUE(play(game, 2).has_value());
    ASSERT_TRUE(submit(game, engine::Propose{ben.account, engine::ProposalKind::undo, {}}));
    std::string command = GetParam().command;
    if (command.ends_with(' ')) command += point(game);
    const std::string& table = GetParam().table;
    rows().take_away(table);

    const auto id = write("anna@example.org", command);
    work();

    EXPECT_EQ(outcome(id), "waiting");
    EXPECT_TRUE(mails().empty()) << answer_to(id);
    rows().bring_back(table);
    now_ms += 10'000;
    work();
    EXPECT_NE(outcome(id), "waiting");
    EXPECT_NE(outcome(id), "refused") << answer_to(id);
    EXPECT_EQ(answers().size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(
    Mails, Faults,
    testing::Values(
        Fault{"Move", "move 1 ", "events"}, Fault{"Yes", "yes 1", "events"},
        Fault{"Unplan", "unplan 1", "plans"}, Fault{"Say", "say 1 hello", "chat_messages"},
        Fault{"Challenge", "challenge carl --setup=9x9", "challenges"},
        Fault{"Watch", "watch 1 daily", "mail_watches"}, Fault{"Unwatch", "unwatch 1", "watches"},
        Fault{"Vacation", "vacation 2023-12-20..2024-01-03", "vacations"},
        Fault{"Notify", "notify off", "notice_settings"}, Fault{"Show", "show 1", "events"},
        Fault{"Games", "games", "game_players"}, Fault{"Turns", "turns", "waiting"},
        Fault{"Ratings", "ratings", "ratings"}, Fault{"Standings", "standings", "ratings"}),
    [](const auto& fault) { return fault.param.name; });

// The negative control: what is refused for what it asks is answered at once.
TEST_F(Mails, ThatAskForWhatIsNotThereAreAnsweredAtOnce) {
    const auto id = write("anna@example.org", "move 77 B1\r\nsay 77 hello\r\naccept 77");
    work();

    EXPECT_EQ(outcome(id), "refused");
    EXPECT_TRUE(has(answer_to(id), "Not done"));
}

TEST_F(Mails, ThatFindTheDiskFullWaitForRoom) {
    const GameId game = start_game();
    const auto id = reply(turn_token(anna, game), point(game));
    vfs.disk_is_full = true;
    work();
    EXPECT_EQ(outcome(id), "waiting");

    vfs.disk_is_full = false;
    work();

    EXPECT_EQ(outcome(id), "acted") << answer_to(id);
    EXPECT_EQ(ply(game), 1U);
}

TEST_F(Mails, AreNotSetAsideForWhatPasses) {
    const GameId game = start_game();
    messages_left = 0;
    message_fault = protocol::Code::overloaded;
    const auto id = write("anna@example.org", "say " + to_string(game) + " hello");

    for (int i = 0; i < inbound_attempts_max + 3; ++i) {
        work();
        now_ms += 3'600'000;
    }

    EXPECT_EQ(outcome(id), "waiting");
    EXPECT_GT(found(id).attempts, inbound_attempts_max);
    messages_left = 1;
    work();
    EXPECT_EQ(outcome(id), "acted");
}

// --- reading that takes too long ---

// The fault: a mail that could not be read in two seconds of a busy machine was dropped.
TEST_F(Mails, ThatTakeTooLongToReadAreReadLater) {
    ProcessingOptions hurried;
    hurried.reading_time_max = std::chrono::milliseconds(0);
    open_worker(hurried);
    const GameId game = start_game();
    const auto id = reply(turn_token(anna, game), point(game));
    work();
    EXPECT_EQ(outcome(id), "waiting");
    EXPECT_EQ(found(id).attempts, 1);

    open_worker();
    now_ms += 3'600'000;
    work();

    EXPECT_EQ(outcome(id), "acted") << answer_to(id);
}

TEST_F(Mails, ThatAlwaysTakeTooLongAreKeptAsTheyCameAndToldOf) {
    ProcessingOptions hurried;
    hurried.reading_time_max = std::chrono::milliseconds(0);
    open_worker(hurried);
    const auto id = write("anna@example.org", "help");
    const int attempts_max = reading_rate(MailStanding::account).attempts_max;
    for (int attempt = 1; attempt < attempts_max; ++attempt) {
        work();
        EXPECT_EQ(outcome(id), "waiting");
        now_ms += 3'600'000;
    }
    work();

    EXPECT_EQ(outcome(id), "too-slow");
    EXPECT_TRUE(has(found(id).raw, "help"));
    EXPECT_TRUE(has(answer_to(id), "is too complex")) << "its writer is told";
}

// --- too much at once ---

TEST_F(Mails, SayLaterWhatIsTooMuchForNow) {
    const GameId game = start_game();
    const std::string say = "say " + to_string(game) + " ";
    messages_left = 1;

    const auto id = write("anna@example.org", say + "one\r\n" + say + "two\r\nmove " +
                                                  to_string(game) + " " + point(game));
    work();
    EXPECT_EQ(outcome(id), "waiting");
    EXPECT_EQ(found(id).attempts, 0);
    EXPECT_TRUE(mails().empty());
    EXPECT_EQ(rows().chat_messages(), 1);
    messages_left = 1;  // for what has not been said yet
    now_ms += 10'000;
    work();

    EXPECT_EQ(outcome(id), "acted") << answer_to(id);
    EXPECT_FALSE(has(answer_to(id), "Not done")) << answer_to(id);
    EXPECT_EQ(rows().chat_messages(), 2);
    EXPECT_EQ(ply(game), 1U);
}

}  // namespace
}  // namespace tanbo::mail::inbound
