#include "server/api_common/status.hpp"

namespace tanbo::api_common {

namespace {

using protocol::Code;

int status_of_code(Code code) {
    switch (code) {
        case Code::malformed_json:
        case Code::malformed_request:
        case Code::bad_cursor:
        case Code::bad_parameter:
        case Code::no_such_topic:
        case Code::not_subscribed:
            return 400;
        case Code::unauthorized:
        case Code::bad_token:
        case Code::bad_credentials:
            return 401;
        case Code::forbidden:
        case Code::insufficient_scope:
        case Code::origin_not_allowed:
        case Code::account_suspended:
        case Code::wrong_kind:
        case Code::sign_up_closed:
        case Code::password_required:
        case Code::tls_required:
        case Code::idempotency_key_not_yours:
        case Code::not_a_player:
        case Code::seat_reserved:
        case Code::not_the_creator:
        case Code::not_admitted:
        case Code::not_an_organiser:
        case Code::entry_bounds:
        case Code::not_yours_to_answer:
        case Code::chat_hidden:
        case Code::muted:
            return 403;
        case Code::no_such_route:
        case Code::no_such_game:
        case Code::no_such_setup:
        case Code::no_such_player:
        case Code::no_such_ply:
        case Code::no_such_webhook:
        case Code::no_such_calendar:
        case Code::no_such_challenge:
        case Code::no_such_tournament:
        case Code::no_such_round:
        case Code::no_such_club:
        case Code::not_a_member:
        case Code::no_such_proposal:
        case Code::no_such_plan:
        case Code::no_such_session:
        case Code::no_such_address:
        case Code::no_such_vacation:
        case Code::bad_link:
        case Code::no_such_message:
        case Code::no_such_report:
        case Code::no_such_bot:
        case Code::no_such_analysis:
        case Code::no_such_puzzle:
        case Code::no_such_search:
            return 404;
        case Code::method_not_allowed:
            return 405;
        case Code::not_acceptable:
            return 406;
        case Code::request_timeout:
            return 408;
        case Code::handle_taken:
        case Code::address_not_verified:
        case Code::vacation_overlaps:
        case Code::vacation_too_long:
        case Code::already_seated:
        case Code::already_subscribed:
        case Code::seat_taken:
        case Code::game_full:
        case Code::game_not_started:
        case Code::game_already_started:
        case Code::game_over:
        case Code::game_not_over:
        case Code::challenge_closed:
        case Code::entry_closed:
        case Code::already_entered:
        case Code::not_entered:
        case Code::round_open:
        case Code::frozen_setting:
        case Code::out_of_reach:
        case Code::no_slot:
        case Code::too_soon:
        case Code::too_few_players:
        case Code::already_left:
        case Code::stale_ply:
        case Code::stale_seq:
        case Code::too_many_watches:
        case Code::too_many_webhooks:
        case Code::webhook_off:
        case Code::not_your_turn:
        case Code::swap_not_offered:
        case Code::swap_too_early:
        case Code::swap_too_late:
        case Code::proposal_open:
        case Code::already_answered:
        case Code::undo_impossible:
        case Code::too_late_to_abort:
        case Code::too_few_to_vote:
        case Code::not_absent:
        case Code::no_clock:
        case Code::game_paused:
        case Code::not_paused:
        case Code::seat_not_offered:
        case Code::limit_reached:
        case Code::your_turn:
        case Code::bots_off:
        case Code::bot_busy:
        case Code::not_analysable:
        case Code::no_hints_here:
        case Code::searches_off:
            return 409;
        case Code::server_restored:
            return 412;
        case Code::body_too_large:
            return 413;
        case Code::target_too_long:
            return 414;
        case Code::unsupported_media_type:
            return 415;
        case Code::invalid_field:
        case Code::common_password:
        case Code::idempotency_key_reused:
        case Code::invalid_opening:
        case Code::no_such_seat:
        case Code::illegal_move:
        case Code::invalid_record:
        case Code::invalid_verdict:
            return 422;
        case Code::rate_limited:
        case Code::too_many_subscriptions:
            return 429;
        case Code::headers_too_large:
            return 431;
        case Code::internal_error:
            return 500;
        case Code::storage_unavailable:
        case Code::overloaded:
        case Code::shutting_down:
            return 503;
    }
    return 500;
}

}  // namespace

int status_of(const protocol::Error& error) {
    const int status = status_of_code(error.code);
    return status == 404 && !error.pointer.empty() ? 422 : status;
}

protocol::Error late(bool is_command) {
    constexpr int retry_after_s = 1;
    protocol::Error error = protocol::refusal(Code::storage_unavailable,
                                              "The server's database did not answer in time.");
    if (is_command) {
        error.detail +=
            " The outcome is unknown. Repeat the request with the same Idempotency-Key to learn "
            "it.";
    }
    error.retry_after_s = retry_after_s;
    return error;
}

net::Response problem(const protocol::Error& error, std::string_view path) {
    net::Response response;
    response.status = status_of(error);
    response.content_type = "application/problem+json";
    response.body = protocol::encode_problem(error, response.status, path);
    response.headers.emplace_back("Cache-Control", "no-store");
    if (response.status == 401) {
        const bool is_bad = error.code == Code::bad_token;
        response.headers.emplace_back("WWW-Authenticate",
                                      is_bad ? "Bearer error=\"invalid_token\"" : "Bearer");
    }
    if (response.status == 429 || response.status == 503) {
        response.headers.emplace_back("Retry-After",
                                      std::to_string(error.retry_after_s.value_or(1)));
    }
    return response;
}

}  // namespace tanbo::api_common
