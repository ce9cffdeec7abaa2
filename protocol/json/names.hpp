#pragma once

#include <optional>
#include <string_view>

#include "engine/match.hpp"
#include "protocol/json/notice_modes.hpp"

// The words by which enumerations travel; the engine's are stored so, too. Seats have theirs in the
// engine (seat_name).
namespace tanbo::protocol {

// Stands before the name of a seat that leaves, among moves.
inline constexpr std::string_view leave_prefix = "leave:";

// Each in kebab-case.
std::string_view status_name(engine::Status status);           // "open", "active", "finished"
std::string_view seat_state_name(engine::SeatState state);     // "open", "in", "left", "out", ...
std::string_view visibility_name(engine::Visibility who);      // "public", "private"
std::string_view leave_reason_name(engine::LeaveReason why);   // "resigned", "time", "removed", ...
std::string_view end_reason_name(engine::EndReason why);       // "last-standing", ...
std::string_view clock_kind_name(engine::ClockKind kind);      // "none", "per-move", "fischer", ...
std::string_view clock_term_name(engine::ClockTermKind kind);  // "initial", "increment", ...
std::string_view proposal_kind_name(engine::ProposalKind kind);  // "undo", "pause", ...
std::string_view pause_reason_name(engine::PauseReason why);     // "agreement"
std::string_view resume_reason_name(engine::ResumeReason why);   // "asked", "move", "lapsed"
std::string_view notice_mode_name(NoticeMode mode);              // "each", "away", "digest", "off"
std::string_view watch_mode_name(WatchMode mode);                // "each", "end", "off"
std::string_view mail_watch_mode_name(MailWatchMode mode);       // "each", "daily"

// The inverses; nothing if there is no such word.
std::optional<engine::Status> parse_status(std::string_view name);
std::optional<engine::SeatState> parse_seat_state(std::string_view name);
std::optional<engine::Visibility> parse_visibility(std::string_view name);
std::optional<engine::LeaveReason> parse_leave_reason(std::string_view name);
std::optional<engine::EndReason> parse_end_reason(std::string_view name);
std::optional<engine::ClockKind> parse_clock_kind(std::string_view name);
std::optional<engine::ProposalKind> parse_proposal_kind(std::string_view name);
std::optional<engine::PauseReason> parse_pause_reason(std::string_view name);
std::optional<engine::ResumeReason> parse_resume_reason(std::string_view name);
std::optional<NoticeMode> parse_notice_mode(std::string_view name);
std::optional<WatchMode> parse_watch_mode(std::string_view name);
std::optional<MailWatchMode> parse_mail_watch_mode(std::string_view name);

}  // namespace tanbo::protocol
