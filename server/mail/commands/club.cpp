#include <algorithm>
#include <utility>
#include <vector>

#include "engine/opening.hpp"
#include "protocol/client/client.hpp"
#include "protocol/people/chat.hpp"
#include "server/chat/chat.hpp"
#include "server/chat/rooms.hpp"
#include "server/game/views/views.hpp"
#include "server/lobby/lobby.hpp"
#include "server/mail/commands/command.hpp"
#include "server/mail/commands/game_reading.hpp"
#include "server/mail/text/replies.hpp"

// Finding somebody to play with, and talking to them.
namespace tanbo::mail::commands {
namespace {

using protocol::Code;
using protocol::refusal;
using protocol::Result;

// The body that REST would be sent: the same is refused for the same reasons.
Result<protocol::CreateChallenge> request_of(const MailChallenge& command) {
    const engine::Setup* setup = &engine::setups().front();
    if (!command.setup.empty()) setup = engine::find_setup(command.setup);
    if (setup == nullptr) {
        return refusal(Code::no_such_setup, "Setup " + protocol::quotation(command.setup) +
                                                " does not exist. For a list, send `setups`.");
    }
    const auto others = static_cast<std::size_t>(setup->seats) - 1;
    if (command.opponents.size() != others) {
        return refusal(Code::invalid_field,
                       std::string(setup->id) + " is for " + std::to_string(setup->seats) +
                           " players. Name " + std::to_string(others) +
                           " besides yourself; `open` leaves a seat to anyone.",
                       "/seats");
    }
    std::vector<std::string> seats = {"me"};
    for (const std::string& handle : command.opponents) {
        seats.push_back(handle.empty() ? "open" : handle);
    }
    return protocol::decode_create_challenge(
        protocol::encode_create_challenge(setup->id, seats, command.terms));
}

// Counts what is said, unless it was said before. Errors: rate_limited; faults.
base::Awaitable<Result<void>> count_message(const CommandContext& context, game::Referee& referee,
                                            const AdmitMessage& admit_message) {
    auto was_said = co_await referee.has_answered(context.key());
    if (!was_said) co_return was_said.error();
    if (*was_said) co_return Result<void>();
    co_return admit_message(context.account());
}

// The game that a challenge has begun; nothing if there is none, or it is not the writer's to see.
// Errors: those that pass.
base::Awaitable<Result<std::optional<GameReading>>> read_begun(
    const CommandContext& context, game::Views& views, const protocol::ChallengeView& challenge) {
    std::optional<GameReading> begun;
    if (!challenge.game) co_return begun;
    auto reading = co_await read_game(context, views, *challenge.game);
    if (!reading && is_fault(reading.error())) co_return reading.error();
    if (reading) begun = std::move(*reading);
    co_return begun;
}

// Says what has become of the challenge, by the game that it has begun.
template <class Say>
CommandTask tell(const CommandContext& context, lobby::Lobby& lobby, game::Views& views,
                 protocol::ChallengeId id, Say say) {
    auto challenge = co_await lobby.view(id);
    if (!challenge) co_return refused(challenge.error());
    const auto begun = co_await read_begun(context, views, *challenge);
    if (!begun) co_return begun.error();
    if (!*begun) co_return acted(say(*challenge, nullptr));
    const text::GameFacts facts = facts_of(context, **begun);
    co_return acted(say(*challenge, &facts));
}

}  // namespace

CommandTask run(const CommandContext& context, MailChallenge command, lobby::Lobby& lobby,
                game::Views& views) {
    auto request = request_of(command);
    if (!request) co_return refused(request.error());
    lobby::Lobby::Key key = context.key();
    auto made = co_await lobby.create(context.account(), std::move(*request), std::move(key));
    if (!made) co_return refused(made.error());
    co_return co_await tell(context, lobby, views, made->id,
                            [&context](const auto& challenge, const text::GameFacts* begun) {
                                return text::challenge_text(challenge, begun, context.sender.zone);
                            });
}

CommandTask run(const CommandContext& context, MailAccept command, lobby::Lobby& lobby,
                game::Views& views) {
    const protocol::AcceptChallenge first_seat;
    lobby::Lobby::Key key = context.key();
    auto accepted =
        co_await lobby.accept(context.account(), command.challenge, first_seat, std::move(key));
    if (!accepted) co_return refused(accepted.error());
    co_return co_await tell(context, lobby, views, accepted->id, &text::accepted_text);
}

CommandTask run(const CommandContext& context, MailDecline command, lobby::Lobby& lobby) {
    auto request =
        protocol::decode_decline_challenge(protocol::encode_decline_challenge(command.reason));
    if (!request) co_return refused(request.error());
    lobby::Lobby::Key key = context.key();
    auto declined = co_await lobby.decline(context.account(), command.challenge,
                                           std::move(request->reason), std::move(key));
    if (!declined) co_return refused(declined.error());
    auto challenge = co_await lobby.view(declined->id);
    if (!challenge) co_return refused(challenge.error());
    co_return acted(text::declined_text(*challenge));
}

// To the others at the table; who does not play talks to those who look on. What is too much for
// now is said later.
CommandTask run(const CommandContext& context, MailSay command, game::Views& views,
                chat::Chat& chat, const AdmitMessage& admit_message, game::Referee& referee) {
    auto message = protocol::decode_post_message(protocol::encode_post_message(command.text));
    if (!message) co_return refused(message.error());
    auto view = co_await views.get(command.game, context.account());
    if (!view) co_return refused(view.error());
    const engine::Match& match = view->match();
    auto room = protocol::ChatRoom::spectators;
    if (chat::is_player(match, context.account())) room = protocol::ChatRoom::players;
    const bool is_hidden =
        room == protocol::ChatRoom::spectators && match.status() != engine::Status::finished;
    auto counted = co_await count_message(context, referee, admit_message);
    if (!counted) co_return counted.error();
    account::Identity author = context.identity();
    chat::Key key = context.key();
    auto said = co_await chat.post(std::move(author), command.game, room, std::move(*message),
                                   std::move(key));
    if (!said) co_return refused(said.error());
    co_return acted(text::said_text(command.game, is_hidden));
}

}  // namespace tanbo::mail::commands
