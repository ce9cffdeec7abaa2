#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "server/base/clock.hpp"
#include "server/base/threads/async.hpp"
#include "server/game/referee.hpp"
#include "server/mail/commands/parse.hpp"
#include "server/mail/commands/sender.hpp"

namespace tanbo::account {
class Profiles;
class SignUps;
}  // namespace tanbo::account
namespace tanbo::chat {
class Chat;
}
namespace tanbo::game {
class Views;
}
namespace tanbo::lobby {
class Lobby;
}
namespace tanbo::notify {
class Agenda;
}
namespace tanbo::rating {
class Reports;
}
namespace tanbo::tournament {
class Reports;
class Tournaments;
}  // namespace tanbo::tournament

// The effects of one command of a mail. Mails use the same services as requests do; here is only
// who may give a command, and what they are told.
namespace tanbo::mail::commands {

// The address of the club.
struct Site {
    std::string domain;  // of the server's addresses
    std::string url;     // "https://tanbo.example", without a slash at the end
};

// Counts what an account says beside games, however it says it. Errors: rate_limited.
using AdmitMessage = std::function<protocol::Result<void>(protocol::AccountId account)>;

// All that a parameter of a command can name. The views are of the inbound worker's I/O thread.
using Needs =
    std::tuple<account::Profiles&, account::SignUps&, chat::Chat&, const AdmitMessage&,
               const notify::SignedTokens&, game::Referee&, game::Views&, lobby::Lobby&,
               notify::Agenda&, rating::Reports&, tournament::Reports&, tournament::Tournaments&>;

// One command on its way.
struct CommandContext {
    const Site& site;
    const Sender& sender;
    protocol::InboundMailId mail{};
    std::optional<base::Digest> fingerprint;  // of the mail: what its copies have in common
    int line = 0;                             // of the mail's commands, from 0
    std::string source;                       // as written, a password as ***
    base::Instant now;                        // when the mail was taken up, this time

    // Requires: the command is none that anybody may give (level_for).
    const account::Identity& identity() const { return *sender.identity; }
    protocol::AccountId account() const { return sender.identity->account; }
    // The account; nothing if the writer is unknown.
    std::optional<protocol::AccountId> viewer() const;

    // Makes the command harmless when the mail, or a copy of it, is processed again:
    // "mail <fingerprint> <line>". What is kept for it is kept until the mail is finished.
    game::IdempotencyKey key() const;
};

enum class Outcome : std::uint8_t {
    acted,     // something has changed, or had changed before
    answered,  // a question
    refused,
};

// The outcome of a command: the text that stands below its line in the reply, as text/replies.hpp
// has it.
struct CommandReply {
    std::string text;
    Outcome outcome = Outcome::answered;
    // The target of the answer's Reply-To: to confirm what was asked. Nothing: to the game.
    std::optional<notify::TokenClaim> asks = {};
};

// An error is no answer: the mail is processed again later, after a fault (is_fault) when it
// is tried again, after rate_limited in retry_after_s. Every other refusal is an answer.
using CommandResult = protocol::Result<CommandReply>;
using CommandTask = base::Awaitable<CommandResult>;

// Whether it passes by itself: storage_unavailable, overloaded, shutting_down.
bool is_passing(const protocol::Error& error);
// Whether it tells of the server and nothing of what was asked: one that passes, or internal_error.
bool is_fault(const protocol::Error& error);

// A refusal as an answer, in refused_text; a fault as itself.
CommandResult refused(const protocol::Error& error);
// A refusal in words of its own.
CommandResult refused_with(std::string text);
// An answer as a result.
CommandResult acted(std::string text);
CommandResult answered(std::string text);

// The words to a writer who answers a mail of another epoch, or one that is too old and has shown
// nothing else.
std::optional<CommandReply> why_not_by_old_token(const Sender& sender, const std::string& site);

// Runs one command, or refuses it (permission.hpp): the one way in. Throws: store::StorageError
// and the like, after which the mail is processed again later. Thread: the inbound worker's
// I/O thread.
CommandTask run_command(CommandContext context, const Needs& needs, MailCommand command);

// The same without asking whether the sender may. Requires: they may.
CommandTask run_any(const CommandContext& context, const Needs& needs, MailCommand command);

// --- the commands, by file: the parameters of each say what it needs. The context outlives them,
// and its sender may give them. ---

// game.cpp
CommandTask run(const CommandContext& context, MailMove command, game::Referee& referee,
                game::Views& views);
CommandTask run(const CommandContext& context, MailSwap command, game::Referee& referee,
                game::Views& views);
CommandTask run(const CommandContext& context, MailPlan command, game::Referee& referee,
                game::Views& views);
CommandTask run(const CommandContext& context, MailUnplan command, game::Referee& referee,
                game::Views& views);
CommandTask run(const CommandContext& context, MailResign command, game::Referee& referee,
                game::Views& views);
CommandTask run(const CommandContext& context, MailLeave command, game::Referee& referee,
                game::Views& views);
CommandTask run(const CommandContext& context, MailSubstitute command, game::Referee& referee);
CommandTask run(const CommandContext& context, MailUndo command, game::Referee& referee,
                game::Views& views);
CommandTask run(const CommandContext& context, MailPause command, game::Referee& referee,
                game::Views& views);
CommandTask run(const CommandContext& context, MailYes command, game::Referee& referee,
                game::Views& views);
CommandTask run(const CommandContext& context, MailNo command, game::Referee& referee,
                game::Views& views);
// board.cpp
CommandTask run(const CommandContext& context, MailPreview command, game::Views& views);
CommandTask run(const CommandContext& context, MailShow command, game::Views& views);
CommandTask run(const CommandContext& context, MailHistory command, game::Views& views);
CommandTask run(const CommandContext& context, MailTest command);
// manual.cpp
CommandTask run(const CommandContext& context, MailHelp command);
CommandTask run(const CommandContext& context, MailRules command);
CommandTask run(const CommandContext& context, MailSetups command);
CommandTask run(const CommandContext& context, MailRegister command, account::SignUps& sign_ups,
                const notify::SignedTokens& tokens);
// club.cpp
CommandTask run(const CommandContext& context, MailChallenge command, lobby::Lobby& lobby,
                game::Views& views);
CommandTask run(const CommandContext& context, MailAccept command, lobby::Lobby& lobby,
                game::Views& views);
CommandTask run(const CommandContext& context, MailDecline command, lobby::Lobby& lobby);
CommandTask run(const CommandContext& context, MailSay command, game::Views& views,
                chat::Chat& chat, const AdmitMessage& admit_message, game::Referee& referee);
// lists.cpp
CommandTask run(const CommandContext& context, MailGames command, game::Views& views);
CommandTask run(const CommandContext& context, MailTurns command, notify::Agenda& agenda,
                game::Views& views);
CommandTask run(const CommandContext& context, MailStandings command, rating::Reports& ratings);
CommandTask run(const CommandContext& context, MailRatings command, rating::Reports& ratings);
// tournaments.cpp
CommandTask run(const CommandContext& context, MailTournaments command,
                tournament::Reports& reports);
CommandTask run(const CommandContext& context, MailEnter command,
                tournament::Tournaments& tournaments, tournament::Reports& reports);
CommandTask run(const CommandContext& context, MailWithdraw command,
                tournament::Tournaments& tournaments, tournament::Reports& reports);
CommandTask run(const CommandContext& context, MailTable command, tournament::Reports& reports);
// personal.cpp; watch and unwatch are anybody's, so identity() may be nothing there
CommandTask run(const CommandContext& context, MailWatch command, game::Referee& referee,
                const notify::SignedTokens& tokens);
CommandTask run(const CommandContext& context, MailUnwatch command, game::Referee& referee);
CommandTask run(const CommandContext& context, MailVacation command, game::Referee& referee,
                account::Profiles& profiles);
CommandTask run(const CommandContext& context, MailNotify command, game::Referee& referee);

}  // namespace tanbo::mail::commands
