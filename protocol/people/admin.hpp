#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/event.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/chat.hpp"

// Requests of moderators and administrators, and the answers.
namespace tanbo::protocol {

// --- requests; each has a "reason" of 1 to 500 characters ---

struct Reasoned {
    std::string reason;
};
struct UntilThen {
    std::optional<engine::Instant> until;  // nothing: until revoked
    std::string reason;
};
struct RoleRequest {
    std::string role;  // "player", "moderator" or "admin"
    std::string reason;
};
struct RemovalRequest {
    engine::Seat seat = engine::Seat::black;
    std::string reason;
};
// The winner, if any, and the places of all who took part. Without places the winner is first, and
// the others share the second place.
struct Verdict {
    std::optional<engine::Seat> winner;
    std::vector<std::pair<engine::Seat, int>> places;
};
struct VerdictRequest {
    Verdict verdict;
    std::string reason;
};
struct ResolveRequest {
    ReportState verdict = ReportState::dismissed;  // or upheld
    std::string reason;
};

// Errors of all: malformed_json; invalid_field with its pointer.
Result<Reasoned> decode_reasoned(std::string_view body);
Result<UntilThen> decode_until_then(std::string_view body);
Result<RoleRequest> decode_role_request(std::string_view body);
Result<RemovalRequest> decode_removal_request(std::string_view body);
// {"winner": seat or null} or {"places": {seat: place, ...}}; with places, who alone is first has
// won.
Result<VerdictRequest> decode_verdict_request(std::string_view body);
Result<ResolveRequest> decode_resolve_request(std::string_view body);

// --- the log of acts ---

// The details of an act besides whom and which game it concerns; what does not apply is absent.
struct AuditDetails {
    std::optional<std::optional<engine::Instant>> until;      // null: until revoked
    std::optional<std::pair<std::string, std::string>> role;  // before and after
    std::optional<engine::Seat> seat;
    std::optional<Verdict> verdict;
    std::optional<ReportId> report;
    std::optional<ReportState> resolution;
    std::optional<std::vector<std::string>> changed;  // names of settings
};
// {"until","from","to","seat","winner","places","report","verdict","changed"}
std::string encode_audit_details(const AuditDetails& details);

struct AuditView {
    AuditId id{};
    engine::Instant at;
    std::optional<std::string> by;  // nothing: the server's shell
    std::string act;
    std::optional<std::string> account;
    std::optional<GameId> game;
    std::optional<ChatMessageId> message;
    std::string reason;
    std::string details;  // JSON
};
// {"id","at","by","act","account","game","message","reason","details":{...}}
std::string encode_audit(const AuditView& entry);
// {"entries":[...],"next"}
std::string encode_audit_page(std::span<const AuditView> entries,
                              const std::optional<std::string>& next_cursor);

// --- reports ---

struct ReportView {
    ReportId id{};
    GameId game{};
    ChatLine message;  // as it is now
    std::string text;  // as it was reported
    std::string reporter;
    std::string reason;
    engine::Instant at;
    ReportState state = ReportState::open;
    std::optional<std::string> resolver;
    std::optional<engine::Instant> resolved_at;
};
// {"id","game","message":{...},"text","reporter","reason","at","state","resolver","resolved_at"}
std::string encode_report(const ReportView& report);
// {"reports":[...],"next"}
std::string encode_reports_page(std::span<const ReportView> reports,
                                const std::optional<std::string>& next_cursor);

// --- accounts ---

struct AdminAccountView {
    std::string handle;
    std::string kind;
    std::string role;
    engine::Instant created_at;
    std::optional<engine::Instant> suspended_until;
    bool is_muted = false;
    std::optional<engine::Instant> muted_until;
};
// {"handle","kind","role","created_at","suspended_until","muted","muted_until"}
std::string encode_admin_account(const AdminAccountView& account);

}  // namespace tanbo::protocol
