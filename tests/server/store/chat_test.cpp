#include "server/store/tables/messages/chat.hpp"

#include <gmock/gmock.h>

#include "server/store/tables/accounts/audit.hpp"
#include "server/store/tables/games/notes.hpp"
#include "server/store/tables/messages/chat_mutes.hpp"
#include "server/store/tables/messages/chat_reports.hpp"
#include "tests/server/store/fixture.hpp"
#include "tests/server/store/plans.hpp"

namespace tanbo::store {
namespace {

using protocol::ChatRoom;
using protocol::ReportState;

class ChatRows : public StorageTest {
protected:
    ChatRows() {
        open();
        add_players();
    }

    std::optional<ChatMessageId> say(Transaction& transaction, AccountId author,
                                     const std::string& text, ChatRoom room = ChatRoom::players) {
        NewChatMessage message;
        message.game = game;
        message.room = room;
        message.author = author;
        message.text = text;
        message.created_at = instant_of(1000);
        return insert_message(transaction, message);
    }
    std::vector<std::string> texts(const ChatQuery& query) {
        std::vector<std::string> found;
        for (const ChatMessage& message : list(query).messages) {
            found.push_back(message.text.value_or("-"));
        }
        return found;
    }
    ChatPage list(const ChatQuery& query) {
        return read([&](Reader& reader) { return list_messages(reader, query); });
    }
    ChatQuery query(ChatRoom room = ChatRoom::players) const {
        return {.game = game, .room = room, .reader = {}, .before = {}, .limit = 50};
    }
    static std::string handle_of(int number) { return "player" + std::to_string(number); }
};

// --- messages ---

TEST_F(ChatRows, KeepTheRoomsApart) {
    write([this](Transaction& transaction) {
        say(transaction, black, "to players");
        say(transaction, white, "to spectators", ChatRoom::spectators);
    });

    EXPECT_THAT(texts(query()), testing::ElementsAre("to players"));
    EXPECT_THAT(texts(query(ChatRoom::spectators)), testing::ElementsAre("to spectators"));
}

TEST_F(ChatRows, ComeInPagesNewestFirst) {
    write([this](Transaction& transaction) {
        for (const char* const text : {"1", "2", "3", "4"}) say(transaction, black, text);
    });
    ChatQuery first = query();
    first.limit = 3;

    ChatQuery second = first;
    second.before = list(first).next;

    EXPECT_THAT(texts(first), testing::ElementsAre("4", "3", "2"));
    EXPECT_THAT(texts(second), testing::ElementsAre("1"));
    EXPECT_EQ(list(second).next, std::nullopt);
}

// Once a full room was full for ever, and so was one with an oldest message that a moderator had
// deleted.
TEST_F(ChatRows, TakeThePlaceOfTheOldestOfAFullRoomButForThoseThatModeratorsHaveToDoWith) {
    const auto count = [&](ChatRoom room) {
        std::size_t found = 0;
        ChatQuery next = query(room);
        next.limit = chat_page_max;
        do {
            const ChatPage page = list(next);
            found += page.messages.size();
            next.before = page.next;
        } while (next.before);
        return found;
    };
    const auto all = static_cast<std::size_t>(chat_messages_max);
    std::vector<ChatMessageId> first;
    write([&](Transaction& transaction) {
        for (int i = 0; i < chat_messages_max; ++i) {
            first.push_back(say(transaction, black, "x").value());
        }
        say(transaction, black, "elsewhere", ChatRoom::spectators);
        find_or_insert_report(transaction, {first[0], white, "rude", "x", instant_of(1)});
        insert_audit(transaction, {.act = "delete-message", .game = game, .message = first[1]});
    });
    ASSERT_EQ(count(ChatRoom::players), all);

    write([&](Transaction& transaction) {
        for (int i = 0; i < 3; ++i) EXPECT_TRUE(say(transaction, white, "y" + std::to_string(i)));
    });

    EXPECT_EQ(count(ChatRoom::players), all);
    EXPECT_EQ(count(ChatRoom::spectators), 1U);
    const auto is_there = [&](ChatMessageId id) {
        return read([&](Reader& reader) { return find_message(reader, game, id).has_value(); });
    };
    for (const std::size_t i : {0U, 1U, 5U}) EXPECT_TRUE(is_there(first[i])) << i;
    for (const std::size_t i : {2U, 3U, 4U}) EXPECT_FALSE(is_there(first[i])) << i;
    ChatQuery newest = query();
    newest.limit = 4;
    EXPECT_THAT(texts(newest), testing::ElementsAre("y2", "y1", "y0", "x"));
    SqliteConnection reader(database->path(), Access::read);
    for (const std::string& sql : statements_of(stopped_writer())) {
        if (sql.find("FROM audit_log") == std::string::npos) continue;
        EXPECT_THAT(query_plan(reader, sql), testing::HasSubstr("audit_log_by_message (message=?)"))
            << "by which the end of a message is looked for too";
    }
}

TEST_F(ChatRows, FindTheSameWordsForTheSameSeqOnly) {
    NewChatMessage hello;
    hello.game = game;
    hello.author = black;
    hello.text = "hello";
    hello.seq = 7;
    std::optional<ChatMessageId> id;
    write([&](Transaction& transaction) {
        id = insert_message(transaction, hello);
        NewChatMessage without = hello;
        without.seq.reset();
        insert_message(transaction, without);
    });
    const auto same = [&](auto change) {
        NewChatMessage message = hello;
        change(message);
        return read([&](Reader& reader) { return find_same(reader, message); });
    };

    const auto found = same([](NewChatMessage&) {});
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->id, *id);
    EXPECT_EQ(found->text, "hello");
    EXPECT_FALSE(same([](NewChatMessage& other) { other.seq = 8; }));
    EXPECT_FALSE(same([](NewChatMessage& other) { other.text = "hello!"; }));
    EXPECT_FALSE(same([&](NewChatMessage& other) { other.author = white; }));
    EXPECT_FALSE(same([](NewChatMessage& other) { other.room = ChatRoom::spectators; }));
}

TEST_F(ChatRows, LoseTheirTextOnce) {
    std::vector<bool> erased;

    write([&](Transaction& transaction) {
        const auto id = *say(transaction, black, "fool");
        erased = {erase_message(transaction, game, id), erase_message(transaction, game, id)};
    });

    EXPECT_THAT(erased, testing::ElementsAre(true, false));
    EXPECT_THAT(texts(query()), testing::ElementsAre("-"));
}

// --- mutes ---

TEST_F(ChatRows, LeaveOutWhomTheReaderHasMuted) {
    write([this](Transaction& transaction) {
        say(transaction, black, "mine");
        say(transaction, white, "yours");
        insert_mute(transaction, black, white, instant_of(1));
    });
    ChatQuery for_black = query();
    for_black.reader = black;
    ChatQuery for_white = query();
    for_white.reader = white;

    EXPECT_THAT(texts(for_black), testing::ElementsAre("mine"));
    EXPECT_THAT(texts(for_white), testing::ElementsAre("yours", "mine"));
    EXPECT_THAT(texts(query()), testing::ElementsAre("yours", "mine"));
}

TEST_F(ChatRows, HoldSoManyMutesAndNoMore) {
    MuteChange last{};
    MuteChange again{};
    MuteChange past{};

    write([&](Transaction& transaction) {
        for (int i = 0; i < mutes_max; ++i) {
            last = insert_mute(transaction, black, add_account(transaction, handle_of(i)),
                               instant_of(1));
        }
        again = insert_mute(transaction, black, find_account(transaction, handle_of(0))->id,
                            instant_of(1));
        past = insert_mute(transaction, black, white, instant_of(1));
    });

    EXPECT_EQ(last, MuteChange::made);
    EXPECT_EQ(again, MuteChange::was_there);
    EXPECT_EQ(past, MuteChange::too_many);
    EXPECT_EQ(read([this](Reader& reader) { return list_mutes(reader, black).size(); }),
              static_cast<std::size_t>(mutes_max));
}

TEST_F(ChatRows, SilenceSomebodyUntilAnInstant) {
    const auto is_silent = [this](Instant now) {
        return read(
            [&](Reader& reader) { return find_moderator_mute(reader, black, now).has_value(); });
    };

    write([this](Transaction& transaction) {
        mute_account(transaction, black, {instant_of(500)}, instant_of(1));
    });
    EXPECT_TRUE(is_silent(instant_of(499)));
    EXPECT_FALSE(is_silent(instant_of(500)));

    write(
        [this](Transaction& transaction) { mute_account(transaction, black, {}, instant_of(1)); });
    EXPECT_TRUE(is_silent(for_ever));

    write([this](Transaction& transaction) { EXPECT_TRUE(unmute_account(transaction, black)); });
    EXPECT_FALSE(is_silent(instant_of(0)));
}

// --- reports ---

TEST_F(ChatRows, HoldSoManyOpenReportsAndNoMore) {
    std::vector<ChatMessageId> messages;
    std::optional<ReportId> last;
    std::optional<ReportId> again;
    std::optional<ReportId> past;
    std::optional<ReportId> after;

    write([&](Transaction& transaction) {
        const auto report = [&](ChatMessageId message) {
            return find_or_insert_report(transaction,
                                         {message, white, "rude", "fool", instant_of(1)});
        };
        for (int i = 0; i <= open_reports_max; ++i) {
            messages.push_back(*say(transaction, black, "fool"));
        }
        for (int i = 0; i < open_reports_max; ++i) {
            last = report(messages[static_cast<std::size_t>(i)]);
        }
        again = report(messages[static_cast<std::size_t>(open_reports_max) - 1]);
        past = report(messages.back());
        resolve_reports(transaction, messages.front(), ReportState::dismissed, black,
                        instant_of(2));
        after = report(messages.back());
    });

    EXPECT_TRUE(last);
    EXPECT_EQ(again, last);
    EXPECT_FALSE(past);
    EXPECT_TRUE(after);
}

TEST_F(ChatRows, DecideAllReportsAboutAMessage) {
    int resolved = 0;

    write([&](Transaction& transaction) {
        const auto message = *say(transaction, black, "fool");
        const auto third = add_account(transaction, "third");
        find_or_insert_report(transaction, {message, white, "rude", "fool", instant_of(1)});
        find_or_insert_report(transaction, {message, third, "very rude", "fool", instant_of(1)});
        erase_message(transaction, game, message);
        resolved = resolve_reports(transaction, message, ReportState::upheld, {}, instant_of(2));
    });
    const auto upheld = read(
        [](Reader& reader) { return list_reports(reader, ReportState::upheld, {}, 50).reports; });

    EXPECT_EQ(resolved, 2);
    ASSERT_EQ(upheld.size(), 2U);
    EXPECT_EQ(upheld[0].reason, "very rude");
    EXPECT_EQ(upheld[0].text, "fool");
    EXPECT_EQ(upheld[0].message.text, std::nullopt);
    EXPECT_EQ(upheld[0].resolver_handle, std::nullopt);
}

// --- notes ---

TEST_F(ChatRows, KeepSoManyNotesAndNoMore) {
    std::vector<bool> kept;

    write([&](Transaction& transaction) {
        GameId number{};
        for (int i = 0; i < notes_max; ++i) {
            number = add_game(transaction, black, white);
            set_note(transaction, black, {number, "x", instant_of(1)});
        }
        const GameId past = add_game(transaction, black, white);
        kept = {set_note(transaction, black, {past, "x", instant_of(2)}),
                set_note(transaction, black, {number, "y", instant_of(2)}),
                set_note(transaction, white, {past, "x", instant_of(2)}),
                set_note(transaction, black, {number, "", instant_of(2)}),
                set_note(transaction, black, {past, "x", instant_of(2)})};
    });

    EXPECT_THAT(kept, testing::ElementsAre(false, true, true, true, true));
}

TEST_F(ChatRows, GiveNotesToTheirOwnerAlone) {
    write([this](Transaction& transaction) {
        set_note(transaction, black, {game, "secret", instant_of(1)});
        set_note(transaction, white, {game, "mine", instant_of(1)});
    });

    const auto of_black = read([this](Reader& reader) { return find_note(reader, black, game); });

    ASSERT_TRUE(of_black.has_value());
    EXPECT_EQ(of_black->text, "secret");
    write([this](Transaction& transaction) { set_note(transaction, black, {game, "", {}}); });
    EXPECT_EQ(read([this](Reader& reader) { return find_note(reader, black, game); }),
              std::nullopt);
    EXPECT_TRUE(read([this](Reader& reader) { return find_note(reader, white, game); }));
}

// --- all of it ---

void use_everything(Transaction& transaction, GameId game, AccountId account, AccountId other) {
    const ChatMessageId message =
        *insert_message(transaction, {game, ChatRoom::players, account, "fool", 1});
    list_messages(transaction, {game, ChatRoom::players, other, {}, 10});
    insert_mute(transaction, account, other, instant_of(1));
    list_mutes(transaction, account);
    muters_of(transaction, other);
    delete_mute(transaction, account, other);
    mute_account(transaction, account, {}, instant_of(1));
    find_moderator_mute(transaction, account, instant_of(1));
    unmute_account(transaction, account);
    const auto report =
        find_or_insert_report(transaction, {message, other, "rude", "fool", instant_of(1)});
    find_report(transaction, *report);
    list_reports(transaction, ReportState::open, {}, 10);
    resolve_reports(transaction, message, ReportState::upheld, account, instant_of(2));
    erase_message(transaction, game, message);
    set_note(transaction, account, {game, "x", instant_of(1)});
    find_note(transaction, account, game);
    set_note(transaction, account, {game, "", instant_of(1)});
    insert_audit(transaction, {.act = "mute", .account = account});
    list_audit(transaction, {});
    list_audit(transaction, {.account = account});
    list_audit(transaction, {.game = game});
}

TEST_F(ChatRows, AreReachedAlongIndexesOnly) {
    write([this](Transaction& transaction) { use_everything(transaction, game, black, white); });
    SqliteConnection reader(database->path(), Access::read);

    const std::set<std::string> statements = statements_of(stopped_writer());

    EXPECT_GE(statements.size(), 30U);
    for (const std::string& sql : statements) {
        const std::string plan = query_plan(reader, sql);
        EXPECT_TRUE(is_walk_along_an_index(plan)) << sql << "\n" << plan;
    }
    EXPECT_FALSE(is_walk_along_an_index(
        query_plan(reader, "SELECT id FROM chat_messages WHERE text = 'fool'")));
}

TEST_F(ChatRows, TellWhatWasDoneNewestFirst) {
    write([this](Transaction& transaction) {
        insert_audit(transaction,
                     {.at = instant_of(1), .act = "mute", .account = black, .reason = "a"});
        insert_audit(transaction,
                     {.at = instant_of(2), .actor = black, .act = "abort", .game = game});
        insert_audit(transaction, {.at = instant_of(3), .act = "mute", .account = white});
    });
    const auto acts = [this](const AuditQuery& query) {
        std::vector<std::int64_t> found;
        const auto page = read([&](Reader& reader) { return list_audit(reader, query); });
        for (const AuditEntry& entry : page.entries) found.push_back(engine::number_of(entry.at));
        return found;
    };

    EXPECT_THAT(acts({}), testing::ElementsAre(3, 2, 1));
    EXPECT_THAT(acts({.account = black}), testing::ElementsAre(1));
    EXPECT_THAT(acts({.game = game}), testing::ElementsAre(2));
    EXPECT_THAT(acts({.limit = 2}), testing::ElementsAre(3, 2));
}

}  // namespace
}  // namespace tanbo::store
