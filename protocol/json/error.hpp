#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <boost/system/result.hpp>

namespace tanbo::protocol {

// Why something was refused. Wire vocabulary: each has a stable kebab-case name that is never
// reused.
enum class Code : std::uint8_t {
    // the request
    malformed_json,     // not JSON, or past a cap of size, depth or count
    invalid_field,      // wrong type, missing, unknown or out of range; `pointer` names it
    malformed_request,  // HTTP that no server should guess at
    bad_cursor,
    bad_parameter,  // a query parameter
    unsupported_media_type,
    not_acceptable,
    body_too_large,
    target_too_long,
    headers_too_large,
    request_timeout,
    no_such_route,
    method_not_allowed,
    idempotency_key_reused,     // with a different request
    idempotency_key_not_yours,  // by somebody who can't show that they were the first to use it
    // who asks
    unauthorized,  // no token
    bad_token,     // unknown, revoked or expired
    bad_credentials,
    forbidden,
    insufficient_scope,  // of the token
    origin_not_allowed,
    handle_taken,       // or it looks like one that is or was
    common_password,    // among those that are guessed first
    account_suspended,  // it may look, not act
    wrong_kind,         // for members, guests or bots only
    sign_up_closed,     // the site takes no new members, or no new guests
    password_required,  // again, for what decides who holds the account
    tls_required,       // for a cookie, but on this machine
    no_such_session,
    no_such_address,
    address_not_verified,
    no_such_vacation,
    bad_link,           // of a mail: unknown, used or expired
    vacation_overlaps,  // with another of one's own
    vacation_too_long,  // for what is left of the year's days
    rate_limited,
    // games
    no_such_game,
    no_such_setup,
    no_such_player,
    no_such_ply,
    invalid_opening,
    not_a_player,
    already_seated,
    no_such_seat,
    seat_taken,
    seat_reserved,
    game_full,
    game_not_started,
    game_already_started,
    game_over,
    not_the_creator,
    too_few_players,
    already_left,
    stale_ply,
    stale_seq,
    server_restored,
    not_your_turn,
    illegal_move,
    swap_not_offered,
    swap_too_early,
    swap_too_late,
    proposal_open,
    no_such_proposal,
    not_yours_to_answer,
    already_answered,
    undo_impossible,
    too_late_to_abort,
    too_few_to_vote,
    not_absent,
    no_clock,
    game_paused,
    not_paused,
    seat_not_offered,
    invalid_verdict,
    no_such_plan,
    your_turn,  // a plan answers what the others do
    // what people say
    chat_hidden,  // from players, until the end of the game
    muted,        // by a moderator
    no_such_message,
    no_such_report,
    limit_reached,  // as many as there may be: the detail says of what
    // what people are told
    too_many_watches,
    no_such_webhook,
    too_many_webhooks,
    webhook_off,
    no_such_calendar,
    // challenges
    no_such_challenge,
    challenge_closed,  // accepted, declined, withdrawn or expired
    not_admitted,      // by the bounds of a challenge
    // tournaments
    no_such_tournament,
    no_such_round,  // it is not paired yet
    entry_closed,   // late entry is over, too, or the event
    entry_bounds,   // the account is outside of them
    already_entered,
    not_entered,
    round_open,  // it is paired already
    not_an_organiser,
    frozen_setting,
    out_of_reach,  // of a challenge on a ladder, as the next two
    no_slot,
    too_soon,
    // clubs
    no_such_club,
    not_a_member,  // of the club, and has not asked to be one
    // bots
    no_such_bot,  // no level of a house bot's
    bots_off,     // the server has no house bots, or no program plays for this one now
    bot_busy,     // it plays as many games as it may
    game_not_over,
    // records
    invalid_record,
    // analyses and hints
    not_analysable,    // no game with stones, or too long a one
    no_such_analysis,  // it was not asked for, or it failed
    no_hints_here,     // in rated games and against people
    no_such_puzzle,
    no_such_search,  // none that is claimed
    searches_off,    // no program does any now
    // live sockets
    no_such_topic,
    already_subscribed,
    not_subscribed,
    too_many_subscriptions,
    // the server
    storage_unavailable,
    overloaded,
    shutting_down,
    internal_error,
};

inline constexpr int codes = static_cast<int>(Code::internal_error) + 1;

// The kebab-case of the enumerator: "stale-ply".
std::string_view code_name(Code code);

// The inverse; nothing if there is no such code.
std::optional<Code> parse_code(std::string_view name);

// A few words for the kind of error, the same for every occurrence ("Stale ply").
std::string_view code_title(Code code);

// One refusal. `detail` is one sentence for a person that names the offending value; the rest is
// there if it helps.
struct Error {
    Code code = Code::internal_error;
    std::string detail;
    std::string pointer;               // JSON pointer of the culprit in the request's body
    std::string reason;                // of an illegal move: "no-friend", ...
    std::optional<std::uint32_t> ply;  // the present one
    std::optional<std::uint32_t> seq;  // the present one
    std::optional<int> retry_after_s;
};

// A text that somebody wrote, for `detail`: in double quotes, at most quotation_bytes_max of it,
// then "...". Control characters, and bytes that are not UTF-8, become "?".
inline constexpr std::size_t quotation_bytes_max = 60;
std::string quotation(std::string_view text);

// An error with what most have: a code, its sentence and, if a body is to blame, the pointer.
Error refusal(Code code, std::string detail, std::string pointer = {});

// No account has this handle.
Error no_such_player(std::string_view handle, std::string pointer = {});

// No setup has this id; bad_parameter if a query named it.
Error no_such_setup(std::string_view id, Code code = Code::no_such_setup);

// "You have 100 open games, and that is the most."; `is_guest`: "... the most for a guest."
Error limit_reached(std::int64_t most, std::string_view things, bool is_guest = false);

// The refusal of a client that has read from before the server was restored.
Error server_restored();

// Needed by boost::system::result: value() on a refusal is a bug of ours.
[[noreturn]] void throw_exception_from_error(const Error& error,
                                             const boost::source_location& where);

template <class T>
using Result = boost::system::result<T, Error>;

// application/problem+json (RFC 9457): {"type":"urn:tanbo:error:stale-ply","title","status",
// "detail","code"} and, if they are set, "instance", "pointer", "reason", "ply", "seq" and
// "retry_after_s". Bytes that are not UTF-8 become U+FFFD.
std::string encode_problem(const Error& error, int status, std::string_view instance = {});

}  // namespace tanbo::protocol
