#include "protocol/error.hpp"

#include <array>
#include <stdexcept>
#include <utility>

#include "protocol/problem_json.hpp"

namespace tanbo::protocol {

namespace {

struct Row {
    Code code;
    std::string_view name;
    std::string_view title;
};

// In the order of the enumerators.
constexpr std::array rows{
    Row{Code::malformed_json, "malformed-json", "Malformed JSON"},
    Row{Code::invalid_field, "invalid-field", "Invalid field"},
    Row{Code::malformed_request, "malformed-request", "Malformed request"},
    Row{Code::bad_cursor, "bad-cursor", "Bad cursor"},
    Row{Code::bad_parameter, "bad-parameter", "Bad query parameter"},
    Row{Code::unsupported_media_type, "unsupported-media-type", "Unsupported media type"},
    Row{Code::not_acceptable, "not-acceptable", "Not acceptable"},
    Row{Code::body_too_large, "body-too-large", "Body too large"},
    Row{Code::target_too_long, "target-too-long", "Target too long"},
    Row{Code::headers_too_large, "headers-too-large", "Headers too large"},
    Row{Code::request_timeout, "request-timeout", "Request timeout"},
    Row{Code::no_such_route, "no-such-route", "No such route"},
    Row{Code::method_not_allowed, "method-not-allowed", "Method not allowed"},
    Row{Code::idempotency_key_reused, "idempotency-key-reused", "Idempotency key reused"},
    Row{Code::idempotency_key_not_yours, "idempotency-key-not-yours",
        "Idempotency key of somebody else"},
    Row{Code::unauthorized, "unauthorized", "Token required"},
    Row{Code::bad_token, "bad-token", "Bad token"},
    Row{Code::bad_credentials, "bad-credentials", "Wrong handle or password"},
    Row{Code::forbidden, "forbidden", "Forbidden"},
    Row{Code::insufficient_scope, "insufficient-scope", "Insufficient scope"},
    Row{Code::origin_not_allowed, "origin-not-allowed", "Origin not allowed"},
    Row{Code::handle_taken, "handle-taken", "Handle taken"},
    Row{Code::common_password, "common-password", "Common password"},
    Row{Code::account_suspended, "account-suspended", "Account suspended"},
    Row{Code::wrong_kind, "wrong-kind", "Wrong kind of account"},
    Row{Code::password_required, "password-required", "Password required"},
    Row{Code::tls_required, "tls-required", "TLS required"},
    Row{Code::no_such_session, "no-such-session", "No such session"},
    Row{Code::no_such_address, "no-such-address", "No such address"},
    Row{Code::address_not_verified, "address-not-verified", "Address not verified"},
    Row{Code::no_such_vacation, "no-such-vacation", "No such vacation"},
    Row{Code::bad_link, "bad-link", "Bad link"},
    Row{Code::vacation_overlaps, "vacation-overlaps", "Vacations overlap"},
    Row{Code::vacation_too_long, "vacation-too-long", "Vacation too long"},
    Row{Code::rate_limited, "rate-limited", "Too many requests"},
    Row{Code::no_such_game, "no-such-game", "No such game"},
    Row{Code::no_such_setup, "no-such-setup", "No such setup"},
    Row{Code::no_such_player, "no-such-player", "No such player"},
    Row{Code::no_such_ply, "no-such-ply", "No such position"},
    Row{Code::invalid_opening, "invalid-opening", "Invalid opening"},
    Row{Code::not_a_player, "not-a-player", "Not a player of this game"},
    Row{Code::already_seated, "already-seated", "Already seated"},
    Row{Code::no_such_seat, "no-such-seat", "No such seat"},
    Row{Code::seat_taken, "seat-taken", "Seat taken"},
    Row{Code::seat_reserved, "seat-reserved", "Seat kept for another player"},
    Row{Code::game_full, "game-full", "Game full"},
    Row{Code::game_not_started, "game-not-started", "Game not started"},
    Row{Code::game_already_started, "game-already-started", "Game already started"},
    Row{Code::game_over, "game-over", "Game over"},
    Row{Code::not_the_creator, "not-the-creator", "Not the creator of the game"},
    Row{Code::too_few_players, "too-few-players", "Too few players"},
    Row{Code::already_left, "already-left", "Already left"},
    Row{Code::stale_ply, "stale-ply", "Stale ply"},
    Row{Code::stale_seq, "stale-seq", "Stale seq"},
    Row{Code::not_your_turn, "not-your-turn", "Not your turn"},
    Row{Code::illegal_move, "illegal-move", "Illegal move"},
    Row{Code::swap_not_offered, "swap-not-offered", "No swap in this game"},
    Row{Code::swap_too_early, "swap-too-early", "Too early to swap"},
    Row{Code::swap_too_late, "swap-too-late", "Too late to swap"},
    Row{Code::proposal_open, "proposal-open", "A proposal of yours is open"},
    Row{Code::no_such_proposal, "no-such-proposal", "No such proposal"},
    Row{Code::not_yours_to_answer, "not-yours-to-answer", "Not yours to answer"},
    Row{Code::already_answered, "already-answered", "Already answered"},
    Row{Code::undo_impossible, "undo-impossible", "Nothing to take back"},
    Row{Code::too_late_to_abort, "too-late-to-abort", "Too late to abort"},
    Row{Code::too_few_to_vote, "too-few-to-vote", "Too few players to vote"},
    Row{Code::not_absent, "not-absent", "Not absent"},
    Row{Code::no_clock, "no-clock", "No clock in this game"},
    Row{Code::game_paused, "game-paused", "Game paused already"},
    Row{Code::not_paused, "not-paused", "Game not paused"},
    Row{Code::seat_not_offered, "seat-not-offered", "Seat not on offer"},
    Row{Code::invalid_verdict, "invalid-verdict", "Invalid verdict"},
    Row{Code::no_such_plan, "no-such-plan", "No such plan"},
    Row{Code::your_turn, "your-turn", "It is your turn"},
    Row{Code::chat_hidden, "chat-hidden", "Chat hidden until the end"},
    Row{Code::muted, "muted", "Muted"},
    Row{Code::no_such_message, "no-such-message", "No such message"},
    Row{Code::no_such_report, "no-such-report", "No such report"},
    Row{Code::limit_reached, "limit-reached", "Limit reached"},
    Row{Code::too_many_watches, "too-many-watches", "Too many watched games"},
    Row{Code::no_such_webhook, "no-such-webhook", "No such webhook"},
    Row{Code::too_many_webhooks, "too-many-webhooks", "Too many webhooks"},
    Row{Code::webhook_off, "webhook-off", "Webhook turned off"},
    Row{Code::no_such_calendar, "no-such-calendar", "No such calendar"},
    Row{Code::no_such_challenge, "no-such-challenge", "No such challenge"},
    Row{Code::challenge_closed, "challenge-closed", "Challenge closed"},
    Row{Code::not_admitted, "not-admitted", "Not admitted"},
    Row{Code::game_not_over, "game-not-over", "Game not over"},
    Row{Code::invalid_record, "invalid-record", "Invalid record"},
    Row{Code::no_such_topic, "no-such-topic", "No such topic"},
    Row{Code::already_subscribed, "already-subscribed", "Already subscribed"},
    Row{Code::not_subscribed, "not-subscribed", "Not subscribed"},
    Row{Code::too_many_subscriptions, "too-many-subscriptions", "Too many subscriptions"},
    Row{Code::storage_unavailable, "storage-unavailable", "Storage unavailable"},
    Row{Code::overloaded, "overloaded", "Overloaded"},
    Row{Code::shutting_down, "shutting-down", "Shutting down"},
    Row{Code::internal_error, "internal-error", "Internal error"},
};

constexpr bool is_in_order() {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (static_cast<std::size_t>(rows[i].code) != i) return false;
    }
    return rows.size() == static_cast<std::size_t>(codes);
}
static_assert(is_in_order());

const Row& row(Code code) {
    return rows.at(static_cast<std::size_t>(code));
}

void write_where_set(JsonWriter& out, std::string_view key, std::string_view text) {
    if (!text.empty()) out.key(key).text(text);
}

template <class Number>
void write_where_set(JsonWriter& out, std::string_view key, const std::optional<Number>& number) {
    if (number) out.key(key).number(*number);
}

}  // namespace

std::string_view code_name(Code code) {
    return row(code).name;
}

std::optional<Code> parse_code(std::string_view name) {
    for (const Row& row : rows) {
        if (row.name == name) return row.code;
    }
    return std::nullopt;
}

std::string_view code_title(Code code) {
    return row(code).title;
}

Error refusal(Code code, std::string detail, std::string pointer) {
    Error error;
    error.code = code;
    error.detail = std::move(detail);
    error.pointer = std::move(pointer);
    return error;
}

void throw_exception_from_error(const Error& error, const boost::source_location& where) {
    throw std::logic_error(std::string(where.file_name()) + ":" + std::to_string(where.line()) +
                           ": a refusal was taken for a value: " + error.detail);
}

void write_problem(JsonWriter& out, const Error& error, int status, std::string_view instance) {
    const Row& kind = row(error.code);
    out.begin_object().key("type").text(std::string("urn:tanbo:error:").append(kind.name));
    out.key("title").text(kind.title).key("status").number(status);
    out.key("detail").text(error.detail).key("code").word(kind.name);
    write_where_set(out, "instance", instance);
    write_where_set(out, "pointer", error.pointer);
    write_where_set(out, "reason", error.reason);
    write_where_set(out, "ply", error.ply);
    write_where_set(out, "seq", error.seq);
    write_where_set(out, "retry_after_s", error.retry_after_s);
    out.end_object();
}

std::string encode_problem(const Error& error, int status, std::string_view instance) {
    JsonWriter out;
    write_problem(out, error, status, instance);
    return out.take();
}

}  // namespace tanbo::protocol
