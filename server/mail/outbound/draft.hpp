#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/match.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/queued_mails.hpp"
#include "server/base/time_zone.hpp"
#include "server/game/views/historical_game.hpp"
#include "server/mail/mime/message.hpp"
#include "server/mail/outbound/outgoing.hpp"
#include "server/mail/text/game_mail.hpp"
#include "server/notify/signed_tokens.hpp"

namespace tanbo::store {
class Reader;
}

// The content of a mail, before it is put into bytes. Private to the composer.
namespace tanbo::mail::outbound {

// For how long a player can answer a mail about a game by a move. A turn may take long; the ply
// keeps the token from doing harm.
inline constexpr std::chrono::hours turn_token_life{24 * 366};

struct Draft {
    std::string to;
    text::GameMail mail;
    std::optional<engine::Snapshot> board = {};  // which the html shows
    std::string reply_token = {};                // empty: answers are commands without one
    std::optional<mime::MailingList> list = {};
    std::optional<protocol::GameId> game = {};  // the game of its thread
    std::string in_reply_to = {};               // a mail's, if it answers one
    std::vector<std::string> references = {};
    mime::AutoSubmitted origin = mime::AutoSubmitted::generated;
    std::vector<mime::Attachment> attachments = {};
};

using Drafted = std::variant<Draft, NotNeeded>;

// The sources of drafts.
struct DraftSources {
    store::Reader& reader;
    const notify::SignedTokens& tokens;
    const base::TimeZones& zones;
    const std::string& domain;
    const std::string& site;
};

// A row of the outbox of any kind. Throws: store::StorageError.
Drafted draft(const DraftSources& sources, const protocol::OutgoingMail& mail);

// --- of single kinds, for draft() ---
Drafted draft_notice(const DraftSources& sources, const protocol::OutgoingMail& mail);
Drafted draft_board(const DraftSources& sources, const protocol::OutgoingMail& mail);
Drafted draft_digest(const DraftSources& sources, const protocol::OutgoingMail& mail);

// --- shared ---

// A game's log up to some seq, the game as it was then and as it is.
struct GameThen : game::HistoricalGame {
    protocol::GameId id{};

    GameThen(protocol::GameId game, game::HistoricalGame past)
        : HistoricalGame(std::move(past)), id(game) {}

    text::GameFacts facts(const DraftSources& sources, std::optional<engine::Seat> reader,
                          const text::MailZone& zone) const;
};
// Nothing if there is no such game, or it has not come so far.
std::optional<GameThen> read_game(const DraftSources& sources, protocol::GameId game,
                                  std::uint32_t seq);

// Of a game, or of all that has none. Requires: the link ends with its token, to which a mail
// unsubscribes, too.
mime::MailingList list_of(const DraftSources& sources, std::optional<protocol::GameId> game,
                          const std::string& unsubscribe_link);

}  // namespace tanbo::mail::outbound
