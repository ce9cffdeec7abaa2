#include "server/mail/outbound/composer.hpp"

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

#include "protocol/people/account_answers.hpp"
#include "protocol/people/challenges.hpp"
#include "protocol/people/personal.hpp"
#include "protocol/records/record.hpp"
#include "server/lobby/lobby.hpp"
#include "server/notify/channels/email/mail_links.hpp"
#include "server/store/tables/accounts/profiles.hpp"
#include "server/store/tables/messages/mail_watches.hpp"
#include "server/store/tables/messages/watches.hpp"
#include "tests/protocol/golden.hpp"
#include "tests/server/mail/outbound/composing.hpp"

namespace tanbo::mail::outbound {
namespace {

using protocol::NoticeKind;

// The value of a header, unfolded; empty if there is none.
std::string value_of(const Outgoing& mail, const std::string& name) {
    const std::string head = "\r\n" + mail.bytes.substr(0, mail.bytes.find("\r\n\r\n") + 2);
    const std::size_t at = head.find("\r\n" + name + ": ");
    if (at == std::string::npos) return {};
    std::size_t end = head.find("\r\n", at + 2);
    while (head[end + 2] == ' ' || head[end + 2] == '\t') end = head.find("\r\n", end + 2);
    std::string value = head.substr(at + name.size() + 4, end - at - name.size() - 4);
    for (std::size_t fold; (fold = value.find("\r\n")) != std::string::npos;) {
        value.erase(fold, 2);
    }
    return value;
}

bool has(const Outgoing& mail, std::string_view text) {
    return mail.bytes.find(text) != std::string::npos;
}

notify::TokenClaim claim_of(const notify::SignedTokens& tokens, const std::string& address,
                            char tag, std::int64_t now_ms) {
    const std::size_t at = address.find(std::string(1, tag) + '+');
    const std::string token = address.substr(at + 2, address.find_first_of("@>", at) - at - 2);
    const auto claim = tokens.read(token, base::Instant(std::chrono::milliseconds(now_ms)));
    return claim ? *claim : notify::TokenClaim{};
}

TEST_F(ComposerTest, TellsWhoseTurnItIsAndTakesTheAnswer) {
    const protocol::GameId game = start_game();
    play(game, 4);

    const Outgoing mail = sent(notice_row(anna, NoticeKind::your_turn));
    const mime::Mail shown = read(mail);

    EXPECT_EQ(mail.to, "Anna@example.org");
    EXPECT_EQ(shown.subject, "Tanbo game 1: Anna - ben");
    EXPECT_EQ(shown.from, (mime::Mailbox{"Tanbo", "games@tanbo.example"}));
    EXPECT_NE(shown.text.find("It is your turn, Anna"), std::string::npos);
    EXPECT_NE(shown.text.find("Legal moves ("), std::string::npos);
    EXPECT_TRUE(has(mail, "cid:board") || has(mail, "cid:=\r\nboard"));
    EXPECT_TRUE(has(mail, "Content-Id: <board>"));
    EXPECT_TRUE(has(mail, "Content-Type: image/png"));
    const auto claim = claim_of(tokens, value_of(mail, "Reply-To"), 'r', now_ms);
    EXPECT_EQ(claim.purpose, notify::TokenPurpose::turn);
    EXPECT_EQ(claim.account(), anna.account);
    EXPECT_EQ(claim.game(), game);
    EXPECT_EQ(claim.seq, match(game)->seq());
    const auto bounce = claim_of(tokens, mail.envelope_from, 'b', now_ms);
    EXPECT_EQ(bounce.purpose, notify::TokenPurpose::bounce);
    EXPECT_EQ(bounce.subject, 7);
}

TEST_F(ComposerTest, SaysHowToGetNoMoreOfIt) {
    const protocol::GameId game = start_game();

    const Outgoing mail = sent(notice_row(anna, NoticeKind::your_turn));

    EXPECT_EQ(value_of(mail, "List-Id"), "Tanbo game 1 <game-1.tanbo.example>");
    EXPECT_EQ(value_of(mail, "List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    EXPECT_EQ(value_of(mail, "Auto-Submitted"), "auto-generated");
    const std::string ways = value_of(mail, "List-Unsubscribe");
    EXPECT_TRUE(ways.starts_with("<https://tanbo.example/mail/unsubscribe?token=")) << ways;
    const auto claim = claim_of(tokens, ways, 'r', now_ms);
    EXPECT_EQ(claim.purpose, notify::TokenPurpose::unsubscribe);
    EXPECT_EQ(claim.account(), anna.account);
    EXPECT_EQ(claim.game(), game);
}

// The database was restored since: the row is of a game that has the number of a lost one.
TEST_F(ComposerTest, NamesNothingAsAnotherEpochHas) {
    start_game();
    const store::Mail row = notice_row(anna, NoticeKind::your_turn);
    const Outgoing before = sent(row);
    tokens = notify::SignedTokens(base::sha256("a secret of tests"), protocol::Epoch{0xA1B2C3D});

    const Outgoing since = sent(row);

    const std::string name = row.message + ".e0a1b2c3d@tanbo.example";
    EXPECT_EQ(value_of(since, "Message-Id"), "<" + name + ">");
    EXPECT_EQ(value_of(since, "List-Id"), "Tanbo game 1 <game-1.e0a1b2c3d.tanbo.example>");
    EXPECT_EQ(value_of(since, "In-Reply-To"), "<game.1.e0a1b2c3d@tanbo.example>");
    EXPECT_NE(value_of(before, "Message-Id"), value_of(since, "Message-Id"));
    EXPECT_NE(value_of(before, "Reply-To"), value_of(since, "Reply-To"));
    EXPECT_EQ(claim_of(tokens, value_of(since, "Reply-To"), 'r', now_ms).account(), anna.account);
    const auto read = tokens.read(before.envelope_from.substr(2, notify::first_token_chars),
                                  base::Instant(std::chrono::milliseconds(now_ms)));
    EXPECT_EQ(read.error(), notify::TokenFault::superseded);
}

TEST_F(ComposerTest, TheSameRowIsTheSameMailWhateverHappensMeanwhile) {
    const protocol::GameId game = start_game();
    play(game, 2);
    const store::Mail turn = notice_row(anna, NoticeKind::your_turn);
    const std::string before = sent(turn).bytes;

    now_ms += 3'600'000;
    ASSERT_TRUE(submit(game, engine::Propose{ben.account, engine::ProposalKind::undo}));

    EXPECT_EQ(sent(turn).bytes, before);
}

TEST_F(ComposerTest, NobodyIsToldOfATurnThatIsOver) {
    const protocol::GameId game = start_game();
    play(game, 2);
    const store::Mail turn = notice_row(anna, NoticeKind::your_turn);
    EXPECT_EQ(why_not(turn), "sent");

    play(game, 1);
    EXPECT_EQ(why_not(turn), "turn-over");

    play(game, 1);
    EXPECT_EQ(why_not(turn), "turn-over");
    EXPECT_EQ(why_not(notice_row(anna, NoticeKind::your_turn)), "sent");
}

TEST_F(ComposerTest, NobodyIsToldOfATurnFromBeforeAnUndo) {
    const protocol::GameId game = start_game();
    play(game, 2);
    const store::Mail old_turn = notice_row(anna, NoticeKind::your_turn);
    play(game, 2);
    const auto proposed = submit(game, engine::Propose{anna.account, engine::ProposalKind::undo});
    ASSERT_TRUE(proposed);
    const auto id = match(game)->proposals().front().id;
    ASSERT_TRUE(submit(game, engine::AnswerProposal{ben.account, id, true}));
    ASSERT_EQ(match(game)->ply(), 2U);

    EXPECT_EQ(why_not(old_turn), "turn-over");
    EXPECT_EQ(why_not(notice_row(anna, NoticeKind::your_turn)), "sent");
    EXPECT_EQ(why_not(notice_row(anna, NoticeKind::undo)), "told-with-the-turn");
    EXPECT_EQ(why_not(notice_row(ben, NoticeKind::undo)), "sent");
}

TEST_F(ComposerTest, TheBeginningIsToldOnceToWhoMovesFirst) {
    start_game();

    EXPECT_EQ(why_not(notice_row(anna, NoticeKind::your_turn)), "sent");
    EXPECT_EQ(why_not(notice_row(anna, NoticeKind::game_started)), "told-with-the-turn");
    EXPECT_EQ(why_not(notice_row(ben, NoticeKind::game_started)), "sent");
}

TEST_F(ComposerTest, TheBeginningIsToldOnceEvenIfTheClockWasSetBack) {
    const auto opened = open_game(anna, game_request("9x9", {"me", "open"}));
    ASSERT_TRUE(opened);
    now_ms -= 60'000;

    ASSERT_TRUE(submit(opened->game, engine::Join{ben, {}}));

    EXPECT_EQ(why_not(notice_row(anna, NoticeKind::your_turn)), "sent");
    EXPECT_EQ(why_not(notice_row(anna, NoticeKind::game_started)), "told-with-the-turn");
}

TEST_F(ComposerTest, AGameThatAChallengeLedToIsToldOnceToEachOfFour) {
    const base::Clock clock = [this] { return base::Instant(std::chrono::milliseconds(now_ms)); };
    const game::Presence presence;
    lobby::Lobby lobby(*referee, *store, presence, clock);
    const auto request = protocol::decode_create_challenge(
        R"({"setup":"19x19-4p","seats":["me","ben","carl","dora"],"clock":{"kind":"per-move",)"
        R"("per_move_s":86400}})");
    ASSERT_TRUE(request) << request.error().detail;
    ASSERT_TRUE(on(0, [&] { return lobby.create(anna.account, *request, {}); }));
    for (const engine::Player& player : {ben, carl, dora}) {
        now_ms += 1'000;
        ASSERT_TRUE(
            on(0, [&] { return lobby.accept(player.account, protocol::ChallengeId{1}, {}, {}); }));
    }

    EXPECT_EQ(why_not(notice_row(anna, NoticeKind::your_turn)), "sent");
    EXPECT_EQ(why_not(notice_row(anna, NoticeKind::game_started)), "told-with-the-turn");
    EXPECT_EQ(why_not(notice_row(anna, NoticeKind::challenge_accepted)), "told-with-the-game");
    EXPECT_EQ(why_not(notice_row(ben, NoticeKind::challenge_accepted)), "sent");  // by carl
    for (const engine::Player& player : {ben, carl, dora}) {
        EXPECT_EQ(why_not(notice_row(player, NoticeKind::game_started)), "sent");
        EXPECT_EQ(std::ranges::count(kinds(player), "invited"), 0);
    }
}

TEST_F(ComposerTest, TheEndOfAPlanIsToldWithTheTurnThatItLeavesOpen) {
    const protocol::GameId game = start_game();
    play(game, 2);
    now_ms += 1'000;
    const std::string dropped = protocol::encode_plan_dropped(
        {game, engine::Seat::black, 2, protocol::PlanDrop::illegal_move});
    tell(anna, NoticeKind::plan_dropped, game, dropped);
    EXPECT_EQ(why_not(notice_row(anna, NoticeKind::plan_dropped)), "sent");
    tell(anna, NoticeKind::your_turn, game, "{}");

    const std::string text = mail(notice_row(anna, NoticeKind::your_turn)).text;

    EXPECT_NE(text.find("its move is not legal"), std::string::npos);
    EXPECT_EQ(why_not(notice_row(anna, NoticeKind::plan_dropped)), "told-with-the-turn");
}

TEST_F(ComposerTest, RemindsWhoHasLittleTimeLeft) {
    const protocol::GameId game = start_game();
    const protocol::DeadlineWarning warning{game, engine::Seat::black, 0,
                                            base::Instant(std::chrono::milliseconds(now_ms.load())),
                                            std::chrono::hours(5)};
    tell(anna, NoticeKind::deadline_warning, game, protocol::encode_deadline_warning(warning));
    const store::Mail reminder = notice_row(anna, NoticeKind::deadline_warning);

    EXPECT_NE(mail(reminder).text.find("You have 5h"), std::string::npos);
    play(game, 1);
    EXPECT_EQ(why_not(reminder), "turn-over");
}

TEST_F(ComposerTest, RemindsNobodyOfADeadlineThatHasMoved) {
    auto request = game_request("9x9", {"me", "open"});
    request.terms.clock.kind = engine::ClockKind::per_move;
    request.terms.clock.initial = std::chrono::hours(48);
    const protocol::GameId game = open_game(anna, request).value().game;
    ASSERT_TRUE(submit(game, engine::Join{ben, {}}));
    const auto remind = [&](std::chrono::hours earlier) {
        const base::Instant deadline = *match(game)->clock().deadline() - earlier;
        const protocol::DeadlineWarning warning{game, engine::Seat::black, 0, deadline,
                                                std::chrono::hours(5)};
        now_ms += 1'000;
        tell(anna, NoticeKind::deadline_warning, game, protocol::encode_deadline_warning(warning));
        return notice_row(anna, NoticeKind::deadline_warning);
    };
    const store::Mail reminder = remind(std::chrono::hours(0));
    EXPECT_EQ(why_not(reminder), "sent");
    EXPECT_EQ(why_not(remind(std::chrono::hours(24))), "deadline-moved");

    ASSERT_TRUE(submit(game, engine::Propose{anna.account, engine::ProposalKind::pause}));
    const auto id = match(game)->proposals().front().id;
    ASSERT_TRUE(submit(game, engine::AnswerProposal{ben.account, id, true}));

    EXPECT_EQ(why_not(reminder), "deadline-moved") << "no time runs in a pause";
}

TEST_F(ComposerTest, AllMailsOfAGameAreOneThread) {
    const protocol::GameId game = start_game();
    std::vector<Outgoing> mails{sent(notice_row(ben, NoticeKind::game_started))};
    play(game, 1);
    mails.push_back(sent(notice_row(ben, NoticeKind::your_turn)));
    ASSERT_TRUE(submit(game, engine::Propose{anna.account, engine::ProposalKind::undo}));
    mails.push_back(sent(notice_row(ben, NoticeKind::proposal)));
    ASSERT_TRUE(submit(game, engine::Leave{anna.account}));
    mails.push_back(sent(notice_row(ben, NoticeKind::game_finished)));

    for (const Outgoing& mail : mails) {
        EXPECT_EQ(value_of(mail, "Subject"), "Tanbo game 1: Anna - ben");
        EXPECT_EQ(value_of(mail, "References"), "<game.1@tanbo.example>");
        EXPECT_EQ(value_of(mail, "In-Reply-To"), "<game.1@tanbo.example>");
    }
    EXPECT_EQ(value_of(mails[0], "Message-Id"), "<n.2.1@tanbo.example>");
}

TEST_F(ComposerTest, AnAnsweredProposalNeedsNoMail) {
    const protocol::GameId game = start_game();
    play(game, 2);
    ASSERT_TRUE(submit(game, engine::Propose{anna.account, engine::ProposalKind::undo}));
    const store::Mail asked = notice_row(ben, NoticeKind::proposal);
    EXPECT_EQ(why_not(asked), "sent");

    const auto id = match(game)->proposals().front().id;
    ASSERT_TRUE(submit(game, engine::AnswerProposal{ben.account, id, true}));

    EXPECT_EQ(why_not(asked), "answered");
    EXPECT_EQ(why_not(notice_row(anna, NoticeKind::proposal_answered)), "sent");
}

TEST_F(ComposerTest, NobodyIsToldOfAnOfferAfterWhichTheSeatWasTaken) {
    const engine::Player eve = add_player("eve");
    const protocol::GameId game = game_left_by(carl);
    const store::Mail first = notice_row(ben, NoticeKind::seat_offered);
    EXPECT_EQ(why_not(first), "sent");

    ASSERT_TRUE(submit(game, engine::TakeOver{eve, {}, {}}));
    EXPECT_EQ(why_not(first), "seat-gone");

    ASSERT_TRUE(submit(game, engine::Leave{eve.account}));
    EXPECT_EQ(why_not(first), "seat-gone") << "another offer of the same seat";
    EXPECT_EQ(why_not(notice_row(ben, NoticeKind::seat_offered)), "sent");
}

TEST_F(ComposerTest, AChallengeTakesTheAnswerAsLongAsItIsOpen) {
    const store::Mail asked = challenge_row(anna, ben);

    const Outgoing mail = sent(asked);

    EXPECT_NE(read(mail).text.find("reply with `accept`"), std::string::npos);
    const auto claim = claim_of(tokens, value_of(mail, "Reply-To"), 'r', now_ms);
    EXPECT_EQ(claim.purpose, notify::TokenPurpose::challenge);
    EXPECT_EQ(claim.account(), ben.account);
    EXPECT_EQ(claim.item, 1);

    write([](store::Transaction& transaction) {
        auto challenge = *store::find_challenge(transaction, protocol::ChallengeId{1});
        challenge.state = store::ChallengeState::withdrawn;
        challenge.closed_at = challenge.created_at;
        store::save_challenge(transaction, challenge);
    });
    EXPECT_EQ(why_not(asked), "answered");
}

TEST_F(ComposerTest, TheResultBringsTheRecord) {
    const protocol::GameId game = start_game();
    play(game, 1'000);
    ASSERT_EQ(match(game)->status(), engine::Status::finished);

    const Outgoing mail = sent(notice_row(ben, NoticeKind::game_finished));

    EXPECT_NE(read(mail).text.find("is over"), std::string::npos);
    EXPECT_TRUE(has(mail, "filename=tanbo-game-1.json"));
    EXPECT_TRUE(has(mail, "filename=tanbo-game-1.sgf"));
    EXPECT_EQ(value_of(mail, "Reply-To"), "Tanbo <games@tanbo.example>");
}

TEST_F(ComposerTest, WhoLeavesTheServerOrItsMailsGetsNone) {
    start_game();
    const store::Mail turn = notice_row(anna, NoticeKind::your_turn);

    give_address(anna, "new@example.org");
    EXPECT_EQ(sent(turn).to, "new@example.org");
    write([&](store::Transaction& transaction) {
        store::erase_account(transaction, anna.account, "gone-1", engine::instant_of(now_ms));
    });

    EXPECT_EQ(why_not(turn), "account-gone");
}

TEST_F(ComposerTest, TellsTheTimeOfTheReader) {
    write([&](store::Transaction& transaction) {
        store::Profile profile;
        profile.time_zone = "Asia/Kolkata";
        store::set_profile(transaction, anna.account, profile);
    });
    auto request = game_request("9x9", {"me", "open"});
    request.terms.clock.kind = engine::ClockKind::per_move;
    request.terms.clock.initial = std::chrono::hours(48);
    const auto opened = open_game(anna, request);
    ASSERT_TRUE(opened) << opened.error().detail;
    const protocol::GameId game = opened->game;
    ASSERT_TRUE(submit(game, engine::Join{ben, {}}));

    const std::string text = mail(notice_row(anna, NoticeKind::your_turn)).text;

    EXPECT_NE(text.find("(UTC+5:30, Asia/Kolkata)"), std::string::npos) << text;
}

TEST_F(ComposerTest, PrivateGamesAreShownToTheirPlayersOnly) {
    auto request = game_request("9x9", {"me", "ben"});
    request.visibility = engine::Visibility::players;
    const auto opened = open_game(anna, request);
    ASSERT_TRUE(opened) << opened.error().detail;
    const protocol::GameId game = opened->game;
    ASSERT_TRUE(submit(game, engine::Join{ben, {}}));
    store::Mail turn = notice_row(anna, NoticeKind::your_turn);
    EXPECT_EQ(why_not(turn), "sent");

    turn.account = carl.account;

    EXPECT_EQ(why_not(turn), "not-to-be-seen");
    EXPECT_EQ(
        why_not(row("w.1.2", "board", protocol::encode_board_mail({protocol::MailWatchId{1}, 0, 0}),
                    nullptr, game)),
        "not-to-be-seen");
}

TEST_F(ComposerTest, BoardsGoToThoseWhoHaveConfirmedThatTheyWatch) {
    const protocol::GameId game = start_game();
    play(game, 3);
    store::MailWatch watch;
    write([&](store::Transaction& transaction) {
        watch = store::ask_mail_watch(transaction, game, "reader@example.net",
                                      store::MailWatchMode::each, engine::instant_of(now_ms));
    });
    const store::Mail board =
        row("w.1.5", "board", protocol::encode_board_mail({watch.id, match(game)->seq(), 4}),
            nullptr, game);
    EXPECT_EQ(why_not(board), "not-watched");

    write([&](store::Transaction& transaction) {
        store::confirm_mail_watch(transaction, watch.id, engine::instant_of(now_ms));
    });
    const Outgoing mail = sent(board);

    EXPECT_EQ(mail.to, "reader@example.net");
    EXPECT_EQ(value_of(mail, "Subject"), "Tanbo game 1: Anna - ben");
    EXPECT_EQ(value_of(mail, "Reply-To"), "Tanbo <games@tanbo.example>");
    const auto claim = claim_of(tokens, value_of(mail, "List-Unsubscribe"), 'r', now_ms);
    EXPECT_EQ(claim.purpose, notify::TokenPurpose::unwatch);
    EXPECT_EQ(claim.subject, number_of(watch.id));
    EXPECT_NE(read(mail).text.find("/mail/unsubscribe?token="), std::string::npos);
}

TEST_F(ComposerTest, WhoWatchesWithAnAccountMayStop) {
    const protocol::GameId game = start_game();
    const auto account = carl.account;
    write([&](store::Transaction& transaction) {
        store::set_watch(transaction,
                         {account, game, store::WatchMode::each, engine::instant_of(now_ms)});
    });
    play(game, 1);
    const store::Mail moved = notice_row(carl, NoticeKind::watched_move);

    const Outgoing mail = sent(moved);
    write(
        [&](store::Transaction& transaction) { store::delete_watch(transaction, account, game); });

    EXPECT_EQ(value_of(mail, "Reply-To"), "Tanbo <games@tanbo.example>");
    EXPECT_NE(read(mail).text.find("follow game 1"), std::string::npos);
    EXPECT_EQ(why_not(moved), "not-watched");
}

TEST_F(ComposerTest, MailsAboutAnAccountBelongToNoList) {
    const auto until = base::Instant(std::chrono::milliseconds(now_ms + 3'600'000));
    const std::string data =
        protocol::encode_link_mail("Anna", "https://tanbo.example/verify?token=x", until);

    const Outgoing mail = sent(row("a-1", "verify-address", data, &anna));

    EXPECT_EQ(value_of(mail, "Subject"), "Tanbo: confirm your address");
    EXPECT_EQ(value_of(mail, "List-Id"), "");
    EXPECT_EQ(value_of(mail, "References"), "");
    EXPECT_TRUE(value_of(mail, "Content-Type").starts_with("text/plain"));
    EXPECT_TRUE(has(mail, "\r\n  https://tanbo.example/verify?token=x\r\n"));
}

TEST_F(ComposerTest, AnAnswerIsInTheThreadOfTheMail) {
    const protocol::GameId game = start_game();
    protocol::ReplyMail reply;
    reply.subject = "Re: Tanbo game 1: Anna - ben";
    reply.text = "> K10\n\nThere is no K10 on this board.\n";
    reply.in_reply_to = "mail@example.org";
    reply.references = {"first@example.org"};
    reply.token = std::string(notify::token_chars, '0');

    const Outgoing mail =
        sent(row("r.5", "reply", protocol::encode_reply_mail(reply), &anna, game));

    EXPECT_EQ(value_of(mail, "Subject"), reply.subject);
    EXPECT_EQ(value_of(mail, "In-Reply-To"), "<mail@example.org>");
    EXPECT_EQ(value_of(mail, "References"),
              "<game.1@tanbo.example> <first@example.org> <mail@example.org>");
    EXPECT_EQ(value_of(mail, "Auto-Submitted"), "auto-replied");
    EXPECT_TRUE(has(mail, "<r+" + reply.token + "@tanbo.example>"));
    EXPECT_EQ(read(mail).text, reply.text);
}

TEST_F(ComposerTest, LinksAreSentToWhoAskedForThem) {
    const protocol::GameId game = start_game();
    protocol::LinkMail link;
    link.handle = "erik";
    link.link = "https://tanbo.example/mail/register?token=x";
    link.expires_at = base::Instant(std::chrono::milliseconds(now_ms + 3'600'000));
    const std::string data = protocol::encode_link_mail(link);

    const Outgoing account = sent(row("l.1", "register", data));
    const Outgoing watch = sent(row("l.2", "confirm-watch", data, nullptr, game));

    EXPECT_EQ(value_of(account, "Subject"), "Tanbo: create the account erik");
    EXPECT_EQ(value_of(watch, "Subject"), "Tanbo: confirm to follow game 1");
    for (const Outgoing& mail : {account, watch}) {
        EXPECT_EQ(mail.to, "reader@example.net");
        EXPECT_NE(read(mail).text.find(link.link), std::string::npos);
    }
    EXPECT_EQ(why_not(row("l.3", "confirm-watch", data, nullptr, protocol::GameId{99})),
              "game-gone");
}

TEST_F(ComposerTest, ADigestSaysWhatWaitsAndWhatHasHappened) {
    const protocol::GameId first = start_game();
    const protocol::GameId second = start_game();
    play(second, 2);
    ASSERT_TRUE(submit(second, engine::Propose{ben.account, engine::ProposalKind::undo}));
    const std::string data = protocol::encode_digest_mail({"2026-11-21", 1, 100});

    store::Mail digest = row("d.1.2026-11-21", "digest", data, &anna);
    digest.due_at = digest.created_at + std::chrono::hours(1);
    const Outgoing mail = sent(digest);
    const mime::Mail shown = read(mail);

    EXPECT_EQ(shown.subject, "Tanbo: your games on Sat 21 Nov 2026");
    EXPECT_EQ(value_of(mail, "Date"), "Tue, 14 Nov 2023 23:13:20 +0000");
    EXPECT_EQ(value_of(mail, "List-Id"), "Tanbo <notices.tanbo.example>");
    EXPECT_EQ(claim_of(tokens, value_of(mail, "List-Unsubscribe"), 'r', now_ms).item, 0);
    EXPECT_NE(shown.text.find("your turn in 2 games"), std::string::npos) << shown.text;
    EXPECT_NE(shown.text.find("Game 1, Anna - ben"), std::string::npos);
    EXPECT_NE(shown.text.find("proposes an undo"), std::string::npos) << shown.text;
    EXPECT_LT(shown.text.find("Game " + to_string(first)),
              shown.text.find("Game " + to_string(second)));
    EXPECT_EQ(why_not(row("d.4.2026-11-21", "digest", data, &dora)), "nothing-new");
}

TEST_F(ComposerTest, ADigestSaysNothingOfWhatWasRead) {
    const protocol::GameId game = start_game();
    play(game, 2);
    ASSERT_TRUE(submit(game, engine::Propose{ben.account, engine::ProposalKind::undo}));
    const std::int64_t newest = told(anna).back().number;
    now_ms += 1'000;
    tell(anna, NoticeKind::chat_mention, game, R"({"author":"carl","text":"hello anna"})");
    const store::Mail digest =
        row("d.1.2026-11-21", "digest", protocol::encode_digest_mail({"2026-11-21", 1, newest + 1}),
            &anna);
    EXPECT_NE(mail(digest).text.find("proposes an undo"), std::string::npos);

    write([&](store::Transaction& transaction) {
        store::set_read_up_to(transaction, anna.account, newest);
    });

    const std::string text = mail(digest).text;
    EXPECT_EQ(text.find("proposes an undo"), std::string::npos) << text;
    EXPECT_NE(text.find("carl mentioned you"), std::string::npos) << text;
    EXPECT_NE(text.find("It is your turn"), std::string::npos) << text;
}

TEST_F(ComposerTest, WhatCannotBeReadIsSettled) {
    const protocol::GameId game = start_game();
    store::Mail turn = notice_row(anna, NoticeKind::your_turn);

    EXPECT_EQ(why_not(row("x", "no-such-kind", "{}")), "unreadable");
    for (const char* const kind : {"notice", "digest", "board", "reply", "register"}) {
        EXPECT_EQ(why_not(row("x", kind, "{}", &anna, game)), "unreadable") << kind;
    }
    turn.game = protocol::GameId{99};
    EXPECT_EQ(why_not(turn), "game-gone");
    protocol::ReplyMail reply;
    store::Mail answer = row("r.1", "reply", protocol::encode_reply_mail(reply));
    answer.address = "a@b\r\nBcc: c@d";
    EXPECT_EQ(why_not(answer), "bad-address");
}

TEST_F(ComposerTest, NothingThatStrangersSayLeavesTheBody) {
    const std::string attack = "x\r\nBcc: all@example.org\r\n\r\n<script>alert(1)</script>";
    protocol::NoticeMail notice;
    notice.kind = NoticeKind::chat_mention;
    notice.number = 1;
    notice.data = R"({"author":"x\r\nBcc: all@example.org","text":"<script>alert(1)</script>",)"
                  R"("said":"<script>","body":"<img src=https://evil.example/x>"})";
    protocol::ReplyMail reply;
    reply.subject = reply.text = reply.in_reply_to = reply.token = attack;

    for (const store::Mail& mail :
         {row("n.1.1", "notice", protocol::encode_notice_mail(notice), &anna),
          row("r.1", "reply", protocol::encode_reply_mail(reply), &anna)}) {
        const Outgoing sent_mail = sent(mail);
        EXPECT_EQ(value_of(sent_mail, "Bcc"), "");
        EXPECT_FALSE(value_of(sent_mail, "Reply-To").find("Bcc") != std::string::npos);
        const std::string html = sent_mail.bytes.substr(
            std::min(sent_mail.bytes.find("text/html"), sent_mail.bytes.size()));
        EXPECT_EQ(html.find("<script"), std::string::npos);
        EXPECT_EQ(html.find("<img src=https"), std::string::npos);
    }
}

}  // namespace
}  // namespace tanbo::mail::outbound
