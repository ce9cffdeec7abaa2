#pragma once

#include "protocol/json/ids.hpp"
#include "tests/server/mail/inbound/fixture.hpp"

namespace tanbo::mail::inbound {

using protocol::GameId;

inline bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

// Mails through the whole inbound worker.
class Mails : public InboundTest {
protected:
    using InboundTest::InboundTest;

    std::uint32_t ply(GameId game) { return match(game, anna.account)->ply(); }
    std::uint32_t seq(GameId game) { return match(game, anna.account)->seq(); }

    // The lowest legal points of who is to move.
    std::vector<std::string> legal(GameId game) {
        const auto present = match(game, anna.account);
        const auto found = present->position().legal_points(*present->to_move());
        std::vector<engine::Point> points(found.begin(), found.end());
        std::ranges::sort(points);
        std::vector<std::string> names;
        names.reserve(points.size());
        for (const engine::Point point : points) {
            names.push_back(engine::point_name(present->opening().lattice(), point));
        }
        return names;
    }
    std::string point(GameId game) { return legal(game).front(); }

    // Anna asks for her last stone back, and ben agrees.
    void take_back(GameId game) {
        const engine::Propose undo{anna.account, engine::ProposalKind::undo, {}};
        ASSERT_TRUE(submit(game, undo).has_value());
        answer_proposal(game, true);
    }
    void answer_proposal(GameId game, bool accepts) {
        const std::uint32_t asked = match(game)->proposals().front().id;
        const engine::AnswerProposal answer{ben.account, asked, accepts};
        ASSERT_TRUE(submit(game, answer).has_value());
    }

    // The token of the one mail that was answered last.
    std::string last_token() { return answers().back().reply.token; }
    // All mails that wait have been sent.
    void send_all() {
        writer->write([this](store::Transaction& transaction) {
            for (const store::Mail& mail : store::mails(transaction, {}, 1'000)) {
                store::mark_mail_sent(transaction, mail.id, now());
            }
        });
    }
    std::uint64_t counted(const std::string& outcome) {
        return metrics
            ->counter("tanbo_inbound_mails_total", "Letters that were worked through, by outcome.",
                      {{"outcome", outcome}})
            .value();
    }
};

}  // namespace tanbo::mail::inbound
