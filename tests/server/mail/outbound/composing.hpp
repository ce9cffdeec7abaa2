#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/json/ids.hpp"
#include "protocol/people/challenges.hpp"
#include "protocol/people/mail_rows.hpp"
#include "server/lobby/challenge_writer.hpp"
#include "server/mail/mime/mail.hpp"
#include "server/mail/mime/message.hpp"
#include "server/mail/outbound/composer.hpp"
#include "server/mail/outbound/queue.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/messages/outbox.hpp"
#include "tests/server/notify/fixture.hpp"

namespace tanbo::mail::outbound {

// Games of players with addresses, and a composer of tanbo.example.
class ComposerTest : public notify::NoticeTest {
protected:
    ComposerTest() {
        for (const engine::Player& player : {anna, ben, carl, dora}) {
            give_address(player, player.handle + "@example.org");
        }
    }

    void write(const std::function<void(store::Transaction&)>& closure) { writer->write(closure); }

    void give_address(const engine::Player& player, const std::string& address) {
        write([&](store::Transaction& transaction) {
            const auto account = player.account;
            const auto id = store::insert_address(transaction, account, address, false,
                                                  engine::instant_of(now_ms));
            store::verify_address(transaction, *id, engine::instant_of(now_ms));
            store::make_primary(transaction, account, *id);
        });
    }

    void tell(const engine::Player& player, protocol::NoticeKind kind, protocol::GameId game,
              const std::string& data) {
        write([&](store::Transaction& transaction) {
            store::NewNotification row;
            row.account = player.account;
            row.kind = protocol::notice_kind_name(kind);
            row.game = game;
            row.data = data;
            row.at = engine::instant_of(now_ms);
            store::add_notification(transaction, row);
        });
    }

    store::Mail row(std::string_view message, std::string_view kind, std::string data,
                    const engine::Player* player = nullptr,
                    std::optional<protocol::GameId> game = {}) const {
        store::Mail mail;
        mail.id = protocol::MailId{7};
        mail.message = message;
        mail.kind = kind;
        mail.data = std::move(data);
        mail.created_at = engine::instant_of(now_ms);
        if (player != nullptr) mail.account = player->account;
        mail.address = player != nullptr ? player->handle + "@example.org" : "reader@example.net";
        mail.game = game;
        return mail;
    }

    // The row that notify::tell would have written for the player's latest notification of a kind.
    store::Mail notice_row(const engine::Player& player, protocol::NoticeKind kind) {
        const auto rows = told(player);
        const auto found =
            std::ranges::find(rows.rbegin(), rows.rend(), protocol::notice_kind_name(kind),
                              &store::Notification::kind);
        if (found == rows.rend()) throw std::runtime_error("no such notification");
        protocol::NoticeMail notice;
        notice.kind = kind;
        notice.number = found->number;
        notice.data = found->data;
        std::optional<protocol::GameId> game;
        if (found->game) {
            game = *found->game;
            notice.seq = match(*game, player.account)->seq();
        }
        const std::string message =
            "n." + to_string(player.account) + '.' + std::to_string(found->number);
        store::Mail mail =
            row(message, "notice", protocol::encode_notice_mail(notice), &player, game);
        mail.created_at = found->at;
        return mail;
    }

    // The mail that is queued when one asks another for a game.
    store::Mail challenge_row(const engine::Player& creator, const engine::Player& asked) {
        store::Challenge challenge;
        challenge.creator = creator.account;
        challenge.setup = "9x9";
        challenge.terms = protocol::encode_terms({});
        challenge.created_at = engine::instant_of(now_ms);
        challenge.expires_at = engine::instant_of(now_ms + 3'600'000);
        const auto seat_of = [](const engine::Player& player, store::ChallengeSeatState state) {
            return store::ChallengeSeat{player.account, state, true};
        };
        challenge.seats = {seat_of(creator, store::ChallengeSeatState::me),
                           seat_of(asked, store::ChallengeSeatState::asked)};
        write([&](store::Transaction& transaction) {
            const base::Instant now(std::chrono::milliseconds(now_ms.load()));
            lobby::ChallengeWriter(transaction, now).add(challenge);
        });
        return notice_row(asked, protocol::NoticeKind::challenge);
    }

    Composed compose(const store::Mail& mail) { return composer().compose(mail); }

    // The mail; a test ends if there is none.
    Outgoing sent(const store::Mail& mail) {
        Composed composed = compose(mail);
        if (const auto* done = std::get_if<NotNeeded>(&composed)) {
            throw std::runtime_error("not needed: " + done->why);
        }
        return std::get<Outgoing>(std::move(composed));
    }
    std::string why_not(const store::Mail& mail) {
        const Composed composed = compose(mail);
        const auto* done = std::get_if<NotNeeded>(&composed);
        return done != nullptr ? done->why : "sent";
    }
    mime::Mail read(const Outgoing& outgoing) { return mime::read_mail(outgoing.bytes).value(); }
    mime::Mail mail(const store::Mail& mail) { return read(sent(mail)); }

    Composer& composer() {
        if (!composer_) composer_.emplace(mails, tokens, options);
        return *composer_;
    }

    notify::SignedTokens tokens{base::sha256("a secret of tests")};
    ComposerOptions options{"tanbo.example", "https://tanbo.example", "Tanbo"};

private:
    MailQueue mails{*store};
    std::optional<Composer> composer_;
};

}  // namespace tanbo::mail::outbound
