#include "server/notify/channels/push/text.hpp"

#include <gtest/gtest.h>

namespace tanbo::notify {
namespace {

using protocol::GameId;
using protocol::NoticeKind;
using protocol::PushLanguage;

protocol::NoticeFacts facts_of(std::string_view data) {
    return protocol::decode_notice_facts(data).value();
}

constexpr std::string_view turn =
    R"({"id":42,"setup":"9x9","status":"active","seats":[{"seat":"black","handle":"anna"},)"
    R"({"seat":"white","handle":"ben"}],"seat":"black"})";

TEST(PushText, NamesTheGameAndTheOthers) {
    const auto english =
        push_text(NoticeKind::your_turn, GameId{42}, facts_of(turn), PushLanguage::en);
    const auto german =
        push_text(NoticeKind::your_turn, GameId{42}, facts_of(turn), PushLanguage::de);

    EXPECT_EQ(english.title, "Your turn");
    EXPECT_EQ(english.body, "Game 42 · 9x9 · ben");
    EXPECT_EQ(english.url, "/games/42");
    EXPECT_EQ(german.title, "Am Zug");
    EXPECT_EQ(german.body, "Partie 42 · 9x9 · ben");
}

TEST(PushText, SaysHowMuchTimeIsLeft) {
    const auto body = [](std::string_view data) {
        return push_text(NoticeKind::deadline_warning, GameId{42}, facts_of(data), PushLanguage::en)
            .body;
    };

    EXPECT_EQ(body(R"({"game":42,"remaining_ms":7200000})"), "Game 42 · 2 h left");
    EXPECT_EQ(body(R"({"game":42,"remaining_ms":7140001})"), "Game 42 · 2 h left");
    EXPECT_EQ(body(R"({"game":42,"remaining_ms":7140000})"), "Game 42 · 119 min left");
}

TEST(PushText, LeadsToAChallengeAndToAnInvitation) {
    const auto challenge =
        push_text(NoticeKind::challenge, {},
                  facts_of(R"({"id":5,"creator":"ben","setup":"9x9","uses":1})"), PushLanguage::en);
    const auto invitation =
        push_text(NoticeKind::invited, GameId{42}, facts_of(turn), PushLanguage::en);

    EXPECT_EQ(challenge.body, "ben · 9x9");
    EXPECT_EQ(challenge.url, "/challenges/5");
    EXPECT_EQ(challenge.tag, "challenge-5");
    EXPECT_EQ(invitation.title, "Invitation to a game");
    EXPECT_EQ(invitation.tag, "game-42");
}

TEST(PushText, CutsALongMessageAtAWholeCharacter) {
    std::string said;
    while (said.size() <= push_quote_bytes_max) said += "ä";
    const std::string data = R"({"game":42,"id":1,"author":"ben","text":"x)" + said + "\"}";

    const auto text =
        push_text(NoticeKind::chat_mention, GameId{42}, facts_of(data), PushLanguage::en);

    EXPECT_EQ(text.body, "ben: x" + said.substr(0, push_quote_bytes_max - 2) + "…");
}

TEST(PushText, HasOneSubjectAGame) {
    const auto facts = facts_of(turn);

    for (const NoticeKind kind :
         {NoticeKind::your_turn, NoticeKind::deadline_warning, NoticeKind::chat_mention}) {
        EXPECT_EQ(push_tag(kind, GameId{42}, facts), "game-42");
    }
    EXPECT_EQ(push_tag(NoticeKind::your_turn, GameId{43}, facts), "game-43");
}

}  // namespace
}  // namespace tanbo::notify
