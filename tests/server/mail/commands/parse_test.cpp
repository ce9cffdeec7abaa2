#include "server/mail/commands/parse.hpp"

#include <algorithm>
#include <random>

#include <gmock/gmock.h>

#include "engine/opening.hpp"
#include "protocol/json/words.hpp"
#include "server/mail/commands/verbs.hpp"
#include "server/mail/text/manual.hpp"
#include "server/mail/text/replies.hpp"
#include "tests/server/mail/commands/in_words.hpp"
#include "tests/server/mail/commands/line_cases.hpp"
#include "tests/support/repetitions.hpp"

namespace tanbo::mail::commands {
namespace {

using testing::HasSubstr;
using testing::Not;

MailContext context_of(Written written) {
    const auto board = [](std::string_view setup) {
        return &engine::find_setup(setup)->opening->lattice();
    };
    switch (written) {
        case Written::fresh:
            return {};
        case Written::reply:
            return {protocol::GameId{17}, board("19x19")};
        case Written::cube:
            return {protocol::GameId{17}, board("5x5x5")};
        case Written::line:
            return {protocol::GameId{17}, board("line31")};
        case Written::unsure:
            return {protocol::GameId{17}, nullptr};
        case Written::asked:
            return {{}, nullptr, protocol::ChallengeId{5}};
    }
    return {};
}

MailRequest reply(std::string_view written, std::string_view subject = "Re: Tanbo game 17: a - b") {
    return read_mail_commands(subject, written, context_of(Written::reply));
}

MailRequest fresh(std::string_view subject, std::string_view written = {}) {
    return read_mail_commands(subject, written);
}

std::string first_error(const MailRequest& request) {
    for (const MailLine& line : request.lines) {
        if (const auto* error = std::get_if<protocol::Error>(&line.command)) return error->detail;
    }
    return {};
}

// --- lines ---

TEST(MailCommands, ReadsEveryLineOfTheTable) {
    EXPECT_GE(std::size(line_cases), 150U);
    for (const LineCase& row : line_cases) {
        const MailRequest request = read_mail_commands("", row.line, context_of(row.written));

        std::string meaning = in_words(request);
        if (meaning == "(...)\n") meaning = "prose\n";
        EXPECT_EQ(meaning, std::string(row.meaning) + "\n") << row.line;
    }
}

TEST(MailCommands, ReadsTheSameInTheSubject) {
    for (const LineCase& row : line_cases) {
        const MailRequest request = read_mail_commands(row.line, "", context_of(row.written));

        const std::string meaning = row.meaning == "prose" ? "" : std::string(row.meaning) + "\n";
        EXPECT_EQ(in_words(request), meaning) << row.line;
    }
}

TEST(MailCommands, HasEveryVerbInTheTable) {
    for (const text::MailVerb& verb : text::mail_verbs()) {
        const bool is_tried = std::ranges::any_of(line_cases, [&](const LineCase& row) {
            return row.line.starts_with(verb.name) && row.meaning.starts_with(verb.name);
        });
        EXPECT_TRUE(is_tried) << verb.name;
    }
}

TEST(MailCommands, NamesTheVerbsThatAShortOneMayBe) {
    EXPECT_EQ(first_error(fresh("", "re 17")),
              "This could be several commands: register or resign?");
    EXPECT_EQ(first_error(fresh("", "un 17")),
              "This could be several commands: undo, unplan or unwatch?");
}

TEST(MailCommands, SaysHowAVerbIsWritten) {
    EXPECT_EQ(first_error(fresh("", "watch 17 hourly")), "Usage: watch GAME [each|daily]");
    EXPECT_EQ(first_error(fresh("", "notify sometimes")), "Usage: notify each|away|digest|off");
    EXPECT_EQ(first_error(fresh("", "test 8x8")), "This setup does not exist. Usage: test [SETUP]");
}

// The fault: a plan that was not quite one was taken for people's words.
TEST(MailCommands, SaysWhatIsWrongWithAPlanThatBeginsALine) {
    EXPECT_THAT(first_error(fresh("", "plan if white K10 then L10")),
                testing::StartsWith("Name the game of the plan. Usage: plan "));
    EXPECT_THAT(first_error(reply("plan if K10 then L10")),
                testing::StartsWith("The plan can't be read: expected a colour and a point"));
    EXPECT_EQ(first_error(reply("What is your plan, if I may ask?")), "");
}

// --- what is not ASCII ---

// Of full-width characters only.
std::string narrow(std::string_view text) {
    std::string plain;
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view one = text.substr(at, 3);
        const bool is_low = one.starts_with("\xEF\xBC") && one.size() == 3;
        const bool is_high = one.starts_with("\xEF\xBD") && one.size() == 3;
        if (is_low || is_high) {
            plain += static_cast<char>((static_cast<unsigned char>(one[2]) & 0x3FU) +
                                       (is_low ? 0x20 : 0x60));
            at += 3;
        } else {
            plain += text[at++];
        }
    }
    return plain;
}

MailRequest narrowed(std::string_view written, Written how) {
    MailContext context = context_of(how);
    context.normal_form = narrow;
    return read_mail_commands("", written, context);
}

TEST(MailCommands, ReadsTheNormalFormOfWhatIsNoCommandAsItIsWritten) {
    const auto of_reply = [](std::string_view line) {
        return in_words(narrowed(line, Written::reply));
    };
    EXPECT_EQ(of_reply("\uFF2B\uFF11\uFF10"), "move 17 K10\n");
    EXPECT_EQ(of_reply("K\uFF11\uFF10."), "move 17 K10\n");
    EXPECT_EQ(of_reply("\uFF2D\uFF4F\uFF56\uFF45 K\uFF11\uFF10"), "move 17 K10\n");
    EXPECT_EQ(of_reply("\uFF30\uFF4C\uFF41\uFF4E \uFF49\uFF46 any\nthen A\uFF12"),
              "plan 17 [{\"if\":[],\"then\":\"A2\"}]\n");
    EXPECT_EQ(in_words(narrowed("\uFF13\uFF13\uFF13", Written::cube)), "move 17 333\n");
    EXPECT_EQ(in_words(narrowed("show \uFF11\uFF17", Written::fresh)), "show 17\n");
    // The control: other alphabets stay what they are, and so do footnotes.
    EXPECT_EQ(of_reply("\u041A10"), "error\n");
    EXPECT_EQ(in_words(reply("\uFF2B\uFF11\uFF10")), "error\n");
    MailContext footnotes = context_of(Written::reply);
    footnotes.normal_form = [](std::string_view) { return std::string("K12"); };
    EXPECT_EQ(in_words(read_mail_commands("", "K1\u00B2", footnotes)), "error\n");
    EXPECT_EQ(in_words(read_mail_commands("", "K1\u2082", footnotes)), "error\n");
}

TEST(MailCommands, SaysAndQuotesWhatWasWrittenInWhateverForm) {
    const std::string line =
        "say \uFF11\uFF17 \uFF28i, \u00AB\u043F\u0440\u0438\u0432\u0435\u0442\u00BB";
    const MailRequest request = narrowed(line, Written::fresh);

    ASSERT_EQ(request.lines.size(), 1U);
    const auto* const command = std::get_if<MailCommand>(&request.lines[0].command);
    ASSERT_NE(command, nullptr);
    EXPECT_EQ(std::get<MailSay>(*command).game, protocol::GameId{17});
    EXPECT_EQ(std::get<MailSay>(*command).text,
              "\uFF28i, \u00AB\u043F\u0440\u0438\u0432\u0435\u0442\u00BB");
    EXPECT_EQ(request.lines[0].source, line);
}

TEST(MailCommands, ShowsNoPasswordOfALineInWideLetters) {
    const MailRequest request =
        narrowed("\uFF4D\uFF4F\uFF56\uFF45 17 ann s3cret K10", Written::fresh);

    ASSERT_EQ(request.lines.size(), 1U);
    EXPECT_TRUE(request.has_password);
    EXPECT_THAT(request.lines[0].source, Not(HasSubstr("s3cret")));
}

TEST(MailCommands, KnowsTheGameOfAnError) {
    const MailRequest request = reply("K10, thanks!\nmove 18 K10 L10\nshow 19#");

    ASSERT_EQ(request.lines.size(), 3U);
    EXPECT_EQ(request.lines[0].game, protocol::GameId{17});
    EXPECT_TRUE(request.lines[0].is_point);
    EXPECT_EQ(request.lines[1].game, protocol::GameId{18});
    EXPECT_FALSE(request.lines[1].is_point);
    EXPECT_EQ(request.lines[2].game, protocol::GameId{17});
}

// --- mails ---

TEST(MailCommands, FindsTheMoveAmongPoliteWords) {
    const MailRequest request = reply(
        "Hi Ann,\n"
        "\n"
        "what a nice move! No idea how to answer, but:\n"
        "\n"
        "K10\n"
        "\n"
        "See you on Monday, yes?\n"
        "Thanks\n"
        "Bob\n");

    EXPECT_EQ(in_words(request), "move 17 K10\n(...)\n(...)\n(...)\n(...)\n(...)\n");
    EXPECT_TRUE(request.lines.front().is_point);
}

TEST(MailCommands, EndsAtASignatureAQuoteOrQuit) {
    for (const std::string end : {"-- ", "--", "> show 18", "quit", "QUIT.", "end", "stop",
                                  "-----Original Message-----", "________________"}) {
        EXPECT_EQ(in_words(fresh("", "games\n" + end + "\nturns\n")), "games\n") << end;
    }
    EXPECT_EQ(in_words(fresh("", "games\nturns\n")), "games\nturns\n");
}

TEST(MailCommands, ReadsLinesThatEndInAnyWay) {
    EXPECT_EQ(in_words(fresh("", "games\r\nturns")), "games\nturns\n");
    EXPECT_EQ(in_words(fresh("", "")), "");
    EXPECT_EQ(in_words(fresh("", "\n\n\n")), "");
}

TEST(MailCommands, PlaysNeitherOfTwoPoints) {
    EXPECT_EQ(in_words(reply("K10\nL10\n")), "error\nerror\n");
    EXPECT_EQ(in_words(reply("K10#3\nK10#4\n")), "error\nerror\n");
    EXPECT_THAT(first_error(reply("K10\nL10\n")), HasSubstr("Your email names several points"));
}

TEST(MailCommands, NameTheLetterOfAnotherAlphabetThatLooksLikeALatinOne) {
    EXPECT_EQ(first_error(reply("\u04127\n")),
              "\"\u0412\" (U+0412) is a Cyrillic letter, not a Latin one, so nothing was played.");
    EXPECT_EQ(first_error(reply("\u039A10\n")),
              "\"\u039A\" (U+039A) is a Greek letter, not a Latin one, so nothing was played.");
    EXPECT_EQ(first_error(reply("K1O\n")),
              "The point is not alone on its line, so nothing was played.");
}

MailRequest with_page(std::string_view written, std::string_view page) {
    MailContext context = context_of(Written::reply);
    context.page = page;
    return read_mail_commands("Re: Tanbo game 17: a - b", written, context);
}

TEST(MailCommands, AsksIfThePageNamesAnotherPoint) {
    EXPECT_EQ(in_words(with_page("K10\n", "L10\n")), "error\n");
    EXPECT_EQ(in_words(with_page("K10\n", "K10\nL10\n")), "error\n");
    EXPECT_EQ(in_words(with_page("K10\n", "move 17 L10\n")), "error\n");
    EXPECT_EQ(in_words(with_page("move 17 K10#3\nturns\n", "move 17 K10#4\n")),
              "move 17 K10 #3\nturns\n");
    const std::string asked = first_error(with_page("K10\n", "L10\n"));
    EXPECT_THAT(asked, HasSubstr("plain text and the HTML of your email differ"));
    EXPECT_THAT(asked, HasSubstr("Reply with one word, `K10` or `L10`, and nothing else."));
}

TEST(MailCommands, TakesNoCommandFromThePage) {
    EXPECT_EQ(in_words(with_page("K10\n", "K10\n")), "move 17 K10\n");
    EXPECT_EQ(in_words(with_page("K10\n", "k10.\n\nSent from a telephone\n")), "move 17 K10\n");
    EXPECT_EQ(in_words(with_page("K10\n", "")), "move 17 K10\n");
    EXPECT_EQ(in_words(with_page("K10\n", "move 18 L10\nresign\n")), "move 17 K10\n");
    EXPECT_EQ(in_words(with_page("turns\n", "K10\n")), "turns\n");
}

TEST(MailCommands, TakesAPointThatStandsThereTwiceOnce) {
    EXPECT_EQ(in_words(reply("K10\n\nk10\n")), "move 17 K10\n");
    EXPECT_EQ(in_words(reply("K10\n", "K10")), "move 17 K10\n");
    EXPECT_EQ(in_words(reply("K10, thanks\nK10\n")), "error\nmove 17 K10\n");
    EXPECT_EQ(in_words(reply("K10? no,\nL10\n")), "error\nerror\n");
}

TEST(MailCommands, TakesACommandOfTheSubjectThatStandsBelowOnce) {
    EXPECT_EQ(in_words(fresh("challenge ben", "Challenge ben\ngames\n")), "challenge ben\ngames\n");
}

TEST(MailCommands, IgnoresTheSubjectsOfOurMails) {
    for (const std::string prefix : {"", "Re: ", "AW: ", "Re: Re: ", "Fwd: ", "WG: ", "Antw: ",
                                     "SV: ", "RE[2]: ", "[EXT] Re: ", "Re : ", "Re: [EXT] "}) {
        EXPECT_EQ(in_words(fresh(prefix + "Tanbo game 17: ann - bob")), "") << prefix;
        EXPECT_EQ(in_words(fresh(prefix + "Tanbo: challenge ben")), "") << prefix;
        EXPECT_EQ(in_words(fresh(prefix + "games")), "games\n") << prefix;
        EXPECT_EQ(game_of_subject(prefix + "Tanbo game 17: ann - bob"), protocol::GameId{17})
            << prefix;
    }
    EXPECT_EQ(game_of_subject("Tanbo games"), std::nullopt);
    EXPECT_EQ(game_of_subject("Re: about Tanbo game 17: ann"), std::nullopt);
    EXPECT_EQ(game_of_subject("tanbo game 17"), protocol::GameId{17});
}

TEST(MailCommands, RepeatsAnAnsweredSubjectOnlyIfNothingElseIsSaid) {
    EXPECT_EQ(in_words(fresh("Re: challenge ben", "games")), "games\n");
    EXPECT_EQ(in_words(fresh("challenge ben", "games")), "challenge ben\ngames\n");
}

// Thanks for the answer to "move 17 K10" once played K10 again, or was refused.
TEST(MailCommands, TakesNoCommandOfAnAnsweredSubjectBesidePeoplesWords) {
    EXPECT_EQ(in_words(fresh("Re: move 17 K10", "")), "move 17 K10\n");
    EXPECT_EQ(in_words(fresh("Re: move 17 K10", "Thanks, nice game!")), "(...)\n");
    EXPECT_EQ(in_words(reply("See you tomorrow, then.", "Re: resign")), "(...)\n");
}

// --- passwords ---

TEST(MailCommands, ShowsNoPasswordAnywhere) {
    for (const LineCase& row : line_cases) {
        if (row.line.find("s3cret") == row.line.npos) continue;
        for (const bool is_subject : {false, true}) {
            const std::string line(row.line);
            const MailRequest request =
                is_subject ? fresh(line) : fresh("", line + "\nhello " + "there\n");

            EXPECT_TRUE(request.has_password) << line;
            for (const MailLine& read : request.lines) {
                EXPECT_THAT(read.source, Not(HasSubstr("s3cret")));
                EXPECT_THAT(first_error(request), Not(HasSubstr("s3cret")));
            }
            for (const std::string& passed : request.passed_over) {
                EXPECT_THAT(passed, Not(HasSubstr("s3cret")));
            }
        }
    }
}

TEST(MailCommands, ShowsWhereThePasswordStood) {
    EXPECT_EQ(fresh("tanbo move 17 ann s3cret K10").lines.front().source,
              "tanbo move 17 ann *** K10");
    EXPECT_EQ(fresh("signup ann s3cret a@b.org").lines.front().source, "signup ann ***");
    EXPECT_EQ(fresh("tanbo frob 17 ann s3cret x").lines.front().source, "tanbo frob 17 ***");
    EXPECT_FALSE(fresh("move 17 K10").has_password);
    EXPECT_FALSE(fresh("say 17 hello there you").has_password);
}

// --- limits ---

TEST(MailCommands, DoesTwentyCommandsAndTellsOfMore) {
    std::string mail;
    for (int i = 0; i < 20; ++i) mail += "show " + std::to_string(i) + "\n";

    EXPECT_EQ(fresh("", mail).lines.size(), mail_commands_max);
    EXPECT_FALSE(fresh("", mail).is_cut);

    const MailRequest more = fresh("", mail + "show 20\nshow 21\n");
    ASSERT_EQ(more.lines.size(), mail_commands_max + 1);
    EXPECT_TRUE(more.is_cut);
    EXPECT_EQ(first_error(more),
              "An email can contain at most 20 commands. The server did nothing from here on.");
}

TEST(MailCommands, ReadsTwoHundredLines) {
    const std::string blank(mail_lines_max - 1, '\n');

    EXPECT_EQ(in_words(fresh("", blank + "games\n")), "games\n");
    EXPECT_FALSE(fresh("", blank + "games\n").is_cut);
    EXPECT_EQ(in_words(fresh("", blank + "\ngames\n")), "");
    EXPECT_TRUE(fresh("", blank + "\ngames\n").is_cut);
}

TEST(MailCommands, PassesOverLinesThatAreTooLong) {
    const std::string start = "say 17 ";
    const std::string most = start + std::string(mail_text_bytes_max, 'x');

    EXPECT_EQ(fresh("", most).lines.size(), 1U);
    EXPECT_EQ(in_words(fresh("", most + "x\ngames\n")), "error\ngames\n");
    const std::string endless = start + std::string(mail_line_bytes_max, 'x');
    EXPECT_EQ(in_words(fresh("", endless + "\ngames\n")), "games\n");
}

TEST(MailCommands, KeepsTenOfTheLinesThatItPassesOver) {
    std::string mail;
    for (int i = 0; i < 30; ++i) mail += "Once upon a time there was\n";

    EXPECT_EQ(fresh("", mail).passed_over.size(), mail_passed_over_max);
}

TEST(MailCommands, ChallengesSevenAtOnce) {
    EXPECT_EQ(in_words(fresh("challenge a1 b1 c1 d1 e1 f1 g1")),
              "challenge a1 b1 c1 d1 e1 f1 g1\n");
    EXPECT_THAT(first_error(fresh("challenge a1 b1 c1 d1 e1 f1 g1 h1")),
                HasSubstr("at most seven players"));
}

// --- prose ---

// Lines as dictionaries would write them, with points strewn in.
class Prose {
public:
    explicit Prose(std::uint32_t seed) : random_(seed) {}

    std::string line() {
        std::string text;
        const std::size_t words = 1 + below(9);
        for (std::size_t i = 0; i < words; ++i) {
            if (i > 0) text += ' ';
            text += below(8) == 0 ? point() : word();
            if (below(6) == 0) text += ",.!?;:"[below(6)];
        }
        return text;
    }

private:
    std::size_t below(std::size_t end) { return random_() % end; }

    // A verb now and then, to bring lines near to commands.
    std::string word() {
        static const std::string syllables[] = {"ta", "no",  "mo",  "ve",  "sho", "re", "si",
                                                "an", "the", "wa",  "ing", "ple", "ch", "all",
                                                "s",  "th",  "and", "yes", "ly",  "un"};
        if (below(5) == 0)
            return std::string(text::mail_verbs()[below(text::mail_verbs().size())].name);
        std::string text;
        const std::size_t count = 1 + below(3);
        for (std::size_t i = 0; i < count; ++i) text += syllables[below(std::size(syllables))];
        return text;
    }

    std::string point() { return char("ABCKT"[below(5)]) + std::to_string(1 + below(19)); }

    std::mt19937 random_;
};

// By the rule of the manual: the point alone, or "move" before it.
bool may_move(std::string_view line) {
    auto words = protocol::words_of(line);
    while (!words.empty() && !protocol::without_stops(words.back()).empty() &&
           protocol::without_stops(words.back()) != words.back()) {
        words.back() = protocol::without_stops(words.back());
    }
    if (words.empty() || protocol::point_form(words.back()) != protocol::PointForm::letters)
        return false;
    if (words.size() == 1) return true;
    std::string_view first = words.front();
    while (first.ends_with(',') || first.ends_with('.') || first.ends_with('!') ||
           first.ends_with(':')) {
        first.remove_suffix(1);
    }
    return words.size() == 2 && find_verb(first).verb == "move";
}

TEST(MailCommands, MakesNoMoveOfProse) {
    Prose prose(1);
    int moves = 0;
    for (int i = 0; i < tests::repetitions(20'000); ++i) {
        const std::string line = prose.line();
        const MailRequest request = reply(line);
        for (const MailLine& read : request.lines) {
            const auto* command = std::get_if<MailCommand>(&read.command);
            const bool is_move = command != nullptr && std::holds_alternative<MailMove>(*command);
            if (is_move) ++moves;
            EXPECT_TRUE(!is_move || may_move(line)) << line;
        }
        const bool must_move = may_move(line) && protocol::words_of(line).size() == 1;
        EXPECT_TRUE(!must_move || in_words(request).starts_with("move")) << line;
    }
    EXPECT_GT(moves, tests::repetitions(100));  // else the lines would come near to nothing
}

TEST(MailCommands, MakesNoMoveOfAThousandLinesWithoutPoints) {
    Prose prose(2);
    int lines = 0;
    while (lines < 1'000) {
        const std::string line = prose.line();
        const bool has_point =
            std::ranges::any_of(protocol::words_of(line), [](std::string_view word) {
                return protocol::point_form(protocol::without_stops(word)) !=
                       protocol::PointForm::none;
            });
        if (has_point) continue;
        ++lines;
        for (const Written written :
             {Written::fresh, Written::reply, Written::cube, Written::line}) {
            const MailRequest request = read_mail_commands(line, line, context_of(written));
            for (const MailLine& read : request.lines) {
                const auto* command = std::get_if<MailCommand>(&read.command);
                const bool is_move =
                    command != nullptr && std::holds_alternative<MailMove>(*command);
                EXPECT_FALSE(is_move) << line;
            }
        }
    }
}

// It was once cut within a character, and no answer could quote it.
TEST(MailCommands, QuotesALongLineUpToAWholeCharacter) {
    const std::string stem = "say 17 a";
    std::string mail = stem;
    while (mail.size() < 400) mail += "\u00E4";

    const std::string line = stem + mail.substr(stem.size(), 300 - stem.size());
    EXPECT_EQ(fresh("", mail).lines.at(0).source, line);
    EXPECT_EQ(fresh("", "say 17 aa" + mail.substr(stem.size())).lines.at(0).source,
              "say 17 aa" + mail.substr(stem.size(), 290));
}

TEST(MailCommands, ReadsAnyBytesWithoutHarm) {
    std::mt19937 random(3);
    const std::string alphabet =
        std::string("move 17K0#\n\t\r>-()*,.\"\xC3\xC2\xA0\xFF then if") + '\0';
    for (int i = 0; i < tests::repetitions(5'000); ++i) {
        std::string mail;
        const std::size_t size = random() % 80;
        for (std::size_t k = 0; k < size; ++k) mail += alphabet[random() % alphabet.size()];

        const MailRequest request = reply(mail, mail);

        EXPECT_LE(request.lines.size(), mail_commands_max + 1);
        for (const MailLine& line : request.lines) {
            EXPECT_EQ(line.source.find_first_of(std::string_view("\n\r\0", 3)), std::string::npos);
        }
    }
}

TEST(MailCommands, AreNoneInTheSubjectOfAnAnswer) {
    for (const char* line : {"challenge ben", "tanbo resign 17 ann s3cret", "say 17 \xC3\xA4h"}) {
        const MailRequest request = read_mail_commands(line, "");
        ASSERT_EQ(request.lines.size(), 1U);

        const std::string subject = text::mail_answer_subject(request.lines.front().source);

        EXPECT_TRUE(read_mail_commands("Re: " + subject, "").lines.empty()) << subject;
        EXPECT_THAT(subject, Not(HasSubstr("s3cret")));
    }
}

}  // namespace
}  // namespace tanbo::mail::commands
