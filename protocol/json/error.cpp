#include "protocol/json/error.hpp"

#include <array>
#include <stdexcept>
#include <utility>

#include "protocol/json/error_advice.hpp"
#include "protocol/json/problem_json.hpp"
#include "protocol/json/utf8.hpp"

namespace tanbo::protocol {

namespace {

struct CodeRow {
    Code code;
    std::string_view name;
    std::string_view title;
    std::string_view advice;
};

// The advice where nothing can be done: a row without any doesn't compile.
constexpr std::string_view none = "none";

// In the order of the enumerators.
constexpr std::array code_rows{
    CodeRow{Code::malformed_json, "malformed-json", "Malformed JSON",
            "Send one JSON object in UTF-8, within the limits of size and depth."},
    CodeRow{Code::invalid_field, "invalid-field", "Invalid field",
            "Correct the field that `pointer` names."},
    CodeRow{Code::malformed_request, "malformed-request", "Malformed request",
            "Send the request with a standard HTTP client."},
    CodeRow{Code::bad_cursor, "bad-cursor", "Bad cursor", "Start again from the first page."},
    CodeRow{Code::bad_parameter, "bad-parameter", "Bad query parameter",
            "Remove or correct the parameter; the API reference lists them."},
    CodeRow{Code::unsupported_media_type, "unsupported-media-type", "Unsupported media type",
            "Send JSON with `Content-Type: application/json`."},
    CodeRow{Code::not_acceptable, "not-acceptable", "Not acceptable",
            "Accept one of the types that the API reference lists for the route."},
    CodeRow{Code::body_too_large, "body-too-large", "Body too large", "Send less in one request."},
    CodeRow{Code::target_too_long, "target-too-long", "Target too long",
            "Shorten the path or the query."},
    CodeRow{Code::headers_too_large, "headers-too-large", "Headers too large",
            "Send fewer or shorter headers."},
    CodeRow{Code::request_timeout, "request-timeout", "Request timeout",
            "Send the whole request without pauses."},
    CodeRow{Code::no_such_route, "no-such-route", "No such route",
            "Check the path against the API reference."},
    CodeRow{Code::method_not_allowed, "method-not-allowed", "Method not allowed",
            "Use one of the methods in the `Allow` header."},
    CodeRow{Code::idempotency_key_reused, "idempotency-key-reused", "Idempotency key reused",
            "Use a new key for a different request."},
    CodeRow{Code::idempotency_key_not_yours, "idempotency-key-not-yours",
            "Idempotency key belongs to another account", "Use a new key."},
    CodeRow{Code::unauthorized, "unauthorized", "Token required",
            "Sign in, or send a token as `Authorization: Bearer TOKEN`."},
    CodeRow{Code::bad_token, "bad-token", "Bad token", "Sign in again, or create a new token."},
    CodeRow{Code::bad_credentials, "bad-credentials", "Wrong handle or password",
            "Check both, or reset the password."},
    CodeRow{Code::forbidden, "forbidden", "Forbidden", none},
    CodeRow{Code::insufficient_scope, "insufficient-scope", "Insufficient scope",
            "Create a token with the scope that the API reference names."},
    CodeRow{Code::origin_not_allowed, "origin-not-allowed", "Origin not allowed",
            "Ask the operator to add your site to `http.cors_origins`."},
    CodeRow{Code::handle_taken, "handle-taken", "Handle taken", "Choose another handle."},
    CodeRow{Code::common_password, "common-password", "Common password",
            "Choose a password that is hard to guess."},
    CodeRow{Code::account_suspended, "account-suspended", "Account suspended",
            "Ask a moderator of this server."},
    CodeRow{Code::wrong_kind, "wrong-kind", "Wrong kind of account",
            "Use an account of the right kind; guests can become members."},
    CodeRow{Code::sign_up_closed, "sign-up-closed", "Sign-up closed",
            "Ask the operator of the server for an account."},
    CodeRow{Code::password_required, "password-required", "Password required",
            "Repeat the request with your password as `password`."},
    CodeRow{Code::tls_required, "tls-required", "TLS required",
            "Use the address that begins with https."},
    CodeRow{Code::no_such_session, "no-such-session", "No such session",
            "List your sessions to see their ids."},
    CodeRow{Code::no_such_address, "no-such-address", "No such address",
            "List your addresses to see them."},
    CodeRow{Code::address_not_verified, "address-not-verified", "Address not verified",
            "Open the link that the server sent to this address."},
    CodeRow{Code::no_such_vacation, "no-such-vacation", "No such vacation",
            "List your vacations to see their ids."},
    CodeRow{Code::bad_link, "bad-link", "Bad link", "Request a new link."},
    CodeRow{Code::vacation_overlaps, "vacation-overlaps", "Vacations overlap",
            "Choose other days, or cancel the other vacation."},
    CodeRow{Code::vacation_too_long, "vacation-too-long", "Vacation too long",
            "Choose fewer days."},
    CodeRow{Code::rate_limited, "rate-limited", "Too many requests",
            "Wait as long as `Retry-After` says."},
    CodeRow{Code::no_such_game, "no-such-game", "No such game",
            "Check the number, and sign in if the game is private."},
    CodeRow{Code::no_such_setup, "no-such-setup", "No such setup",
            "List the setups to see their ids."},
    CodeRow{Code::no_such_player, "no-such-player", "No such player",
            "Check the spelling of the handle."},
    CodeRow{Code::no_such_ply, "no-such-ply", "No such position",
            "Choose a ply from 0 to the number of stones placed."},
    CodeRow{Code::invalid_opening, "invalid-opening", "Invalid opening",
            "Give each root a legal point, and let no two stones of a seat touch."},
    CodeRow{Code::not_a_player, "not-a-player", "Not a player of this game",
            "Join the game first, if it has an open seat."},
    CodeRow{Code::already_seated, "already-seated", "Already seated", none},
    CodeRow{Code::no_such_seat, "no-such-seat", "No such seat",
            "Choose one of the seats that the game lists."},
    CodeRow{Code::seat_taken, "seat-taken", "Seat taken", "Choose an open seat."},
    CodeRow{Code::seat_reserved, "seat-reserved", "Seat reserved",
            "Choose another seat, or another game."},
    CodeRow{Code::game_full, "game-full", "Game full", "Choose another game, or watch this one."},
    CodeRow{Code::game_not_started, "game-not-started", "Game not started",
            "Wait until every seat is taken."},
    CodeRow{Code::game_already_started, "game-already-started", "Game already started",
            "Choose a game that is still open."},
    CodeRow{Code::game_over, "game-over", "Game over", "Start a new game, or offer a rematch."},
    CodeRow{Code::not_the_creator, "not-the-creator", "Creator only",
            "Ask the creator of the game to do it."},
    CodeRow{Code::too_few_players, "too-few-players", "Too few players", "Wait for more players."},
    CodeRow{Code::already_left, "already-left", "Already left", none},
    CodeRow{Code::stale_ply, "stale-ply", "Stale ply",
            "Look at the new position, then decide again."},
    CodeRow{Code::stale_seq, "stale-seq", "Stale seq", "Read the new events, then decide again."},
    CodeRow{Code::server_restored, "server-restored", "Server restored",
            "Drop what you know, and read it again."},
    CodeRow{Code::not_your_turn, "not-your-turn", "Not your turn",
            "Wait for your turn, or make a plan."},
    CodeRow{Code::illegal_move, "illegal-move", "Illegal move",
            "Choose an empty point that touches exactly one of your stones."},
    CodeRow{Code::swap_not_offered, "swap-not-offered", "No swap in this game", none},
    CodeRow{Code::swap_too_early, "swap-too-early", "Too early to swap",
            "Wait for the first stone."},
    CodeRow{Code::swap_too_late, "swap-too-late", "Too late to swap", none},
    CodeRow{Code::proposal_open, "proposal-open", "A proposal of yours is open",
            "Decline your proposal to withdraw it, then make another."},
    CodeRow{Code::no_such_proposal, "no-such-proposal", "No such proposal",
            "Look at the game for its open proposals."},
    CodeRow{Code::not_yours_to_answer, "not-yours-to-answer", "Not addressed to you", none},
    CodeRow{Code::already_answered, "already-answered", "Already answered", none},
    CodeRow{Code::undo_impossible, "undo-impossible", "Nothing to undo", none},
    CodeRow{Code::too_late_to_abort, "too-late-to-abort", "Too late to abort",
            "Play on, or resign."},
    CodeRow{Code::too_few_to_vote, "too-few-to-vote", "Too few players to vote", none},
    CodeRow{Code::not_absent, "not-absent", "Not absent",
            "Wait until the player has been absent for long enough."},
    CodeRow{Code::no_clock, "no-clock", "No clock in this game", none},
    CodeRow{Code::game_paused, "game-paused", "Game paused", "Resume the game to play on."},
    CodeRow{Code::not_paused, "not-paused", "Game not paused", none},
    CodeRow{Code::seat_not_offered, "seat-not-offered", "Seat not available",
            "Choose a game that offers a seat."},
    CodeRow{Code::invalid_verdict, "invalid-verdict", "Invalid verdict",
            "Give one place for each seat that was taken."},
    CodeRow{Code::no_such_plan, "no-such-plan", "No such plan", "Look at your plan in the game."},
    CodeRow{Code::your_turn, "your-turn", "It is your turn", "Make your move now."},
    CodeRow{Code::chat_hidden, "chat-hidden", "Spectator chat hidden", "Read it after the game."},
    CodeRow{Code::muted, "muted", "Muted", "Wait until the mute ends, or ask a moderator."},
    CodeRow{Code::no_such_message, "no-such-message", "No such message",
            "Read the chat for the numbers of its messages."},
    CodeRow{Code::no_such_report, "no-such-report", "No such report",
            "List the reports to see their numbers."},
    CodeRow{Code::limit_reached, "limit-reached", "Limit reached",
            "If the limit is yours, finish or remove one first."},
    CodeRow{Code::too_many_watches, "too-many-watches", "Too many watched games",
            "Stop watching a game first."},
    CodeRow{Code::no_such_webhook, "no-such-webhook", "No such webhook",
            "List your webhooks to see their ids."},
    CodeRow{Code::too_many_webhooks, "too-many-webhooks", "Too many webhooks",
            "Delete a webhook first."},
    CodeRow{Code::webhook_off, "webhook-off", "Webhook turned off",
            "Turn the webhook on again first."},
    CodeRow{Code::no_such_calendar, "no-such-calendar", "No such calendar",
            "Create a calendar address in the settings."},
    CodeRow{Code::no_such_challenge, "no-such-challenge", "No such challenge",
            "Look at the open challenges."},
    CodeRow{Code::challenge_closed, "challenge-closed", "Challenge closed",
            "Send a new challenge."},
    CodeRow{Code::not_admitted, "not-admitted", "Not admitted",
            "Choose another challenge or another opponent."},
    CodeRow{Code::no_such_tournament, "no-such-tournament", "No such tournament",
            "List the tournaments to see their numbers."},
    CodeRow{Code::no_such_round, "no-such-round", "No such round",
            "List the rounds that are paired."},
    CodeRow{Code::entry_closed, "entry-closed", "Entry closed", "Choose another tournament."},
    CodeRow{Code::entry_bounds, "entry-bounds", "Entry conditions not met",
            "Choose a tournament for players like you."},
    CodeRow{Code::already_entered, "already-entered", "Already entered", none},
    CodeRow{Code::not_entered, "not-entered", "Not entered", "Enter the tournament first."},
    CodeRow{Code::round_open, "round-open", "Round open", "Name a later round."},
    CodeRow{Code::not_an_organiser, "not-an-organiser", "Organisers only",
            "Ask an organiser to do it."},
    CodeRow{Code::frozen_setting, "frozen-setting", "Setting frozen",
            "Create another tournament, or leave this setting as it is."},
    CodeRow{Code::out_of_reach, "out-of-reach", "Out of reach",
            "Challenge a player nearer above you."},
    CodeRow{Code::no_slot, "no-slot", "No challenge left",
            "Wait until one of your challenges is over."},
    CodeRow{Code::too_soon, "too-soon", "Too soon",
            "Challenge another player, or wait until the time in the detail."},
    CodeRow{Code::no_such_club, "no-such-club", "No such club",
            "List the clubs to see their numbers."},
    CodeRow{Code::not_a_member, "not-a-member", "Not a member of the club",
            "List the members of the club, and those who have asked to join."},
    CodeRow{Code::no_such_bot, "no-such-bot", "No such bot", "List the bots to see their levels."},
    CodeRow{Code::bots_off, "bots-off", "Bot not available",
            "Play against a person, or try again later."},
    CodeRow{Code::bot_busy, "bot-busy", "Bot busy", "Try again later, or choose another level."},
    CodeRow{Code::game_not_over, "game-not-over", "Game not over",
            "Wait until the game has ended."},
    CodeRow{Code::invalid_record, "invalid-record", "Invalid record",
            "Correct the record at the place that the detail names."},
    CodeRow{Code::not_analysable, "not-analysable", "Not analysable", none},
    CodeRow{Code::no_such_analysis, "no-such-analysis", "No such analysis",
            "Request an analysis first."},
    CodeRow{Code::no_hints_here, "no-hints-here", "No hints here",
            "Play a casual game against a bot to get hints."},
    CodeRow{Code::no_such_puzzle, "no-such-puzzle", "No such puzzle",
            "Open the next puzzle instead."},
    CodeRow{Code::no_such_search, "no-such-search", "No such search", "Claim a search first."},
    CodeRow{Code::searches_off, "searches-off", "Analysis not available", "Try again later."},
    CodeRow{Code::no_such_topic, "no-such-topic", "No such topic",
            "Subscribe to `lobby`, `me` or `game:` with a number."},
    CodeRow{Code::already_subscribed, "already-subscribed", "Already subscribed", none},
    CodeRow{Code::not_subscribed, "not-subscribed", "Not subscribed", none},
    CodeRow{Code::too_many_subscriptions, "too-many-subscriptions", "Too many subscriptions",
            "Unsubscribe from a topic first."},
    CodeRow{Code::storage_unavailable, "storage-unavailable", "Storage unavailable",
            "Send the same request again after a moment."},
    CodeRow{Code::overloaded, "overloaded", "Overloaded",
            "Send the same request again after a moment."},
    CodeRow{Code::shutting_down, "shutting-down", "Shutting down", "Connect again after a moment."},
    CodeRow{Code::internal_error, "internal-error", "Internal error",
            "Tell the operator the `X-Request-Id` of the answer."},
};

constexpr bool is_complete() {
    for (std::size_t i = 0; i < code_rows.size(); ++i) {
        if (static_cast<std::size_t>(code_rows[i].code) != i) return false;
        if (code_rows[i].advice.empty()) return false;
    }
    return code_rows.size() == static_cast<std::size_t>(codes);
}
static_assert(is_complete());

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

std::string_view code_advice(Code code) {
    const std::string_view advice = row(code).advice;
    return advice == none ? std::string_view() : advice;
}

Error refusal(Code code, std::string detail, std::string pointer) {
    Error error;
    error.code = code;
    error.detail = std::move(detail);
    error.pointer = std::move(pointer);
    return error;
}

Error no_such_player(std::string_view handle, std::string pointer) {
    return refusal(Code::no_such_player, "Player " + quotation(handle) + " does not exist.",
                   std::move(pointer));
}

Error no_such_setup(std::string_view id, Code code) {
    return refusal(code, "Setup " + quotation(id) + " does not exist.");
}

Error limit_reached(std::int64_t most, std::string_view things, bool is_guest) {
    std::string detail = "You have " + std::to_string(most) + " ";
    detail.append(things).append(", the maximum");
    detail += is_guest ? " for a guest." : ".";
    detail += " Finish or remove one first.";
    return refusal(Code::limit_reached, std::move(detail));
}

Error server_restored() {
    return refusal(Code::server_restored,
                   "The server was restored from a backup. Read everything again.");
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
