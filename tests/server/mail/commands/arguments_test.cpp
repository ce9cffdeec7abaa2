#include <algorithm>

#include <gmock/gmock.h>

#include "protocol/games/clock_text.hpp"
#include "protocol/games/game_options.hpp"
#include "server/mail/commands/parse.hpp"
#include "server/mail/commands/verbs.hpp"
#include "server/mail/text/manual.hpp"
#include "server/mail/text/replies.hpp"
#include "tests/server/mail/commands/in_words.hpp"

namespace tanbo::mail::commands {
namespace {

using testing::HasSubstr;

MailRequest fresh(std::string_view written) {
    return read_mail_commands("", written);
}

std::string first_error(const MailRequest& request) {
    for (const MailLine& line : request.lines) {
        if (const auto* error = std::get_if<protocol::Error>(&line.command)) return error->detail;
    }
    return {};
}

// --- plans ---

std::string plan_of(std::string_view text) {
    const MailRequest request = fresh("plan 17 " + std::string(text));
    const auto* command = std::get_if<MailCommand>(&request.lines.at(0).command);
    if (command == nullptr) return first_error(request);
    return protocol::encode_plan_branches(std::get<MailPlan>(*command).plan);
}

TEST(MailPlans, HaveCasesGuardsAndWhatFollows) {
    EXPECT_EQ(plan_of("if white K10 then L10, else if white K9 then L9 guarded (G13 3, A7)"),
              R"([{"if":[{"seat":"white","point":"K10"}],"then":"L10"},)"
              R"({"if":[{"seat":"white","point":"K9"}],"guard":[{"root":"G13","root_space_min":3},)"
              R"({"root":"A7","root_space_min":1}],"then":"L9"}])");
    EXPECT_EQ(plan_of("if white K10 then L10 (if white M10 then N10, else if any then A2)"),
              R"([{"if":[{"seat":"white","point":"K10"}],"then":"L10",)"
              R"("next":[{"if":[{"seat":"white","point":"M10"}],"then":"N10"},)"
              R"({"if":[],"then":"A2"}]}])");
    EXPECT_EQ(plan_of("IF White any AND red B2 THEN 333 guarded (111 >= 2)"),
              R"([{"if":[{"seat":"white","point":"any"},{"seat":"red","point":"B2"}],)"
              R"("guard":[{"root":"111","root_space_min":2}],"then":"333"}])");
}

TEST(MailPlans, AreReadAsTheApiReadsThem) {
    const std::string plan = plan_of(
        "if white K10 and red any then L10 guarded (G13 3) (if any then M10) else if any then A2");

    EXPECT_TRUE(protocol::decode_set_plan(R"({"ply":12,"plan":)" + plan + "}").has_value()) << plan;
}

TEST(MailPlans, GoOnToTheEndOfTheirParagraph) {
    const MailRequest request = fresh(
        "plan 17#34 if white K10 then L10,\n"
        "else if white K9\n"
        "then L9\n"
        "games\n"
        "\n"
        "else nothing\n");

    EXPECT_EQ(in_words(request),
              R"(plan 17 #34 [{"if":[{"seat":"white","point":"K10"}],"then":"L10"},)"
              R"({"if":[{"seat":"white","point":"K9"}],"then":"L9"}])"
              "\ngames\n(...)\n");
}

TEST(MailPlans, SayWhatIsMissingWhere) {
    EXPECT_THAT(plan_of("if K10 then L10"),
                HasSubstr("expected a colour and a point, or any instead of \"K10\""));
    EXPECT_THAT(plan_of("if white K10"), HasSubstr("expected then at the end"));
    EXPECT_THAT(plan_of("if white K10 then"), HasSubstr("expected a point at the end"));
    EXPECT_THAT(plan_of("if white K10 then L10 guarded G13"), HasSubstr("( after guarded"));
    EXPECT_THAT(plan_of("if white K10 then L10 (if any then A2"), HasSubstr(")"));
    EXPECT_THAT(plan_of("if white K10 then L10 please"), HasSubstr("instead of \"please\""));
    EXPECT_THAT(plan_of("if white A1 and white A2 then A3"), HasSubstr("repeats a colour"));
    EXPECT_THAT(plan_of("if any then A1 guarded (A2 4097)"),
                HasSubstr("the root space is out of range"));
}

TEST(MailPlans, HaveAtMostSoManyBranchesGuardsAndMoves) {
    const auto repeated = [](int times, const std::string& what) {
        std::string text;
        for (int i = 0; i < times; ++i) text += what;
        return text;
    };
    const auto branches = [&](int count) {
        return plan_of("if any then A1 " + repeated(count - 1, "else if any then A1 "));
    };
    const auto nested = [&](int depth) {
        return plan_of(repeated(depth - 1, "if any then A1 (") + "if any then A1" +
                       std::string(static_cast<std::size_t>(depth - 1), ')'));
    };
    const auto guards = [&](int count) {
        return plan_of("if any then A1 guarded (A1" + repeated(count - 1, ",A1") + ")");
    };

    EXPECT_THAT(branches(protocol::plan_branches_max), testing::StartsWith("["));
    EXPECT_THAT(branches(protocol::plan_branches_max + 1), HasSubstr("too many branches"));
    EXPECT_THAT(nested(protocol::plan_depth_max), testing::StartsWith("["));
    EXPECT_THAT(nested(protocol::plan_depth_max + 1), HasSubstr("too many moves"));
    EXPECT_THAT(guards(protocol::plan_guards_max), testing::StartsWith("["));
    EXPECT_THAT(guards(protocol::plan_guards_max + 1), HasSubstr("too many guards"));
}

// --- clocks ---

TEST(MailClocks, AreWrittenShort) {
    struct Row {
        const char* text;
        const char* same;
    };
    for (const Row& row : std::initializer_list<Row>{
             {"none", "none"},
             {"3d/move", "3d/move"},
             {"72h/move", "3d/move"},
             {"1w/move", "7d/move"},
             {"1h30m/move", "1h30m/move"},
             {"3d+1d/7d", "3d+1d/7d"},
             {"5m+10s", "5m+10s"},
             {"5m+0s/5m", "5m+0s/5m"},
             {"total:30d", "total:30d"},
             {"total 30d", "total:30d"},
             {"3d/move,weekends", "3d/move,weekends"},
             {"3d/move,vacations,sleep,weekends", "3d/move,weekends,sleep,vacations"}}) {
        const auto clock = protocol::read_clock(row.text);
        ASSERT_TRUE(clock) << row.text;
        EXPECT_EQ(clock_short(*clock), row.same);
        EXPECT_EQ(protocol::read_clock(clock_short(*clock)).value(), *clock);
    }
}

TEST(MailClocks, AreRefusedIfNoGameCanBeTimedSo) {
    for (const char* text : {"",
                             "3d",
                             "3/move",
                             "d/move",
                             "3d/mov",
                             "3x/move",
                             "+1d",
                             "3d+",
                             "3d+1d/",
                             "3d+1d/1d",
                             "total",
                             "total:",
                             "3d/move,",
                             "3d/move,mondays",
                             "none,sleep",
                             "5m+10s,sleep",
                             "0s/move",
                             "91d/move",
                             "9999999999999d/move",
                             "3d/7d+1d"}) {
        EXPECT_FALSE(protocol::read_clock(text)) << text;
    }
    EXPECT_TRUE(protocol::read_clock("90d/move"));
}

// --- options of games ---

TEST(MailOptions, SetEachValueOfEach) {
    for (const protocol::GameOption& option : protocol::game_options()) {
        for (std::size_t value = 0; value < option.phrases.size(); ++value) {
            if (option.is_flag() && value == 0) continue;
            const std::string word = option.is_flag() ? "" : std::string(option.words[value]);
            const std::string argument = std::string("--").append(option.argument);
            for (const char* between : {"=", " "}) {
                const MailRequest request =
                    fresh("challenge ben " + argument + (word.empty() ? "" : between) + word);
                const auto* command = std::get_if<MailCommand>(&request.lines.at(0).command);
                ASSERT_NE(command, nullptr) << argument;
                EXPECT_EQ(option.value(std::get<MailChallenge>(*command).terms), value);
            }
        }
    }
}

TEST(MailOptions, AreListedIfOneIsWrong) {
    for (const char* wrong :
         {"--leaver-policy=stay", "--leaver-policy", "--rated=yes", "--speed"}) {
        const std::string error = first_error(fresh(std::string("challenge ben ") + wrong));
        EXPECT_THAT(error, HasSubstr("[--clock=CLOCK] [--rated] [--swap] "
                                     "[--leaver-policy=remove|substitute]"))
            << wrong;
    }
}

// --- verbs ---

TEST(MailVerbs, AreFoundByEveryBeginningThatIsTheirs) {
    for (const text::MailVerb& verb : text::mail_verbs()) {
        for (std::size_t size = 2; size <= verb.name.size(); ++size) {
            const std::string_view begin = verb.name.substr(0, size);
            const auto others = std::ranges::count_if(
                text::mail_verbs(),
                [&](const text::MailVerb& other) { return other.name.starts_with(begin); });
            const VerbMatch match = find_verb(begin);
            if (others == 1 || begin == verb.name) {
                EXPECT_EQ(match.verb, verb.name) << begin;
            } else if (match.fit != VerbFit::exact) {
                EXPECT_EQ(match.fit, VerbFit::ambiguous) << begin;
                EXPECT_EQ(match.candidates.size(), static_cast<std::size_t>(others)) << begin;
            }
        }
    }
}

TEST(MailVerbs, CountSlipsAsDamerauDoes) {
    EXPECT_EQ(slips("move", "move"), 0);
    EXPECT_EQ(slips("mvoe", "move"), 1);
    EXPECT_EQ(slips("mve", "move"), 1);
    EXPECT_EQ(slips("moove", "move"), 1);
    EXPECT_EQ(slips("mobe", "move"), 1);
    EXPECT_EQ(slips("evom", "move"), 3);
    EXPECT_EQ(slips("", "move"), 4);
    EXPECT_EQ(slips("ca", "abc"), 3);
    EXPECT_EQ(slips(std::string(100, 'a'), "move"), 24);
}

}  // namespace
}  // namespace tanbo::mail::commands
