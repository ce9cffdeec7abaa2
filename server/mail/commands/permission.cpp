#include "server/mail/commands/permission.hpp"

#include <type_traits>
#include <utility>

#include "server/mail/commands/command.hpp"
#include "server/mail/mime/recipient.hpp"
#include "server/mail/text/replies.hpp"

namespace tanbo::mail::commands {
namespace {

using protocol::Code;
using protocol::Error;

template <class T, class... Ts>
inline constexpr bool is_one_of = (std::is_same_v<T, Ts> || ...);

std::optional<protocol::ChallengeId> challenge_of(const MailCommand& command) {
    if (const auto* accept = std::get_if<MailAccept>(&command)) return accept->challenge;
    if (const auto* no = std::get_if<MailDecline>(&command)) return no->challenge;
    return std::nullopt;
}

std::optional<protocol::GameId> game_of(const MailCommand& command) {
    return std::visit(
        [](const auto& what) -> std::optional<protocol::GameId> {
            if constexpr (requires { what.game; }) return what.game;
            return std::nullopt;
        },
        command);
}

bool is_looking(const MailCommand& command) {
    return std::visit(
        []<class T>(const T&) { return is_one_of<T, MailShow, MailHistory, MailPreview>; },
        command);
}

// The answers to a mail that asks whether somebody really leaves.
bool is_about_leaving(const MailCommand& command) {
    return std::visit(
        []<class T>(const T&) { return is_one_of<T, MailYes, MailNo, MailResign, MailLeave>; },
        command);
}

CommandReply refusal_answer(std::string text) {
    return {std::move(text), Outcome::refused, {}};
}

bool has_old_token(const Sender& sender) {
    return sender.level == Level::unknown && sender.token_fault == notify::TokenFault::expired;
}

// Of a sender who has shown nothing that an account is known by.
Refusal why_unknown(const Sender& sender) {
    if (has_old_token(sender)) return Refusal::old_token;
    if (!sender.doubt.empty()) return Refusal::doubted;
    return sender.is_vouched ? Refusal::unknown_sender : Refusal::not_vouched;
}

// Commands that anybody may give, and are done for the account if it is known.
bool is_about_watching(const MailCommand& command) {
    return std::holds_alternative<MailWatch>(command) ||
           std::holds_alternative<MailUnwatch>(command);
}

// Whether the mail that is answered told of what the command is about.
bool is_about_the_same(const Sender& sender, const MailCommand& command) {
    if (const auto challenge = sender.answered_challenge()) {
        return challenge_of(command) == challenge;
    }
    return game_of(command) == sender.answered_game();
}

// A token acts in its own game or challenge only, and one that asks a question is an answer to
// that.
std::optional<Refusal> why_not_by_token(const Sender& sender, const MailCommand& command) {
    if (level_for(command) > Level::token || !is_about_the_same(sender, command)) {
        return Refusal::not_vouched;
    }
    const bool is_open = sender.claim->purpose == notify::TokenPurpose::turn ||
                         sender.claim->purpose == notify::TokenPurpose::challenge;
    if (is_open || is_looking(command) || is_about_leaving(command)) return std::nullopt;
    return Refusal::leaving_only;
}

std::string old_token_text() {
    return text::refused_text(protocol::refusal(
        Code::bad_link, "The email you answered is too old. Reply to a newer one."));
}

std::string refusal_text(Refusal why, const CommandContext& context, const MailCommand& command) {
    const std::string& site = context.site.url;
    switch (why) {
        case Refusal::superseded:
            return text::superseded_text(site);
        case Refusal::suspended:
            return text::refused_text(account::suspended(*context.sender.identity));
        case Refusal::old_token:
            return old_token_text();
        case Refusal::doubted:
            return text::doubted_text(context.sender.doubt, site);
        case Refusal::unknown_sender:
            return text::unknown_sender_text(mime::commands_address(context.site.domain), site);
        case Refusal::not_vouched:
            return text::not_vouched_text(mail_verb(command), site);
        case Refusal::leaving_only:
            return text::refused_text(
                protocol::refusal(Code::forbidden,
                                  "The email you answered asks whether you leave the game. Reply "
                                  "with yes or no only."));
    }
    return {};
}

}  // namespace

std::optional<protocol::AccountId> CommandContext::viewer() const {
    return sender.identity ? std::optional(sender.identity->account) : std::nullopt;
}

game::IdempotencyKey CommandContext::key() const {
    const std::string who = sender.identity ? to_string(account()) + " " : std::string();
    const std::string name = fingerprint ? base::to_hex(*fingerprint) : to_string(mail);
    return {who + "mail", "mail " + name + " " + std::to_string(line), source, mail};
}

bool is_passing(const Error& error) {
    return error.code == Code::storage_unavailable || error.code == Code::overloaded ||
           error.code == Code::shutting_down;
}

bool is_fault(const Error& error) {
    return is_passing(error) || error.code == Code::internal_error;
}

CommandResult refused(const Error& error) {
    if (is_fault(error)) return error;
    return refusal_answer(text::refused_text(error));
}

std::optional<CommandReply> why_not_by_old_token(const Sender& sender, const std::string& site) {
    if (sender.is_superseded) return refusal_answer(text::superseded_text(site));
    if (!has_old_token(sender)) return std::nullopt;
    return refusal_answer(old_token_text());
}

CommandResult refused_with(std::string text) {
    return refusal_answer(std::move(text));
}

CommandResult acted(std::string text) {
    return CommandReply{std::move(text), Outcome::acted, {}};
}

CommandResult answered(std::string text) {
    return CommandReply{std::move(text), Outcome::answered, {}};
}

Level level_for(const MailCommand& command) {
    return std::visit(
        []<class T>(const T&) {
            using namespace protocol;
            if (is_one_of<T, MailHelp, MailRules, MailSetups, MailTest, MailRegister, MailWatch,
                          MailUnwatch>) {
                return Level::unknown;
            }
            if (is_one_of<T, MailMove, MailSwap, MailPlan, MailUnplan, MailResign, MailLeave,
                          MailSubstitute, MailUndo, MailPause, MailYes, MailNo, MailSay, MailShow,
                          MailHistory, MailPreview, MailAccept, MailDecline>) {
                return Level::token;
            }
            return Level::address;
        },
        command);
}

bool is_changing(const MailCommand& command) {
    return std::visit(
        []<class T>(const T&) {
            using namespace protocol;
            return !is_one_of<T, MailHelp, MailRules, MailSetups, MailTest, MailGames, MailTurns,
                              MailShow, MailHistory, MailPreview, MailStandings, MailRatings,
                              MailTournaments, MailTable>;
        },
        command);
}

std::optional<Refusal> why_refused(const Sender& sender, const MailCommand& command,
                                   base::Instant now) {
    if (sender.is_superseded && (game_of(command) || challenge_of(command))) {
        return Refusal::superseded;
    }
    if (sender.identity && is_changing(command) && sender.identity->is_suspended(now)) {
        return Refusal::suspended;
    }
    // For an account, even what anybody may is done by a token of the same game only.
    const bool is_for_account = sender.level == Level::token && is_about_watching(command);
    if (level_for(command) == Level::unknown && !is_for_account) return std::nullopt;
    switch (sender.level) {
        case Level::unknown:
            return why_unknown(sender);
        case Level::token:
            return why_not_by_token(sender, command);
        case Level::address:
        case Level::password:
            break;
    }
    return std::nullopt;
}

CommandTask run_command(CommandContext context, const Needs& needs, MailCommand command) {
    const auto refusal = why_refused(context.sender, command, context.now);
    if (refusal) co_return refusal_answer(refusal_text(*refusal, context, command));
    co_return co_await run_any(context, needs, std::move(command));
}

}  // namespace tanbo::mail::commands
