#pragma once

#include <cstdint>
#include <string>

#include "protocol/people/queued_mails.hpp"
#include "server/base/clock.hpp"
#include "server/base/time_zone.hpp"
#include "server/mail/outbound/outgoing.hpp"
#include "server/notify/signed_tokens.hpp"
#include "server/picture/board_png.hpp"

// Rows of the outbox to mails.
namespace tanbo::mail::outbound {

class MailQueue;

struct ComposerOptions {
    std::string domain;               // mail.domain: what is sent comes from games@ it
    std::string site;                 // public_url, without a slash at the end
    std::string from_name = "Tanbo";  // mail.from_name
};

// Makes mails from the database at the time they are sent. Of a game it uses the log up to the seq
// that the row names, and the same row gives the same bytes at every attempt. The exceptions are
// the date, which is the attempt's, and digests and ratings, which are current.
class Composer {
public:
    // Requires: queue and tokens outlive it.
    Composer(MailQueue& queue, const notify::SignedTokens& tokens, ComposerOptions options,
             const base::TimeZones& zones = base::TimeZones::system());

    // Throws: store::StorageError. Cost: a fold over the game's log and, for the first reader of
    // a board, its picture: 1 to 60 ms. Thread: any that may block, several at once.
    Composed compose(const protocol::OutgoingMail& mail);

private:
    MailQueue& queue_;
    const notify::SignedTokens& tokens_;
    const ComposerOptions options_;
    const base::TimeZones& zones_;
    picture::BoardPictures pictures_;
};

}  // namespace tanbo::mail::outbound
