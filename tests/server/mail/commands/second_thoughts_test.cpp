// Mails with a point that their writers do not stand by, and those that merely chat.

#include "server/mail/commands/second_thoughts.hpp"

#include <algorithm>

#include <gmock/gmock.h>

#include "engine/notation.hpp"
#include "engine/opening.hpp"
#include "server/mail/commands/parse.hpp"
#include "server/mail/commands/phrases.hpp"
#include "tests/server/mail/commands/in_words.hpp"
#include "tests/server/mail/commands/second_thought_cases.hpp"

namespace tanbo::mail::commands {
namespace {

using testing::HasSubstr;
using testing::Not;

MailContext on_19x19() {
    return {.game = protocol::GameId{17},
            .board = &engine::find_setup("19x19")->opening->lattice()};
}

MailRequest read(std::string_view written, const MailContext& context = on_19x19()) {
    return read_mail_commands("Re: Tanbo game 17: a - b", written, context);
}

std::vector<std::string> moves_of(const MailRequest& request) {
    std::vector<std::string> moves;
    for (const MailLine& line : request.lines) {
        const auto* const command = std::get_if<MailCommand>(&line.command);
        const auto* const move = command == nullptr ? nullptr : std::get_if<MailMove>(command);
        if (move != nullptr) moves.push_back(move->point);
    }
    return moves;
}

std::string first_error(const MailRequest& request) {
    for (const MailLine& line : request.lines) {
        if (const auto* error = std::get_if<protocol::Error>(&line.command)) return error->detail;
    }
    return {};
}

TEST(SecondThoughts, PlayNothing) {
    EXPECT_GE(std::size(second_thoughts), 60U);
    for (const std::string_view written : second_thoughts) {
        EXPECT_THAT(moves_of(read(written)), testing::IsEmpty()) << written;
    }
}

TEST(SecondThoughts, AreNoFriendlyWords) {
    EXPECT_GE(std::size(first_thoughts), 60U);
    for (const std::string_view written : first_thoughts) {
        const MailRequest request = read(written);
        EXPECT_THAT(moves_of(request), testing::ElementsAre("P13")) << written << "\n"
                                                                    << first_error(request);
    }
}

TEST(SecondThoughts, AreAnsweredByAQuestionWithBothPoints) {
    EXPECT_EQ(first_error(read("p13\nSorry, I meant q13")),
              "You wrote P13, but also \"Sorry, I meant q13\", so nothing was played. Reply with "
              "one word, `P13` or `Q13`, and nothing else.");
    EXPECT_EQ(first_error(read("P13\nwait, no")),
              "You wrote P13, but also \"wait, no\", so nothing was played. To play it: Reply "
              "with one word, `P13`, and nothing else.");
    EXPECT_EQ(first_error(read("K10\nL10")),
              "Your email names several points, so nothing was played. Reply "
              "with one word, `K10` or `L10`, and nothing else.");
    EXPECT_THAT(first_error(read("move 17 P13\nSorry, I meant Q13", {})),
                HasSubstr("Send `move 17 P13` or `move 17 Q13`, and nothing else."));
}

// Who takes a stone back in the mail that holds it does not ask for an older one.
TEST(SecondThoughts, UndoNothingElse) {
    const MailRequest request = read("P13\nundo");

    EXPECT_EQ(in_words(request), "error\nerror\n");
    EXPECT_EQ(in_words(read("undo")), "undo 17\n");
    EXPECT_EQ(in_words(read("move 17 P13\nundo 17")), "move 17 P13\nundo 17\n");
}

TEST(SecondThoughts, AreNoAnswersToWhatWaitsForOne) {
    MailContext context = on_19x19();
    context.has_question = true;

    EXPECT_EQ(in_words(read("P13\nno", context)), "move 17 P13\nno 17\n");
}

// Stones that stand are spoken of, and points that can't be played are praised.
TEST(SecondThoughts, KnowTheBoard) {
    const auto* const setup = engine::find_setup("19x19");
    const engine::Position position(setup->opening);
    const engine::Lattice& lattice = setup->opening->lattice();
    std::string stone;
    std::string empty;
    for (int point = 0; point < lattice.points(); ++point) {
        const auto at = static_cast<engine::Point>(point);
        const auto fault = position.legality(at);
        if (fault == engine::Illegal::occupied) stone = engine::point_name(lattice, at);
        if (fault == engine::Illegal::none) empty = engine::point_name(lattice, at);
    }
    MailContext context = on_19x19();
    context.position = &position;

    EXPECT_THAT(moves_of(read("P13\nThe root at " + stone + " is small.", context)),
                testing::SizeIs(1));
    EXPECT_THAT(moves_of(read("P13\nThe point " + empty + " is small.", context)),
                testing::IsEmpty());
    EXPECT_THAT(moves_of(read("P13\nI like " + empty + ", a nice point.", context)),
                testing::IsEmpty());
}

TEST(SecondThoughts, AreSeenInLinesThatAreTooLongOrTooLate) {
    const std::string wide(mail_line_bytes_max, 'x');
    const std::string late(mail_lines_max, '\n');

    EXPECT_THAT(moves_of(read("P13\n" + wide + " Sorry, I meant Q13")), testing::IsEmpty());
    EXPECT_THAT(moves_of(read("P13\n" + late + "Sorry, I meant Q13")), testing::IsEmpty());
    EXPECT_THAT(moves_of(read("P13\n" + wide + "\n" + late + "Good game!")), testing::SizeIs(1));
}

TEST(SecondThoughts, OfNumbersAreToldByTheWordsAroundThem) {
    const MailContext line{.game = protocol::GameId{17},
                           .board = &engine::find_setup("line31")->opening->lattice()};

    EXPECT_THAT(moves_of(read("13\nI am 20 today.", line)), testing::ElementsAre("13"));
    EXPECT_THAT(moves_of(read("13\nSorry, I meant 14", line)), testing::IsEmpty());
    EXPECT_THAT(first_error(read("13\nSorry, I meant 14", line)), HasSubstr("`13` or `14`"));
}

TEST(SecondThoughts, ShowNoPassword) {
    const std::string error = first_error(
        read("move 17 ann s3cret P13\nno, wait: tanbo move 17 ann s3cret Q13\nno wait"));

    EXPECT_THAT(error, Not(HasSubstr("s3cret")));
    EXPECT_THAT(error, HasSubstr("nothing was played"));
}

TEST(Phrases, NameTheLineThatCantBeRead) {
    EXPECT_THROW(read_phrases("no section\n"), std::invalid_argument);
    EXPECT_THROW(read_phrases("[doubt]\n^ $\n"), std::invalid_argument);
    EXPECT_NO_THROW(read_phrases(second_thoughts_text()));
}

TEST(Phrases, GoOnInTheNextLineAndSkipWords) {
    const auto sections = read_phrases("[doubt]\ntake ... back\n^ oh*\nnot POINT\n");
    const Phrases& doubt = sections.at("doubt");
    const IsPoint is_point = [](std::string_view word) { return word == "p13"; };
    const auto has = [&](std::string_view text) {
        std::vector<Token> tokens;
        add_tokens(tokens, text, 0);
        return doubt.find(tokens, is_point).has_value();
    };

    EXPECT_TRUE(has("I take that move back"));
    EXPECT_FALSE(has("I take that. He is back"));
    EXPECT_FALSE(has("take one two three four five six back"));
    EXPECT_TRUE(has("Well. Ohh"));
    EXPECT_FALSE(has("well oh"));
    EXPECT_TRUE(has("not \u201EP13\u201C"));
    std::vector<Token> lines;
    add_tokens(lines, "I take that", 0);
    add_tokens(lines, "move back", 1);
    EXPECT_TRUE(doubt.find(lines, is_point).has_value());
}

}  // namespace
}  // namespace tanbo::mail::commands
