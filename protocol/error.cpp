#include "protocol/error.hpp"

#include <array>
#include <stdexcept>
#include <utility>

#include "protocol/problem_json.hpp"
#include "protocol/utf8.hpp"

namespace tanbo::protocol {

namespace {

struct CodeRow {
    Code code;
    std::string_view name;
    std::string_view title;
};

// In the order of the enumerators.
constexpr std::array code_rows{
    CodeRow{Code::malformed_json, "malformed-json", "Malformed JSON"},
    CodeRow{Code::invalid_field, "invalid-field", "Invalid field"},
    CodeRow{Code::malformed_request, "malformed-request", "Malformed request"},
    CodeRow{Code::bad_cursor, "bad-cursor", "Bad cursor"},
    CodeRow{Code::bad_parameter, "bad-parameter", "Bad query parameter"},
    CodeRow{Code::unsupported_media_type, "unsupported-media-type", "Unsupported media type"},
    CodeRow{Code::not_acceptable, "not-acceptable", "Not acceptable"},
    CodeRow{Code::body_too_large, "body-too-large", "Body too large"},
    CodeRow{Code::target_too_long, "target-too-long", "Target too long"},
    CodeRow{Code::headers_too_large, "headers-too-large", "Headers too large"},
    CodeRow{Code::request_timeout, "request-timeout", "Request timeout"},
    CodeRow{Code::no_such_route, "no-such-route", "No such route"},
    CodeRow{Code::method_not_allowed, "method-not-allowed", "Method not allowed"},
    CodeRow{Code::idempotency_key_reused, "idempotency-key-reused", "Idempotency key reused"},
    CodeRow{Code::idempotency_key_not_yours, "idempotency-key-not-yours",
            "Idempotency key of somebody else"},
    CodeRow{Code::unauthorized, "unauthorized", "Token required"},
    CodeRow{Code::bad_token, "bad-token", "Bad token"},
    CodeRow{Code::bad_credentials, "bad-credentials", "Wrong handle or password"},
    CodeRow{Code::forbidden, "forbidden", "Forbidden"},
    CodeRow{Code::insufficient_scope, "insufficient-scope", "Insufficient scope"},
    CodeRow{Code::origin_not_allowed, "origin-not-allowed", "Origin not allowed"},
    CodeRow{Code::handle_taken, "handle-taken", "Handle taken"},
    CodeRow{Code::common_password, "common-password", "Common password"},
    CodeRow{Code::account_suspended, "account-suspended", "Account suspended"},
    CodeRow{Code::wrong_kind, "wrong-kind", "Wrong kind of account"},
    CodeRow{Code::password_required, "password-required", "Password required"},
    CodeRow{Code::tls_required, "tls-required", "TLS required"},
    CodeRow{Code::no_such_session, "no-such-session", "No such session"},
    CodeRow{Code::no_such_address, "no-such-address", "No such address"},
    CodeRow{Code::address_not_verified, "address-not-verified", "Address not verified"},
    CodeRow{Code::no_such_vacation, "no-such-vacation", "No such vacation"},
    CodeRow{Code::bad_link, "bad-link", "Bad link"},
    CodeRow{Code::vacation_overlaps, "vacation-overlaps", "Vacations overlap"},
    CodeRow{Code::vacation_too_long, "vacation-too-long", "Vacation too long"},
    CodeRow{Code::rate_limited, "rate-limited", "Too many requests"},
    CodeRow{Code::no_such_game, "no-such-game", "No such game"},
    CodeRow{Code::no_such_setup, "no-such-setup", "No such setup"},
    CodeRow{Code::no_such_player, "no-such-player", "No such player"},
    CodeRow{Code::no_such_ply, "no-such-ply", "No such position"},
    CodeRow{Code::invalid_opening, "invalid-opening", "Invalid opening"},
    CodeRow{Code::not_a_player, "not-a-player", "Not a player of this game"},
    CodeRow{Code::already_seated, "already-seated", "Already seated"},
    CodeRow{Code::no_such_seat, "no-such-seat", "No such seat"},
    CodeRow{Code::seat_taken, "seat-taken", "Seat taken"},
    CodeRow{Code::seat_reserved, "seat-reserved", "Seat kept for another player"},
    CodeRow{Code::game_full, "game-full", "Game full"},
    CodeRow{Code::game_not_started, "game-not-started", "Game not started"},
    CodeRow{Code::game_already_started, "game-already-started", "Game already started"},
    CodeRow{Code::game_over, "game-over", "Game over"},
    CodeRow{Code::not_the_creator, "not-the-creator", "Not the creator of the game"},
    CodeRow{Code::too_few_players, "too-few-players", "Too few players"},
    CodeRow{Code::already_left, "already-left", "Already left"},
    CodeRow{Code::stale_ply, "stale-ply", "Stale ply"},
    CodeRow{Code::stale_seq, "stale-seq", "Stale seq"},
    CodeRow{Code::server_restored, "server-restored", "Server restored"},
    CodeRow{Code::not_your_turn, "not-your-turn", "Not your turn"},
    CodeRow{Code::illegal_move, "illegal-move", "Illegal move"},
    CodeRow{Code::swap_not_offered, "swap-not-offered", "No swap in this game"},
    CodeRow{Code::swap_too_early, "swap-too-early", "Too early to swap"},
    CodeRow{Code::swap_too_late, "swap-too-late", "Too late to swap"},
    CodeRow{Code::proposal_open, "proposal-open", "A proposal of yours is open"},
    CodeRow{Code::no_such_proposal, "no-such-proposal", "No such proposal"},
    CodeRow{Code::not_yours_to_answer, "not-yours-to-answer", "Not yours to answer"},
    CodeRow{Code::already_answered, "already-answered", "Already answered"},
    CodeRow{Code::undo_impossible, "undo-impossible", "Nothing to take back"},
    CodeRow{Code::too_late_to_abort, "too-late-to-abort", "Too late to abort"},
    CodeRow{Code::too_few_to_vote, "too-few-to-vote", "Too few players to vote"},
    CodeRow{Code::not_absent, "not-absent", "Not absent"},
    CodeRow{Code::no_clock, "no-clock", "No clock in this game"},
    CodeRow{Code::game_paused, "game-paused", "Game paused"},
    CodeRow{Code::not_paused, "not-paused", "Game not paused"},
    CodeRow{Code::seat_not_offered, "seat-not-offered", "Seat not on offer"},
    CodeRow{Code::invalid_verdict, "invalid-verdict", "Invalid verdict"},
    CodeRow{Code::no_such_plan, "no-such-plan", "No such plan"},
    CodeRow{Code::your_turn, "your-turn", "It is your turn"},
    CodeRow{Code::chat_hidden, "chat-hidden", "Chat hidden until the end"},
    CodeRow{Code::muted, "muted", "Muted"},
    CodeRow{Code::no_such_message, "no-such-message", "No such message"},
    CodeRow{Code::no_such_report, "no-such-report", "No such report"},
    CodeRow{Code::limit_reached, "limit-reached", "Limit reached"},
    CodeRow{Code::too_many_watches, "too-many-watches", "Too many watched games"},
    CodeRow{Code::no_such_webhook, "no-such-webhook", "No such webhook"},
    CodeRow{Code::too_many_webhooks, "too-many-webhooks", "Too many webhooks"},
    CodeRow{Code::webhook_off, "webhook-off", "Webhook turned off"},
    CodeRow{Code::no_such_calendar, "no-such-calendar", "No such calendar"},
    CodeRow{Code::no_such_challenge, "no-such-challenge", "No such challenge"},
    CodeRow{Code::challenge_closed, "challenge-closed", "Challenge closed"},
    CodeRow{Code::not_admitted, "not-admitted", "Not admitted"},
    CodeRow{Code::no_such_bot, "no-such-bot", "No such bot"},
    CodeRow{Code::bots_off, "bots-off", "No bots here"},
    CodeRow{Code::bot_busy, "bot-busy", "Bot busy"},
    CodeRow{Code::game_not_over, "game-not-over", "Game not over"},
    CodeRow{Code::invalid_record, "invalid-record", "Invalid record"},
    CodeRow{Code::not_analysable, "not-analysable", "Not analysable"},
    CodeRow{Code::no_such_analysis, "no-such-analysis", "No such analysis"},
    CodeRow{Code::no_hints_here, "no-hints-here", "No hints here"},
    CodeRow{Code::no_such_puzzle, "no-such-puzzle", "No such puzzle"},
    CodeRow{Code::no_such_search, "no-such-search", "No such search"},
    CodeRow{Code::searches_off, "searches-off", "No searches at present"},
    CodeRow{Code::no_such_topic, "no-such-topic", "No such topic"},
    CodeRow{Code::already_subscribed, "already-subscribed", "Already subscribed"},
    CodeRow{Code::not_subscribed, "not-subscribed", "Not subscribed"},
    CodeRow{Code::too_many_subscriptions, "too-many-subscriptions", "Too many subscriptions"},
    CodeRow{Code::storage_unavailable, "storage-unavailable", "Storage unavailable"},
    CodeRow{Code::overloaded, "overloaded", "Overloaded"},
    CodeRow{Code::shutting_down, "shutting-down", "Shutting down"},
    CodeRow{Code::internal_error, "internal-error", "Internal error"},
};

constexpr bool is_in_order() {
    for (std::size_t i = 0; i < code_rows.size(); ++i) {
        if (static_cast<std::size_t>(code_rows[i].code) != i) return false;
    }
    return code_rows.size() == static_cast<std::size_t>(codes);
}
static_assert(is_in_order());

const CodeRow& row(Code code) {
    return code_rows.at(static_cast<std::size_t>(code));
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
    for (const CodeRow& row : code_rows) {
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

Error no_such_player(std::string_view handle, std::string pointer) {
    return refusal(Code::no_such_player, "There is no player " + quotation(handle) + ".",
                   std::move(pointer));
}

Error no_such_setup(std::string_view id, Code code) {
    return refusal(code, "There is no setup " + quotation(id) + ".");
}

Error limit_reached(std::int64_t most, std::string_view things, bool is_guest) {
    std::string detail = "You have " + std::to_string(most) + " ";
    detail.append(things).append(", and that is the most");
    detail += is_guest ? " for a guest." : ".";
    return refusal(Code::limit_reached, std::move(detail));
}

Error server_restored() {
    return refusal(Code::server_restored,
                   "The server was restored from a backup since: read all of it again.");
}

std::string quotation(std::string_view text) {
    std::string cut = "\"";
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::size_t length = utf8_length(rest);
        const std::size_t taken = length == 0 ? 1 : length;
        if (text.size() - rest.size() + taken > quotation_bytes_max) break;
        const bool is_control =
            length == 1 && (static_cast<unsigned char>(rest[0]) < 0x20 || rest[0] == 0x7F);
        if (length == 0 || is_control) {
            cut += '?';
        } else {
            cut += rest.substr(0, taken);
        }
        rest.remove_prefix(taken);
    }
    cut += rest.empty() ? "\"" : "...\"";
    return cut;
}

void throw_exception_from_error(const Error& error, const boost::source_location& where) {
    throw std::logic_error(std::string(where.file_name()) + ":" + std::to_string(where.line()) +
                           ": a refusal was taken for a value: " + error.detail);
}

void write_problem(JsonWriter& out, const Error& error, int status, std::string_view instance) {
    const CodeRow& kind = row(error.code);
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
