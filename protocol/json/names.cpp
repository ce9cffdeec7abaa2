#include "protocol/json/names.hpp"

#include <algorithm>
#include <array>

namespace tanbo::protocol {

namespace {

using std::string_view_literals::operator""sv;

// Each table is in the order of its enumerators.
constexpr std::array statuses{"open"sv, "active"sv, "finished"sv};
constexpr std::array seat_states{"open"sv, "in"sv, "left"sv, "out"sv, "offered"sv};
constexpr std::array visibilities{"public"sv, "private"sv};
constexpr std::array leave_reasons{"resigned"sv, "time"sv, "removed"sv, "withdrawn"sv, "absent"sv};
constexpr std::array end_reasons{"last-standing"sv, "last-remaining"sv, "withdrawn"sv, "aborted"sv,
                                 "adjudicated"sv};
constexpr std::array clock_kinds{"none"sv, "per-move"sv, "fischer"sv, "total"sv};
constexpr std::array clock_terms{"initial"sv, "increment"sv, "cap"sv,   "refill"sv,
                                 "turn"sv,    "weekend"sv,   "sleep"sv, "vacation"sv,
                                 "paused"sv,  "downtime"sv,  "lag"sv};
constexpr std::array proposal_kinds{"undo"sv, "pause"sv, "abort"sv, "remove"sv};
constexpr std::array pause_reasons{"agreement"sv};
constexpr std::array resume_reasons{"asked"sv, "move"sv, "lapsed"sv};
constexpr std::array notice_modes{"each"sv, "away"sv, "digest"sv, "off"sv};
constexpr std::array watch_modes{"each"sv, "end"sv, "off"sv};
constexpr std::array mail_watch_modes{"each"sv, "daily"sv};

template <class Enum, std::size_t Size>
std::string_view name_in(const std::array<std::string_view, Size>& names, Enum value) {
    return names.at(static_cast<std::size_t>(value));
}

template <class Enum, std::size_t Size>
std::optional<Enum> find_in(const std::array<std::string_view, Size>& names,
                            std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return std::nullopt;
    return static_cast<Enum>(found - names.begin());
}

}  // namespace

std::string_view status_name(engine::Status status) {
    return name_in(statuses, status);
}

std::string_view seat_state_name(engine::SeatState state) {
    return name_in(seat_states, state);
}

std::string_view visibility_name(engine::Visibility who) {
    return name_in(visibilities, who);
}

std::string_view leave_reason_name(engine::LeaveReason why) {
    return name_in(leave_reasons, why);
}

std::string_view end_reason_name(engine::EndReason why) {
    return name_in(end_reasons, why);
}

std::string_view clock_kind_name(engine::ClockKind kind) {
    return name_in(clock_kinds, kind);
}

std::string_view clock_term_name(engine::ClockTermKind kind) {
    return name_in(clock_terms, kind);
}

std::string_view proposal_kind_name(engine::ProposalKind kind) {
    return name_in(proposal_kinds, kind);
}

std::string_view pause_reason_name(engine::PauseReason why) {
    return name_in(pause_reasons, why);
}

std::string_view resume_reason_name(engine::ResumeReason why) {
    return name_in(resume_reasons, why);
}

std::string_view notice_mode_name(NoticeMode mode) {
    return name_in(notice_modes, mode);
}

std::string_view watch_mode_name(WatchMode mode) {
    return name_in(watch_modes, mode);
}

std::string_view mail_watch_mode_name(MailWatchMode mode) {
    return name_in(mail_watch_modes, mode);
}

std::optional<engine::Status> parse_status(std::string_view name) {
    return find_in<engine::Status>(statuses, name);
}

std::optional<engine::SeatState> parse_seat_state(std::string_view name) {
    return find_in<engine::SeatState>(seat_states, name);
}

std::optional<engine::Visibility> parse_visibility(std::string_view name) {
    return find_in<engine::Visibility>(visibilities, name);
}

std::optional<engine::LeaveReason> parse_leave_reason(std::string_view name) {
    return find_in<engine::LeaveReason>(leave_reasons, name);
}

std::optional<engine::EndReason> parse_end_reason(std::string_view name) {
    return find_in<engine::EndReason>(end_reasons, name);
}

std::optional<engine::ClockKind> parse_clock_kind(std::string_view name) {
    return find_in<engine::ClockKind>(clock_kinds, name);
}

std::optional<engine::ProposalKind> parse_proposal_kind(std::string_view name) {
    return find_in<engine::ProposalKind>(proposal_kinds, name);
}

std::optional<engine::PauseReason> parse_pause_reason(std::string_view name) {
    return find_in<engine::PauseReason>(pause_reasons, name);
}

std::optional<engine::ResumeReason> parse_resume_reason(std::string_view name) {
    return find_in<engine::ResumeReason>(resume_reasons, name);
}

std::optional<NoticeMode> parse_notice_mode(std::string_view name) {
    return find_in<NoticeMode>(notice_modes, name);
}

std::optional<WatchMode> parse_watch_mode(std::string_view name) {
    return find_in<WatchMode>(watch_modes, name);
}

std::optional<MailWatchMode> parse_mail_watch_mode(std::string_view name) {
    return find_in<MailWatchMode>(mail_watch_modes, name);
}

}  // namespace tanbo::protocol
