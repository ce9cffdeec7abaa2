#include "server/notify/channels/email/mails.hpp"

#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include "protocol/people/mail_rows.hpp"
#include "protocol/people/personal.hpp"
#include "server/notify/channels/email/mail_watches.hpp"
#include "server/notify/notify.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/accounts/profiles.hpp"
#include "server/store/tables/games/challenges.hpp"
#include "server/store/tables/games/searches.hpp"
#include "server/store/tables/messages/mail_watches.hpp"
#include "server/store/tables/messages/outbox.hpp"
#include "tests/server/notify/fixture.hpp"

namespace tanbo::notify {
namespace {

using protocol::NoticeKind;
using std::chrono::milliseconds;
using store::NoticeMode;
using testing::ElementsAre;
using testing::IsEmpty;

class MailsTest : public NoticeTest {
protected:
    MailsTest() { restart_with(true); }

    void restart_with(bool queues_mail) {
        game::FixtureOptions made = options();
        made.queues_mail = queues_mail;
        made.hooks.announce = [this](const std::vector<store::Announcement>& announcements) {
            wakings +=
                static_cast<int>(store::count_queued(announcements, store::DeliveryQueued::mail));
        };
        restart(made);
    }
    protocol::AddressId give_address(const engine::Player& player, NoticeMode mode) {
        protocol::AddressId id{};
        writer->write([&](store::Transaction& transaction) {
            const auto account = player.account;
            id = *store::insert_address(transaction, account, player.handle + "@example.org", true,
                                        engine::instant_of(1));
            store::verify_address(transaction, id, engine::instant_of(2));
            store::set_notice_mode(transaction, account, mode);
        });
        return id;
    }
    protocol::AddressId add_address(const engine::Player& player, const std::string& address) {
        protocol::AddressId id{};
        writer->write([&](store::Transaction& transaction) {
            id = *store::insert_address(transaction, player.account, address, false,
                                        engine::instant_of(1));
            store::verify_address(transaction, id, engine::instant_of(2));
        });
        return id;
    }
    void tell_of(const engine::Player& player, NoticeKind kind,
                 std::optional<protocol::GameId> game = {}) {
        writer->write([&](store::Transaction& transaction) {
            notify(transaction, now(), {player.account, kind, game});
        });
    }
    std::vector<store::Mail> mails() {
        return database->read(
            [](store::Reader& reader) { return store::mails(reader, {}, 1'000); });
    }
    std::vector<std::string> told_by_mail() {
        std::vector<std::string> lines;
        for (const store::Mail& mail : mails()) {
            const auto notice = protocol::decode_notice_mail(mail.data);
            lines.push_back(
                mail.address + " " +
                std::string(notice ? protocol::notice_kind_name(notice->kind) : mail.kind));
        }
        return lines;
    }
    store::MailWatch watch(protocol::GameId game, store::MailWatchMode mode) {
        store::MailWatch made;
        writer->write([&](store::Transaction& transaction) {
            made = store::ask_mail_watch(transaction, game, "fan@example.org", mode, now());
            store::confirm_mail_watch(transaction, made.id, now());
        });
        return made;
    }
    // A challenge of one of another, of which that one is told.
    void challenge(const engine::Player& creator, const engine::Player& asked) {
        writer->write([&](store::Transaction& transaction) {
            store::Challenge row;
            row.creator = creator.account;
            row.setup = "9x9";
            row.terms = "{}";
            row.expires_at = engine::instant_of(now_ms + 1'000'000'000);
            row.seats = {{row.creator, store::ChallengeSeatState::me, true, {}, {}},
                         {asked.account, store::ChallengeSeatState::asked, true, {}, {}}};
            const auto id = number_of(create_challenge(transaction, row));
            Notice notice{asked.account, NoticeKind::challenge, std::nullopt};
            notice.data = R"({"uses":1,"id":)" + std::to_string(id) + "}";
            notify(transaction, now(), notice);
        });
    }
    // The mails that may go now, in their order: whom to and their rank.
    std::vector<std::pair<std::string, store::MailRank>> order() {
        std::vector<std::pair<std::string, store::MailRank>> found;
        for (const store::DueMail& mail : database->read(
                 [this](store::Reader& reader) { return store::due_mails(reader, now(), 100); })) {
            found.emplace_back(mail.address.substr(0, mail.address.find('@')), mail.rank);
        }
        return found;
    }
    // The times at which the waiting mails are due, in minutes from the beginning.
    std::vector<std::int64_t> due_minutes() {
        std::vector<std::int64_t> minutes;
        for (const store::Mail& mail : mails()) {
            minutes.push_back((mail.due_at - engine::instant_of(1'700'000'000'000)) /
                              std::chrono::minutes(1));
        }
        return minutes;
    }
    base::Instant now() const { return base::Instant(milliseconds(now_ms.load())); }

    // How often the sender was woken since this was asked for last.
    int take_wakings() {
        writer->write([](store::Transaction&) {});  // after what is announced after the answer
        return wakings.exchange(0);
    }

    std::atomic<int> wakings = 0;
};

TEST_F(MailsTest, QueuesAMailForEachTurnOfWhoWantsEach) {
    give_address(ben, NoticeMode::each);
    const protocol::GameId game = start_game();

    play(game, 2);

    EXPECT_THAT(told_by_mail(),
                ElementsAre("ben@example.org game-started", "ben@example.org your-turn"));
    const store::Mail mail = mails().back();
    EXPECT_EQ(mail.due_at, mail.created_at);
    EXPECT_EQ(*mail.game, game);
    const auto row = protocol::decode_notice_mail(mail.data).value();
    EXPECT_EQ(mail.message, "n." + to_string(ben.account) + "." + std::to_string(row.number));
    EXPECT_FALSE(row.is_away_only);
    EXPECT_GT(row.seq, 0U);
    EXPECT_GT(take_wakings(), 0);
}

// Once in the order of writing, and a link waited for every board of 64x64 before it.
TEST_F(MailsTest, GoOutByDeadlineAndLargeBoardsLast) {
    using store::MailRank;
    const auto start_with = [&](const engine::Player& white, std::chrono::hours time,
                                bool is_large) {
        auto request = game_request("9x9", {"me", "open"});
        if (is_large) {
            const std::array extents = {64, 64};
            request.setup.clear();
            request.opening =
                std::get<std::shared_ptr<const engine::Opening>>(engine::Opening::create(
                    engine::Lattice::create(extents).value(), {{65, 200}, {1'000, 3'000}}));
        }
        request.terms.clock.kind = engine::ClockKind::per_move;
        request.terms.clock.initial = time;
        const auto game = open_game(anna, std::move(request))->game;
        ASSERT_TRUE(submit(game, engine::Join{white, {}}).has_value());
        give_address(white, NoticeMode::each);  // no mail of the start
        play(game, 1);
    };
    start_with(ben, std::chrono::hours(1), true);
    start_with(carl, std::chrono::hours(72), false);
    start_with(dora, std::chrono::hours(24), false);
    give_address(anna, NoticeMode::each);
    tell_of(anna, NoticeKind::challenge);

    EXPECT_THAT(order(),
                ElementsAre(std::pair("dora", MailRank::turn), std::pair("carl", MailRank::turn),
                            std::pair("Anna", MailRank::news), std::pair("ben", MailRank::large)));
}

// Once what waited behind them was sent half a minute later.
TEST_F(MailsTest, WakesTheSenderAsMailsThatWaitAreDropped) {
    const protocol::GameId game = start_game();
    const store::MailWatch fan = watch(game, store::MailWatchMode::each);
    const auto stop = [&] {
        writer->write([&](store::Transaction& transaction) {
            stop_mail_watch(transaction, fan.address, game, now());
        });
    };
    play(game, 1);
    ASSERT_EQ(told_by_mail().size(), 1U);
    EXPECT_GT(take_wakings(), 0);

    stop();

    EXPECT_TRUE(mails().back().dropped_at);
    EXPECT_EQ(take_wakings(), 1);
    watch(game, store::MailWatchMode::each);
    stop();
    EXPECT_EQ(take_wakings(), 0) << "nothing waited";
}

TEST_F(MailsTest, WakesTheSenderAsMailsGoElsewhereOrAreDeleted) {
    give_address(ben, NoticeMode::each);
    start_game();
    ASSERT_EQ(told_by_mail().size(), 1U);
    const auto written = [&](const std::function<void(store::Transaction&)>& work) {
        take_wakings();
        writer->write(work);
        return take_wakings();
    };
    const auto other = add_address(ben, "other@example.org");

    const auto redirect = [&](store::Transaction& transaction) {
        store::make_primary(transaction, ben.account, other);
    };
    EXPECT_EQ(written(redirect), 1);
    const auto erase = [&](store::Transaction& transaction) {
        store::erase_mails_of(transaction, ben.account, 10);
    };
    EXPECT_EQ(written(erase), 1);
    EXPECT_EQ(written(redirect), 0) << "nothing waits";
    EXPECT_EQ(written(erase), 0);
}

TEST_F(MailsTest, QueuesNothingIfTheServerSendsNoMail) {
    restart_with(false);
    give_address(ben, NoticeMode::each);

    play(start_game(), 2);

    EXPECT_THAT(told_by_mail(), IsEmpty());
    EXPECT_EQ(take_wakings(), 0);
}

TEST_F(MailsTest, WaitsForWhoMayLookByHimself) {
    give_address(ben, NoticeMode::away);

    tell_of(ben, NoticeKind::challenge);

    const store::Mail mail = mails().at(0);
    EXPECT_EQ(mail.due_at - mail.created_at, away_grace);
    EXPECT_TRUE(protocol::decode_notice_mail(mail.data).value().is_away_only);
}

// It waited its whole minute though the analysis was there after a second.
TEST_F(MailsTest, LetsTheMailAboutTheEndWaitNoLongerThanForTheAnalysis) {
    give_address(anna, NoticeMode::each);
    give_address(ben, NoticeMode::away);
    const protocol::GameId game = start_game();
    const protocol::GameId other = start_game();
    writer->write([&](store::Transaction& transaction) {
        for (const auto each : {game, other}) {
            store::insert_search(transaction, store::SearchKind::analysis, each, 0, now());
        }
    });
    const auto waits = [&](const engine::Player& player, protocol::GameId of) {
        const auto found = mails();
        const auto mail = std::ranges::find_if(found, [&](const store::Mail& one) {
            const auto row = protocol::decode_notice_mail(one.data);
            return one.account == player.account && one.game == of &&
                   row->kind == NoticeKind::game_finished;
        });
        return mail->due_at - now();
    };
    for (const auto each : {game, other}) {
        ASSERT_TRUE(submit(each, engine::Leave{ben.account}).has_value());
    }
    EXPECT_EQ(waits(anna, game), analysis_wait);
    EXPECT_EQ(waits(ben, game), away_grace);
    now_ms += 50'000;
    take_wakings();

    writer->write([&](store::Transaction& transaction) {
        send_what_waits_for_analysis(transaction, now(), game);
    });

    EXPECT_EQ(waits(anna, game), milliseconds(0));
    EXPECT_EQ(waits(anna, other), milliseconds(10'000));
    EXPECT_EQ(waits(ben, game), milliseconds(70'000)) << "they may still look by themselves";
    EXPECT_EQ(take_wakings(), 1);
}

TEST_F(MailsTest, LetsWhoHasLeftWaitNoLongerForTheAnalysisEither) {
    give_address(ben, NoticeMode::each);
    const protocol::GameId game = start_game();
    writer->write([&](store::Transaction& transaction) {
        store::insert_search(transaction, store::SearchKind::analysis, game, 0, now());
    });
    ASSERT_TRUE(submit(game, engine::Leave{ben.account}).has_value());
    ASSERT_EQ(mails().back().due_at - now(), analysis_wait);

    writer->write([&](store::Transaction& transaction) {
        send_what_waits_for_analysis(transaction, now(), game);
    });

    EXPECT_EQ(mails().back().due_at, now());
}

TEST_F(MailsTest, QueuesNothingWithoutAnAddressThatTakesIt) {
    tell_of(anna, NoticeKind::challenge);
    give_address(ben, NoticeMode::off);
    tell_of(ben, NoticeKind::challenge);
    const protocol::AddressId stopped = give_address(carl, NoticeMode::each);
    writer->write([&](store::Transaction& transaction) {
        const auto row = store::find_address(transaction, carl.account, stopped);
        store::score_bounce(transaction, *row, 100'000, "no", now());
    });
    tell_of(carl, NoticeKind::challenge);

    EXPECT_THAT(told_by_mail(), IsEmpty());
}

TEST_F(MailsTest, QueuesNothingOfAGameThatWasSilenced) {
    give_address(ben, NoticeMode::each);
    const protocol::GameId loud = start_game();
    const protocol::GameId silent = start_game();
    writer->write([&](store::Transaction& transaction) {
        store::mute_mail(transaction, ben.account, silent, engine::instant_of(1));
    });
    const std::size_t before = mails().size();

    play(loud, 1);
    play(silent, 1);

    ASSERT_EQ(mails().size(), before + 1);
    EXPECT_EQ(*mails().back().game, loud);
}

TEST_F(MailsTest, CollectsADayForTheDigestOfItsMorning) {
    give_address(ben, NoticeMode::digest);
    writer->write([&](store::Transaction& transaction) {
        store::Profile profile;
        profile.time_zone = "Europe/Berlin";
        store::set_profile(transaction, ben.account, profile);
    });
    now_ms = 1'700'000'000'000;  // Tue 14 Nov 2023, 23:13:20 in Berlin

    for (int i = 0; i < 3; ++i) tell_of(ben, NoticeKind::challenge);

    ASSERT_EQ(mails().size(), 1U);
    const store::Mail mail = mails()[0];
    EXPECT_EQ(mail.kind, "digest");
    EXPECT_EQ(mail.message, "d." + to_string(ben.account) + ".2023-11-15");
    EXPECT_EQ(mail.due_at, engine::instant_of(1'700'028'000'000));  // 07:00
    const auto digest = protocol::decode_digest_mail(mail.data).value();
    EXPECT_EQ(digest.day, "2023-11-15");
    EXPECT_EQ(digest.from, 1);
    EXPECT_EQ(digest.to, 3);

    now_ms = engine::number_of(mail.due_at);
    tell_of(ben, NoticeKind::challenge);

    ASSERT_EQ(mails().size(), 2U);
    EXPECT_EQ(mails()[1].message, "d." + to_string(ben.account) + ".2023-11-16");
}

TEST_F(MailsTest, LosesNothingIfTheDigestOfThatDayIsOnItsWay) {
    give_address(ben, NoticeMode::digest);
    const auto account = ben.account;
    const auto live_in = [&](const std::string& zone) {
        writer->write([&](store::Transaction& transaction) {
            store::Profile profile;
            profile.time_zone = zone;
            store::set_profile(transaction, account, profile);
        });
    };
    live_in("Asia/Tokyo");
    now_ms = 1'700'000'000'000;  // Wed 15 Nov 2023, 07:13:20 in Tokyo
    tell_of(ben, NoticeKind::challenge);
    const store::Mail first = mails().at(0);
    ASSERT_EQ(first.message, "d." + to_string(ben.account) + ".2023-11-16");
    now_ms = engine::number_of(first.due_at);
    writer->write([&](store::Transaction& transaction) {
        store::mark_mail_sent(transaction, first.id, now());
    });

    live_in("America/New_York");  // where it is Wed 15 Nov, 17:00
    tell_of(ben, NoticeKind::challenge);
    tell_of(ben, NoticeKind::challenge);

    ASSERT_EQ(mails().size(), 2U);
    const store::Mail second = mails()[1];
    EXPECT_EQ(second.message, "d." + to_string(ben.account) + ".2023-11-17");
    const auto digest = protocol::decode_digest_mail(second.data).value();
    EXPECT_EQ(digest.from, 2);
    EXPECT_EQ(digest.to, 3);

    writer->write([&](store::Transaction& transaction) {
        store::postpone_mail(transaction, second.id, now(), "450 later", true);
    });
    tell_of(ben, NoticeKind::challenge);

    ASSERT_EQ(mails().size(), 3U) << "what a relay has looked at stays as it is";
    EXPECT_EQ(mails()[2].message, "d." + to_string(ben.account) + ".2023-11-18");
}

TEST_F(MailsTest, RemindsAtOnceWhomTheDigestWouldReachTooLate) {
    give_address(ben, NoticeMode::digest);
    now_ms = 1'700'000'000'000;  // Tue 14 Nov 2023, 22:13:20 UTC
    const auto remind = [&](std::chrono::hours left) {
        const protocol::GameId game = start_game();
        const protocol::DeadlineWarning warning{game, engine::Seat::white, 1, now() + left, left};
        writer->write([&](store::Transaction& transaction) {
            notify(transaction, now(),
                   {ben.account, NoticeKind::deadline_warning, game,
                    protocol::encode_deadline_warning(warning)});
        });
    };

    remind(std::chrono::hours(8));
    EXPECT_THAT(told_by_mail(),
                ElementsAre("ben@example.org digest", "ben@example.org deadline-warning"));
    EXPECT_EQ(mails().back().due_at, now());

    remind(std::chrono::hours(48));
    EXPECT_EQ(mails().size(), 2U);
}

TEST_F(MailsTest, SendsOneMailOfChallengesForEachPairInTenMinutes) {
    give_address(ben, NoticeMode::each);
    for (const int minute : {0, 0, 1, 9}) {
        now_ms = 1'700'000'000'000 + minute * 60'000;
        challenge(anna, ben);
    }
    challenge(carl, ben);  // another pair

    EXPECT_THAT(due_minutes(), ElementsAre(0, 10, 9));
    const auto joined = protocol::decode_notice_mail(mails()[1].data);
    EXPECT_THAT(joined->joined, ElementsAre(2, 3));
    EXPECT_EQ(joined->number, 4);

    // The mail that was joined counts as the pair's, too.
    now_ms = 1'700'000'000'000 + 19 * 60'000;
    challenge(anna, ben);
    EXPECT_THAT(due_minutes(), ElementsAre(0, 10, 9, 20));
    now_ms = 1'700'000'000'000 + 30 * 60'000;
    challenge(anna, ben);
    EXPECT_THAT(due_minutes(), ElementsAre(0, 10, 9, 20, 30));
}

TEST_F(MailsTest, SendsTenMailsOfChallengesAnHourToAPlayerWhoeverChallenges) {
    give_address(ben, NoticeMode::each);
    for (int i = 0; i < 13; ++i) {
        protocol::AccountId id{};
        const std::string handle = "guest-" + std::to_string(i);
        writer->write([&](store::Transaction& transaction) {
            id = store::create_account(transaction, {.handle = handle, .handle_key = handle})
                     .value();
        });
        challenge({id, handle}, ben);
    }

    ASSERT_THAT(mails(), testing::SizeIs(11));
    EXPECT_EQ(due_minutes().back(), 60);
    EXPECT_THAT(protocol::decode_notice_mail(mails().back().data)->joined, ElementsAre(11, 12));
}

TEST_F(MailsTest, CountsSeatsThatAreKeptAmongTheChallengesOfAnHour) {
    give_address(ben, NoticeMode::each);
    challenge(anna, ben);
    for (int i = 0; i < 13; ++i) tell_of(ben, NoticeKind::invited);

    ASSERT_THAT(mails(), testing::SizeIs(11));
    EXPECT_EQ(due_minutes().front(), 0);
    EXPECT_EQ(due_minutes()[9], 0);
    EXPECT_EQ(due_minutes().back(), 60);

    // Later there is room again.
    now_ms = now_ms + 61 * 60'000;
    tell_of(ben, NoticeKind::invited);
    ASSERT_THAT(mails(), testing::SizeIs(12));
    EXPECT_EQ(due_minutes().back(), 61);
}

TEST(NextDigest, IsAtSevenAlsoIfClocksWereChangedInTheNight) {
    const base::Instant evening{milliseconds(1'774'728'000'000)};  // Sat 28 Mar 2026, 21:00 CET

    const DigestTime next = next_digest("Europe/Berlin", evening);

    EXPECT_EQ(next.day, "2026-03-29");
    EXPECT_EQ(next.at, base::Instant(milliseconds(1'774'760'400'000)));  // 05:00 UTC
}

TEST_F(MailsTest, MailsBoardsToWhoWatchesWithoutAnAccountUntilTheEnd) {
    const protocol::GameId game = start_game();
    const auto id = watch(game, store::MailWatchMode::each).id;
    play(game, 2);
    ASSERT_EQ(mails().size(), 2U);
    const store::Mail mail = mails()[1];
    EXPECT_EQ(mail.kind, "board");
    EXPECT_EQ(mail.address, "fan@example.org");
    EXPECT_FALSE(mail.account);
    const auto board = protocol::decode_board_mail(mail.data).value();
    EXPECT_EQ(mail.message, "w." + to_string(id) + "." + std::to_string(board.seq));
    EXPECT_EQ(board.watch, id);
    EXPECT_LT(board.since_seq, board.seq);

    ASSERT_TRUE(submit(game, engine::Leave{anna.account}).has_value());

    EXPECT_EQ(mails().size(), 3U);
    EXPECT_FALSE(
        database->read([&](store::Reader& reader) { return store::find_mail_watch(reader, id); }));
}

TEST_F(MailsTest, MailsOneBoardADayToWhoWantsNoMore) {
    const protocol::GameId game = start_game();
    watch(game, store::MailWatchMode::daily);

    play(game, 3);

    ASSERT_EQ(mails().size(), 1U);
    const store::Mail mail = mails()[0];
    EXPECT_GT(mail.due_at, mail.created_at);
    const auto board = protocol::decode_board_mail(mail.data).value();
    EXPECT_EQ(board.seq - board.since_seq, 3U);
}

TEST_F(MailsTest, LosesNoBoardIfThatOfTheDayIsOnItsWay) {
    const protocol::GameId game = start_game();
    watch(game, store::MailWatchMode::daily);
    play(game, 1);
    const store::Mail first = mails().at(0);
    writer->write([&](store::Transaction& transaction) {
        store::mark_mail_sent(transaction, first.id, now());
    });

    play(game, 2);

    ASSERT_EQ(mails().size(), 2U);
    EXPECT_EQ(mails()[1].due_at - first.due_at, std::chrono::hours(24));
    const auto board = protocol::decode_board_mail(mails()[1].data).value();
    EXPECT_EQ(board.seq - board.since_seq, 2U);
}

TEST_F(MailsTest, MailsNoBoardToWhoHasNotConfirmed) {
    const protocol::GameId game = start_game();
    writer->write([&](store::Transaction& transaction) {
        store::ask_mail_watch(transaction, game, "fan@example.org", store::MailWatchMode::each,
                              now());
    });

    play(game, 1);

    EXPECT_THAT(told_by_mail(), IsEmpty());
}

}  // namespace
}  // namespace tanbo::notify
