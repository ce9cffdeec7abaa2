#include "protocol/people/admin.hpp"

#include "protocol/boards/board_json.hpp"
#include "protocol/games/clock_json.hpp"
#include "protocol/games/events.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/page_json.hpp"
#include "protocol/json/prose.hpp"
#include "protocol/people/chat_json.hpp"

namespace tanbo::protocol {

namespace {

constexpr JsonCaps admin_caps{.bytes = 16'384, .depth = 3, .values = 32};
constexpr std::size_t reason_chars_max = 500;

template <class T, class Read>
Result<T> decode_admin_request(std::string_view body, Read read) {
    return decode_with<T>(body, admin_caps, FirstFault(), read);
}

std::string read_reason(const JsonReader& in) {
    return read_statement(in.field("reason"), reason_chars_max);
}

std::optional<std::string> parse_role_name(std::string_view name) {
    if (name == "player" || name == "moderator" || name == "admin") return std::string(name);
    return std::nullopt;
}

std::optional<ReportState> parse_resolution(std::string_view name) {
    const auto state = parse_report_state(name);
    return state == ReportState::open ? std::nullopt : state;
}

std::vector<std::pair<engine::Seat, int>> read_places(const JsonReader& in) {
    std::vector<std::pair<engine::Seat, int>> places;
    if (!in.expect_object()) return places;
    for (int i = 0; i < engine::seats_max && in.is_sound(); ++i) {
        const engine::Seat seat = engine::seat_at(i);
        const std::string_view name = engine::seat_name(seat);
        if (!in.has(name)) continue;
        places.emplace_back(seat, static_cast<int>(in.field(name).integer(1, engine::seats_max)));
    }
    in.expect_keys({"black", "white", "red", "green", "seat5", "seat6", "seat7", "seat8"});
    if (in.is_sound() && places.empty()) in.refuse("must name a seat");
    return places;
}

// Who alone is in the first place.
std::optional<engine::Seat> first_of(std::span<const std::pair<engine::Seat, int>> places) {
    std::optional<engine::Seat> first;
    for (const auto& [seat, place] : places) {
        if (place != 1) continue;
        if (first) return std::nullopt;
        first = seat;
    }
    return first;
}

Verdict read_verdict(const JsonReader& in) {
    Verdict verdict;
    if (in.has("places")) {
        in.expect_keys({"places", "reason"});
        verdict.places = read_places(in.field("places"));
        verdict.winner = first_of(verdict.places);
        return verdict;
    }
    in.expect_keys({"winner", "reason"});
    if (const auto winner = in.nullable_field("winner")) verdict.winner = read_seat(*winner);
    return verdict;
}

void write_verdict(JsonWriter& out, const Verdict& verdict) {
    write_seat(out.key("winner"), verdict.winner);
    out.key("places").begin_object();
    for (const auto& [seat, place] : verdict.places) {
        out.key(engine::seat_name(seat)).number(place);
    }
    out.end_object();
}

void write_audit(JsonWriter& out, const AuditView& entry) {
    out.begin_object().key("id").id(entry.id).key("at").word(format_instant(entry.at));
    out.key("by").text_or_null(entry.by);
    out.key("act").word(entry.act);
    out.key("account").text_or_null(entry.account);
    out.key("game").id_or_null(entry.game);
    out.key("message").id_or_null(entry.message);
    out.key("reason").text(entry.reason).key("details").raw(entry.details).end_object();
}

void write_report(JsonWriter& out, const ReportView& report) {
    out.begin_object().key("id").id(report.id).key("game").id(report.game);
    write_chat_line(out.key("message"), report.message);
    out.key("text").text(report.text).key("reporter").text(report.reporter);
    out.key("reason").text(report.reason).key("at").word(format_instant(report.at));
    out.key("state").word(report_state_name(report.state));
    out.key("resolver").text_or_null(report.resolver);
    write_instant(out.key("resolved_at"), report.resolved_at);
    out.end_object();
}

}  // namespace

Result<Reasoned> decode_reasoned(std::string_view body) {
    return decode_admin_request<Reasoned>(body, [](const JsonReader& in) {
        in.expect_keys({"reason"});
        return Reasoned{read_reason(in)};
    });
}

Result<UntilThen> decode_until_then(std::string_view body) {
    return decode_admin_request<UntilThen>(body, [](const JsonReader& in) {
        in.expect_keys({"until", "reason"});
        UntilThen request;
        if (const auto until = in.optional_field("until")) request.until = read_instant(*until);
        request.reason = read_reason(in);
        return request;
    });
}

Result<RoleRequest> decode_role_request(std::string_view body) {
    return decode_admin_request<RoleRequest>(body, [](const JsonReader& in) {
        in.expect_keys({"role", "reason"});
        return RoleRequest{
            in.field("role").word(parse_role_name, "\"player\", \"moderator\" or \"admin\""),
            read_reason(in)};
    });
}

Result<RemovalRequest> decode_removal_request(std::string_view body) {
    return decode_admin_request<RemovalRequest>(body, [](const JsonReader& in) {
        in.expect_keys({"seat", "reason"});
        return RemovalRequest{read_seat(in.field("seat")), read_reason(in)};
    });
}

Result<VerdictRequest> decode_verdict_request(std::string_view body) {
    return decode_admin_request<VerdictRequest>(body, [](const JsonReader& in) {
        return VerdictRequest{read_verdict(in), read_reason(in)};
    });
}

Result<ResolveRequest> decode_resolve_request(std::string_view body) {
    return decode_admin_request<ResolveRequest>(body, [](const JsonReader& in) {
        in.expect_keys({"verdict", "reason"});
        return ResolveRequest{
            in.field("verdict").word(parse_resolution, "\"upheld\" or \"dismissed\""),
            read_reason(in)};
    });
}

std::string encode_audit_details(const AuditDetails& details) {
    JsonWriter out(128);
    out.begin_object();
    if (details.until) write_instant(out.key("until"), *details.until);
    if (details.role)
        out.key("from").word(details.role->first).key("to").word(details.role->second);
    if (details.seat) write_seat(out.key("seat"), details.seat);
    if (details.verdict) write_verdict(out, *details.verdict);
    if (details.report) out.key("report").id(*details.report);
    if (details.resolution) out.key("verdict").word(report_state_name(*details.resolution));
    if (details.changed) {
        out.key("changed").begin_array();
        for (const std::string& name : *details.changed) out.word(name);
        out.end_array();
    }
    out.end_object();
    return out.take();
}

std::string encode_audit(const AuditView& entry) {
    JsonWriter out;
    write_audit(out, entry);
    return out.take();
}

std::string encode_audit_page(std::span<const AuditView> entries,
                              const std::optional<std::string>& next_cursor) {
    return encode_page("entries", entries, next_cursor, write_audit, 512);
}

std::string encode_report(const ReportView& report) {
    JsonWriter out;
    write_report(out, report);
    return out.take();
}

std::string encode_reports_page(std::span<const ReportView> reports,
                                const std::optional<std::string>& next_cursor) {
    return encode_page("reports", reports, next_cursor, write_report, 512);
}

std::string encode_admin_account(const AdminAccountView& account) {
    JsonWriter out;
    out.begin_object().key("handle").text(account.handle).key("kind").word(account.kind);
    out.key("role").word(account.role).key("created_at").word(format_instant(account.created_at));
    write_instant(out.key("suspended_until"), account.suspended_until);
    out.key("muted").boolean(account.is_muted);
    write_instant(out.key("muted_until"), account.muted_until);
    out.end_object();
    return out.take();
}

}  // namespace tanbo::protocol
