#pragma once

#include <array>
#include <chrono>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json/ids.hpp"
#include "protocol/people/mail_rows.hpp"
#include "server/account/accounts.hpp"
#include "server/account/mail_users.hpp"
#include "server/chat/chat.hpp"
#include "server/lobby/lobby.hpp"
#include "server/mail/inbound/queue.hpp"
#include "server/mail/inbound/standing.hpp"
#include "server/mail/inbound/worker.hpp"
#include "server/mail/mime/recipient.hpp"
#include "server/notify/notices.hpp"
#include "server/notify/signed_tokens.hpp"
#include "server/rating/reports.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/games/challenges.hpp"
#include "server/store/tables/messages/inbound_mails.hpp"
#include "server/store/tables/messages/outbox.hpp"
#include "server/tournament/reports.hpp"
#include "server/tournament/tournaments.hpp"
#include "tests/server/game/fixture.hpp"
#include "tests/support/rows.hpp"

namespace tanbo::mail::inbound {

// An inbound worker over everything that mails can ask, down to SQLite on disk. anna@example.org
// and ben@example.org are the verified addresses of anna and ben; carl and dora have none.
class InboundTest : public game::GameTest {
protected:
    static constexpr std::string_view domain = "tanbo.example.net";
    static constexpr std::string_view site = "https://tanbo.example.net";
    // Longer than any test reads: the clock stands still.
    static constexpr std::chrono::hours burst{1};
    // The header that our own mail server writes above a mail that it vouches for.
    static constexpr std::string_view vouched =
        "Authentication-Results: mx.example.net; dmarc=pass header.from=example.org\r\n";

    explicit InboundTest(const game::FixtureOptions& options = {}) : GameTest(options) {
        if (options.prepared.empty()) {
            verify(anna, "anna@example.org");
            verify(ben, "ben@example.org");
            rows().remember_kept_answers();
        }
        open_worker();
    }
    ~InboundTest() override {
        notices->stop();
        writer->stop();
    }

    // As many as the test allows, of all accounts together.
    protocol::Result<void> admit_message(protocol::AccountId) {
        if (messages_left-- > 0) return {};
        messages_left = 0;
        protocol::Error error = protocol::refusal(message_fault, "Too much for now.");
        error.retry_after_s = 2;
        return error;
    }

    void open_worker(ProcessingOptions options = {}) {
        if (options.authserv_id.empty()) options.authserv_id = "mx.example.net";
        options.mails_per_minute = std::max(options.mails_per_minute, 100.0);
        options.reading_burst = std::max<std::chrono::milliseconds>(options.reading_burst, burst);
        worker =
            std::make_unique<InboundWorker>(services(), *queue, options, io->executor(0), *metrics);
    }

    MailServices services() {
        const commands::Needs needs{accounts->profiles(),
                                    accounts->sign_ups(),
                                    *chat,
                                    admit,
                                    *tokens,
                                    *referee,
                                    views[0],
                                    *lobby,
                                    notices->agenda,
                                    *ratings,
                                    *tournament_reports,
                                    *tournaments};
        return {needs,
                *accounts,
                notices->mail_choices,
                [this] { return now(); },
                {std::string(domain), std::string(site)}};
    }

    base::Instant now() const { return base::Instant(std::chrono::milliseconds(now_ms.load())); }

    void verify(const engine::Player& player, const std::string& address) {
        writer->write([&](store::Transaction& transaction) {
            const auto account = player.account;
            const auto id =
                store::insert_address(transaction, account, address, true, engine::instant_of(1));
            ASSERT_TRUE(id && store::verify_address(transaction, *id, engine::instant_of(1)));
        });
    }

    // --- mails ---

    // As a Date field has it, so long from now.
    std::string date(std::chrono::seconds ahead = {}) const {
        const std::time_t at = std::chrono::system_clock::to_time_t(now() + ahead);
        std::tm utc{};
        gmtime_r(&at, &utc);
        std::array<char, 40> text{};
        std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S +0000", &utc);
        return text.data();
    }
    // A mail to `to`, of now, with a Message-ID of its own. `head` has whole lines.
    std::string mail(std::string_view from, std::string_view subject, std::string_view body,
                     std::string_view head = {},
                     const std::string& to = mime::commands_address(domain)) {
        ++mails_;
        return std::string(head) + "From: " + std::string(from) + "\r\nTo: " + to +
               "\r\nDate: " + date() + "\r\nSubject: " + std::string(subject) +
               "\r\nMessage-ID: <" + std::to_string(mails_) + "@example.org>\r\n\r\n" +
               std::string(body) + "\r\n";
    }
    // One that our mail server vouches for, to games@.
    protocol::InboundMailId write(std::string_view from, std::string_view body) {
        return deliver(mail(from, "from a friend", body, vouched));
    }
    // An answer to a mail that was sent with this token; from wherever.
    protocol::InboundMailId reply(const std::string& token, std::string_view body) {
        return deliver(mail("whoever@elsewhere.example", "Re: Tanbo", body),
                       mime::reply_address(token, domain));
    }
    protocol::InboundMailId deliver(const std::string& raw,
                                    const std::string& recipient = mime::commands_address(domain),
                                    const std::string& sender = "somebody@example.org") {
        const SortedMail sorted = sorter().sort({sender, {recipient}, raw}, now());
        protocol::InboundMailId id{};
        writer->write([&](store::Transaction& transaction) {
            const auto user = account::find_mail_user(
                transaction, sorted.vouched_address.value_or(std::string()));
            const auto account = user ? std::optional(user->account) : std::nullopt;
            const QueuePlace place = place_of_account(sorted.places.front(), account);
            id = store::insert_inbound_mail(
                transaction, {sender, recipient, raw, now(), place.standing, place.share});
        });
        return id;
    }
    MailSorter sorter() const { return {*tokens, {std::string(domain), "mx.example.net"}}; }
    // Until nothing is due.
    void work() {
        while (on(0, [this] { return worker->run_once(); })) {
        }
    }

    // Of a mail that told of the game as it is after so many of its stones, or as it is now.
    std::string turn_token(const engine::Player& player, protocol::GameId game, std::uint32_t ply) {
        const auto present = match(game, player.account);
        const auto next = present->turn_at(ply);
        const std::uint32_t seq = next ? next->seq - 1 : present->seq();
        return tokens->make({notify::TokenPurpose::turn, number_of(player.account), number_of(game),
                             seq, now() + std::chrono::hours(24)},
                            now());
    }
    std::string turn_token(const engine::Player& player, protocol::GameId game) {
        return turn_token(player, game, match(game, player.account)->ply());
    }

    // --- what came of it ---

    store::InboundMail found(protocol::InboundMailId id) {
        return *database->read(
            [id](store::Reader& reader) { return store::find_inbound_mail(reader, id); });
    }
    std::string outcome(protocol::InboundMailId id) {
        return found(id).outcome.value_or("waiting");
    }

    std::vector<store::Mail> mails() {
        return database->read(
            [](store::Reader& reader) { return store::mails(reader, {}, 1'000); });
    }
    // The answers so far: to whom, and the text.
    struct Sent {
        std::string address;
        protocol::ReplyMail reply;
    };
    std::vector<Sent> answers() {
        std::vector<Sent> sent;
        for (const store::Mail& mail : mails()) {
            if (mail.kind != "reply") continue;
            auto reply = protocol::decode_reply_mail(mail.data);
            EXPECT_TRUE(reply.has_value()) << mail.data;
            sent.push_back({mail.address, reply ? *reply : protocol::ReplyMail{}});
        }
        return sent;
    }
    // Of a mail that was answered.
    std::string answer_to(protocol::InboundMailId id) {
        const auto message = found(id).answer;
        if (!message) return {};
        for (const store::Mail& mail : mails()) {
            if (mail.message == *message) return protocol::decode_reply_mail(mail.data)->text;
        }
        return {};
    }

    // --- accidents ---

    // As if the server had died after what the mail asked was done, and before it was finished.
    void forget_end_of(protocol::InboundMailId id) { rows().reopen(id); }
    test::Rows rows() const { return test::Rows(database->path()); }
    std::string state_of_challenge(std::int64_t id) {
        static constexpr std::array<std::string_view, 5> words = {"open", "accepted", "declined",
                                                                  "expired", "withdrawn"};
        return database->read([id](store::Reader& reader) {
            const auto found =
                store::find_challenge(reader, static_cast<protocol::ChallengeId>(id));
            return std::string(found ? words.at(static_cast<std::size_t>(found->state)) : "none");
        });
    }

    std::unique_ptr<base::BlockingPool> hashing =
        std::make_unique<base::BlockingPool>("hashing", 1, 100);
    std::unique_ptr<rating::Reports> ratings = std::make_unique<rating::Reports>(*store);
    std::unique_ptr<tournament::Reports> tournament_reports =
        std::make_unique<tournament::Reports>(*store);
    std::unique_ptr<tournament::Tournaments> tournaments =
        std::make_unique<tournament::Tournaments>(*referee, *store, [this] { return now(); });
    std::unique_ptr<notify::Notices> notices = std::make_unique<notify::Notices>(
        *store, *io, feeds_of_threads(), [this] { return now(); }, *metrics,
        notify::NoticeOptions{});
    std::unique_ptr<notify::SignedTokens> tokens = std::make_unique<notify::SignedTokens>(
        notify::SignedTokens::load(*store, [this] { return now(); }));
    game::Presence presence;
    std::unique_ptr<lobby::Lobby> lobby =
        std::make_unique<lobby::Lobby>(*referee, *store, presence, [this] { return now(); });
    std::unique_ptr<chat::Chat> chat = std::make_unique<chat::Chat>(*referee, *store);
    std::unique_ptr<account::Accounts> accounts = make_accounts();
    std::unique_ptr<InboundQueue> queue = std::make_unique<InboundQueue>(*store);
    const commands::AdmitMessage admit = [this](protocol::AccountId account) {
        return admit_message(account);
    };
    std::unique_ptr<InboundWorker> worker;
    std::atomic<int> messages_left = 1'000;
    std::atomic<protocol::Code> message_fault = protocol::Code::rate_limited;

private:
    std::vector<game::Feed*> feeds_of_threads() {
        std::vector<game::Feed*> all;
        for (game::Feed& feed : feeds) all.push_back(&feed);
        return all;
    }
    std::unique_ptr<account::Accounts> make_accounts() {
        account::AccountLimits limits;
        limits.password_cost = {std::size_t{8} * 1024, 1};
        return std::make_unique<account::Accounts>(
            *store, *hashing, *io, std::vector<account::Authenticator*>(), [this] { return now(); },
            *metrics, limits);
    }

    int mails_ = 0;
};

}  // namespace tanbo::mail::inbound
