#include <gtest/gtest.h>

#include "protocol/tournaments/groups.hpp"
#include "protocol/tournaments/settings.hpp"
#include "tests/protocol/example.hpp"

// Groups of a round robin and points by rating are those that the contract shows.
namespace tanbo::protocol {
namespace {

StandingView group_row(int place, int number, const char* handle, int units) {
    StandingView view;
    view.place = place;
    view.number = number;
    view.handle = handle;
    view.state = "playing";
    view.units = units;
    view.ties = {{TieRule::direct, 1, 1}};
    ResultView result;
    result.round = 1;
    result.kind = "game";
    result.opponents = {3 - number};
    result.seat = engine::seat_at(number - 1);
    result.units = units;
    result.game = GameId{7};
    view.rounds = {result};
    return view;
}

TEST(ContractGroups, GroupsAreAsShown) {
    GroupsView groups;
    groups.seq = 21;
    groups.advance = 1;
    groups.ties = {TieRule::direct};
    groups.groups = {{1, {1}, {group_row(1, 1, "anna", 2), group_row(2, 2, "ben", 0)}}};

    EXPECT_TRUE(matches_example("answers/tournament-groups", encode_tournament_groups(groups)));
}

TEST(ContractGroups, RequestsAreReadAsShown) {
    const auto request = decode_create_tournament(example("requests/create-tournament-groups"));

    ASSERT_TRUE(request) << request.error().detail;
    EXPECT_EQ(request->settings.groups, (GroupRules{{}, 4, 2, FinalStage::knockout}));
}

TEST(ContractGroups, SettingsNameWhatCanNotBe) {
    const auto pointer_of = [](const std::string& more) {
        const auto decoded =
            decode_create_tournament(R"({"name":"x","setup":"9x9","format":)" + more);
        return decoded ? "none" : decoded.error().pointer;
    };

    EXPECT_EQ(pointer_of(R"("round-robin","groups":{"count":3}})"), "none");
    EXPECT_EQ(pointer_of(R"("round-robin","groups":null})"), "none");
    EXPECT_EQ(pointer_of(R"("swiss","groups":{"count":3}})"), "/groups");
    EXPECT_EQ(pointer_of(R"("round-robin","groups":{}})"), "/groups");
    EXPECT_EQ(pointer_of(R"("round-robin","groups":{"count":3,"size":4}})"), "/groups");
    EXPECT_EQ(pointer_of(R"("round-robin","groups":{"size":2}})"), "/groups/size");
    EXPECT_EQ(pointer_of(R"("round-robin","groups":{"size":17}})"), "/groups/size");
    EXPECT_EQ(pointer_of(R"("round-robin","groups":{"size":3,"advance":3}})"), "/groups/advance");
    EXPECT_EQ(pointer_of(R"("round-robin","groups":{"count":1,"advance":1}})"), "/groups/advance");
    EXPECT_EQ(pointer_of(R"("round-robin","groups":{"count":65}})"), "/groups/count");
    EXPECT_EQ(pointer_of(R"("round-robin","groups":{"size":4,"final":"swiss"}})"), "/groups/final");
    EXPECT_EQ(pointer_of(R"("round-robin","groups":{"count":8,"final":"round-robin"}})"), "none");
    EXPECT_EQ(pointer_of(R"("round-robin","groups":{"count":9,"final":"round-robin"}})"),
              "/groups/final");
    EXPECT_EQ(pointer_of(R"("round-robin","groups":{"size":4},"ties":["draw-of-lots"]})"),
              "/ties/0");
}

TEST(ContractGroups, MorePlayersCanEnterThanARoundRobinHas) {
    const auto most = [](const std::string& groups) {
        const auto decoded = decode_create_tournament(
            R"({"name":"x","setup":"9x9","format":"round-robin","groups":)" + groups + "}");
        return players_max(decoded->settings);
    };

    EXPECT_EQ(most("null"), 50);
    EXPECT_EQ(most(R"({"count":8})"), 8 * group_size_max);
    EXPECT_EQ(most(R"({"size":16})"), 1024);
    EXPECT_EQ(most(R"({"size":4,"final":"round-robin"})"), 8 * 4);
}

TEST(ContractGroups, AnotherFormatHasNone) {
    TournamentSettings settings =
        decode_create_tournament(
            R"({"name":"x","setup":"9x9","format":"round-robin","groups":{"size":4}})")
            ->settings;
    apply(*decode_change_tournament(R"({"format":"swiss"})"), settings);
    EXPECT_EQ(settings.groups, std::nullopt);
    EXPECT_FALSE(settings_fault(settings));
}

TEST(ContractMcMahon, RequestsAreReadAsShown) {
    const auto request = decode_create_tournament(example("requests/create-tournament-mcmahon"));

    ASSERT_TRUE(request) << request.error().detail;
    EXPECT_EQ(request->settings.mcmahon, (McMahonRules{2000, 1200, 100}));
    EXPECT_TRUE(request->settings.is_quiet);
}

TEST(ContractMcMahon, SettingsNameWhatCanNotBe) {
    const auto pointer_of = [](const std::string& more) {
        const auto decoded =
            decode_create_tournament(R"({"name":"x","setup":"9x9","format":)" + more);
        return decoded ? "none" : decoded.error().pointer;
    };
    const std::string rules = R"("mcmahon":{"bar":2000,"floor":1000,"step":)";

    EXPECT_EQ(pointer_of(R"("swiss",)" + rules + "100}}"), "none");
    EXPECT_EQ(pointer_of(R"("swiss","mcmahon":null})"), "none");
    EXPECT_EQ(pointer_of(R"("pods",)" + rules + "100}}"), "/setup");
    EXPECT_EQ(pointer_of(R"("knockout",)" + rules + "100}}"), "/mcmahon");
    EXPECT_EQ(pointer_of(R"("swiss",)" + rules + "0}}"), "/mcmahon/step");
    EXPECT_EQ(pointer_of(R"("swiss",)" + rules + "33}}"), "none");
    EXPECT_EQ(pointer_of(R"("swiss",)" + rules + "32}}"), "/mcmahon/step");
    EXPECT_EQ(pointer_of(R"("swiss","mcmahon":{"bar":9,"floor":9,"step":1}})"), "/mcmahon/floor");
    EXPECT_EQ(pointer_of(R"("swiss","mcmahon":{"bar":9,"floor":8}})"), "/mcmahon/step");
    EXPECT_EQ(pointer_of(R"("swiss","quiet":1})"), "/quiet");
}

TEST(ContractMcMahon, EachStepBelowTheBarCostsAPoint) {
    const McMahonRules rules{2000, 1000, 100};

    EXPECT_EQ(mcmahon_points(rules, 2600), 10);
    EXPECT_EQ(mcmahon_points(rules, 2000), 10);
    EXPECT_EQ(mcmahon_points(rules, 1999), 9);
    EXPECT_EQ(mcmahon_points(rules, 1900), 9);
    EXPECT_EQ(mcmahon_points(rules, 1001), 0);
    EXPECT_EQ(mcmahon_points(rules, 400), 0);
    EXPECT_EQ(mcmahon_points(rules, std::nullopt), 0);
    EXPECT_EQ(mcmahon_points({1950, 1000, 100}, 1950), 9);
}

}  // namespace
}  // namespace tanbo::protocol
