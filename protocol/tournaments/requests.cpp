#include "protocol/tournaments/requests.hpp"

#include <utility>

#include "protocol/games/request_json.hpp"
#include "protocol/tournaments/settings_json.hpp"

namespace tanbo::protocol {

namespace {

std::string read_reason_of_organiser(const JsonReader& in) {
    return read_prose(in, 1, organiser_reason_bytes_max, false);
}

}  // namespace

Result<WithdrawRequest> decode_withdraw(std::string_view body) {
    return decode_optional_request<WithdrawRequest>(body, [](const JsonReader& in) {
        in.expect_keys({"games"});
        const auto parse_games = [](std::string_view word) -> std::optional<bool> {
            if (word == "finish") return false;
            if (word == "leave") return true;
            return std::nullopt;
        };
        WithdrawRequest request;
        if (in.has("games")) {
            request.leaves_games = in.field("games").word(parse_games, R"("finish" or "leave")");
        }
        return request;
    });
}

Result<RestRequest> decode_rest(std::string_view body) {
    return decode_request<RestRequest>(body, [](const JsonReader& in) {
        in.expect_keys({"round", "paused"});
        RestRequest request;
        if (in.has("paused")) {
            request.pauses = in.field("paused").boolean();
            if (in.has("round")) in.field("round").refuse("must be absent if paused is given");
            return request;
        }
        if (const auto round = in.nullable_field("round")) {
            request.round = read_count(*round, 1, tournament_rounds_max);
        }
        return request;
    });
}

Result<CancelRequest> decode_cancel_tournament(std::string_view body) {
    return decode_optional_request<CancelRequest>(body, [](const JsonReader& in) {
        in.expect_keys({"reason"});
        CancelRequest request;
        if (in.has("reason")) request.reason = read_reason_of_organiser(in.field("reason"));
        return request;
    });
}

Result<ForfeitRequest> decode_forfeit(std::string_view body) {
    return decode_request<ForfeitRequest>(body, [](const JsonReader& in) {
        in.expect_keys({"player", "reason"});
        ForfeitRequest request;
        if (in.has("player"))
            request.player = std::string(in.field("player").text(1, word_bytes_max));
        request.reason = read_reason_of_organiser(in.field("reason"));
        return request;
    });
}

Result<TournamentVerdict> decode_tournament_verdict(std::string_view body) {
    return decode_request<TournamentVerdict>(body, [](const JsonReader& in) {
        in.expect_keys({"winner", "reason"});
        TournamentVerdict verdict;
        if (const auto winner = in.nullable_field("winner")) {
            verdict.winner = std::string(winner->text(1, word_bytes_max));
        }
        verdict.reason = read_reason_of_organiser(in.field("reason"));
        return verdict;
    });
}

Result<AnnulRequest> decode_annul(std::string_view body) {
    return decode_request<AnnulRequest>(body, [](const JsonReader& in) {
        in.expect_keys({"replay", "reason"});
        AnnulRequest request;
        if (in.has("replay")) request.replays = in.field("replay").boolean();
        request.reason = read_reason_of_organiser(in.field("reason"));
        return request;
    });
}

}  // namespace tanbo::protocol
