#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/match.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "server/mail/commands/command.hpp"

// Of which turn or offer a mail speaks: functions of a match and of the mail that is answered.
namespace tanbo::mail::commands {

// Who asks for a change in a game, kept for the writer's thread.
struct CommandAuthor {
    protocol::AccountId account{};
    // Up to which event the mail that they answer told of the game, if it was of this game.
    std::optional<std::uint32_t> seen_seq;
    // They have shown nothing but that mail: it counts only for what it told of.
    bool is_bound = false;
};
CommandAuthor command_author(const CommandContext& context, protocol::GameId game);

// The ply a stone is meant for: the one that is written; else that of the mail that is answered;
// else, if the point is that of their last stone, the ply of that (a mail sent twice is harmless);
// else the current one. Errors: stale_ply, if a mail would act in another turn than it told of: at
// another ply, or at the same one after stones were taken back or the seats swapped.
protocol::Result<std::uint32_t> resolve_ply(const CommandAuthor& author, const engine::Match& match,
                                            const MailMove& move);

// The number of stones that the planner had seen: found in the same way, with their own answer to
// that mail counted. Errors: stale_ply, as in resolve_ply.
protocol::Result<std::uint32_t> planned_ply(const CommandAuthor& author, const engine::Match& match,
                                            const MailPlan& plan);

// Whether the turn that a mail told of, or the wait for it, is still on: since then they have
// placed no stone but the one they were asked for, and were not to move again. Errors: stale_ply.
protocol::Result<void> check_current(const CommandAuthor& author, protocol::GameId game,
                                     const engine::Match& match);

// Whether a mail told of the seat's offer that stands, or of the oldest one if none is named. It
// may be answered whatever was played beside it; one that was made later is another, also of the
// same seat. Errors: seat_not_offered.
protocol::Result<void> check_offer(const CommandAuthor& author, const engine::Match& match,
                                   const MailSubstitute& command);

// The subject of the proposal that the event of that seq answers; nothing if it answers
// none.
std::optional<engine::ProposalKind> answered_kind(std::span<const engine::Event> log,
                                                  std::uint32_t seq);

}  // namespace tanbo::mail::commands
