#include "server/cli/lists.hpp"

#include <iostream>
#include <optional>

#include "protocol/client/client.hpp"
#include "server/cli/remote/http.hpp"
#include "server/cli/report.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

void print(const protocol::GameSummary& game, std::string_view status) {
    std::cout << to_string(game.id) << "\t" << status << "\t"
              << (game.setup.empty() ? "custom" : game.setup) << "\tply " << game.ply;
    for (const auto& holder : game.seats) {
        std::cout << "\t" << engine::seat_name(holder.seat) << " "
                  << printable(holder.handle.value_or("-"));
    }
    std::cout << "\n";
}

void print(const protocol::ChallengeOffer& offer) {
    std::cout << to_string(offer.id) << "\tchallenge\t"
              << (offer.setup.empty() ? "custom" : printable(offer.setup)) << "\tfrom "
              << printable(offer.creator) << "\n";
}

int needs_identity() {
    return report("not signed in; run tanbo login, or set TANBO_TOKEN");
}

}  // namespace

int games(const std::string& url, const std::string& token, bool is_mine) {
    const HttpClient client(url, token);
    std::string whose;
    if (is_mine) {
        if (token.empty()) return needs_identity();
        const Answer me = client.get("/me");
        const auto credentials = protocol::decode_credentials(me.body);
        if (!me.is_ok() || !credentials) return report_answer(me);
        whose = "&player=" + credentials->handle;
    }
    for (const std::string_view status : {"open", "active"}) {
        const Answer answer = client.get("/games?limit=50&status=" + std::string(status) + whose);
        const auto page = protocol::decode_game_page(answer.body);
        if (!answer.is_ok() || !page) return report_answer(answer);
        for (const protocol::GameSummary& game : *page) print(game, status);
    }
    return 0;
}

int turns(const std::string& url, const std::string& token) {
    if (token.empty()) return needs_identity();
    const HttpClient client(url, token);
    const Answer answer = client.get("/me/turns?limit=200");
    const auto page = protocol::decode_turn_page(answer.body);
    if (!answer.is_ok() || !page) return report_answer(answer);
    for (const protocol::WaitingTurn& turn : *page) {
        if (turn.game) {
            print(*turn.game, printable(turn.kind));
        } else if (turn.challenge) {
            print(*turn.challenge);
        }
    }
    return 0;
}

}  // namespace tanbo::cli
