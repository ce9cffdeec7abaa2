#include "server/cli/analysis/worker.hpp"

#include <atomic>

#include <gtest/gtest.h>

#include "engine/analysis/analysis.hpp"
#include "protocol/records/analysis.hpp"
#include "protocol/records/hints.hpp"
#include "protocol/records/searches.hpp"
#include "server/cli/analysis/search_judge.hpp"
#include "tests/protocol/script.hpp"

namespace tanbo::cli {
namespace {

using protocol::Script;

Script two_stones() {
    Script script("9x9");
    script.fill().play("H7").play("H3").leave(engine::Seat::white);
    return script;
}

protocol::SearchJob job_of(const Script& script, protocol::SearchKind kind) {
    return {protocol::SearchId{7}, kind, protocol::GameId{42}, analysis::game_of(script.match())};
}

// A server that gives out what it is told to, then refuses.
struct FakeServer {
    std::vector<Answer> claims;
    std::vector<std::pair<std::string, std::string>> posted = {};  // path and body, without claims
    Answer to_others = {204, "", ""};

    Answer operator()(const std::string& path, const std::string& json) {
        if (path != "/searches") {
            posted.emplace_back(path, json);
            return to_others;
        }
        if (claims.empty()) return {403, "enough", ""};
        Answer next = claims.front();
        claims.erase(claims.begin());
        return next;
    }
};

WorkerOptions quick() {
    WorkerOptions options;
    options.budget = {60, 1};
    options.retry_first = std::chrono::milliseconds(1);
    return options;
}

Answer worked(FakeServer& server, const WorkerOptions& options = quick()) {
    return do_searches(
        [&](const std::string& path, const std::string& json) { return server(path, json); },
        options, {});
}

TEST(SearchWorker, TellsTheAnalysisOfAGame) {
    const Script script = two_stones();
    const auto job = job_of(script, protocol::SearchKind::analysis);
    FakeServer server{{{200, encode_search_job(job), ""}, {204, "", ""}}};

    const Answer end = worked(server);

    EXPECT_EQ(end.body, "enough");
    ASSERT_EQ(server.posted.size(), 1U);
    EXPECT_EQ(server.posted[0].first, "/searches/7/result");
    EXPECT_TRUE(protocol::decode_analysis(server.posted[0].second, job.game, job.played));
}

// The analysis of a long game once held up all others to its end.
TEST(SearchWorker, DoesAShortSearchBetweenThePartsOfALongOne) {
    Script long_game("9x9");
    long_game.fill().play_random(3, 20);
    auto short_job = job_of(two_stones(), protocol::SearchKind::analysis);
    short_job.id = protocol::SearchId{8};
    FakeServer server{
        {{200, encode_search_job(job_of(long_game, protocol::SearchKind::analysis)), ""},
         {200, encode_search_job(short_job), ""}}};
    WorkerOptions options = quick();
    options.turn_cost = 1;

    EXPECT_EQ(worked(server, options).body, "enough");

    ASSERT_EQ(server.posted.size(), 2U);
    EXPECT_EQ(server.posted[0].first, "/searches/8/result");
    EXPECT_EQ(server.posted[1].first, "/searches/7/result");
}

TEST(SearchWorker, LetsALongSearchEndHoweverManyShortOnesThereAre) {
    Script long_game("9x9");
    long_game.fill().play_random(3, 8);
    FakeServer server{
        {{200, encode_search_job(job_of(long_game, protocol::SearchKind::analysis)), ""}}};
    for (int i = 0; i < 20; ++i) {
        auto short_job = job_of(two_stones(), protocol::SearchKind::analysis);
        short_job.id = protocol::SearchId{8 + i};
        server.claims.push_back({200, encode_search_job(short_job), ""});
    }
    WorkerOptions options = quick();
    options.turn_cost = 1;

    worked(server, options);

    ASSERT_EQ(server.posted.size(), 21U);
    EXPECT_NE(server.posted.back().first, "/searches/7/result");
}

TEST(SearchWorker, SearchesAnEarlyPositionOnceInHoweverManyGamesItIs) {
    const std::string job = encode_search_job(job_of(two_stones(), protocol::SearchKind::analysis));
    WorkerOptions options = quick();
    int slices = 0;
    options.must_wait = [&slices] {
        ++slices;
        return false;
    };
    FakeServer once{{{200, job, ""}}};
    worked(once, options);
    const int of_one = std::exchange(slices, 0);
    FakeServer twice{{{200, job, ""}, {200, job, ""}}};

    worked(twice, options);

    EXPECT_GT(of_one, 0);
    EXPECT_EQ(slices, of_one);
    ASSERT_EQ(twice.posted.size(), 2U);
    EXPECT_EQ(twice.posted[0].second, twice.posted[1].second);
}

TEST(SearchWorker, TellsWhatItThinksOfAPosition) {
    Script script("9x9");
    script.fill().play("H7");
    FakeServer server{{{200, encode_search_job(job_of(script, protocol::SearchKind::hint)), ""}}};

    worked(server);

    ASSERT_EQ(server.posted.size(), 1U);
    EXPECT_TRUE(protocol::decode_judgement(server.posted[0].second, script.match().position()));
}

TEST(SearchWorker, KnowsWhereTheLastStoneWasPlaced) {
    Script script("9x9");
    script.fill().play_random(2, 6);
    const engine::Position& position = script.match().position();
    SearchJudge judge(script.match().shared_opening(), quick().budget);
    const auto told = [&](engine::Point last) {
        return protocol::encode_judgement(position.opening(),
                                          judge.judge(position, last, analysis::Look::first));
    };
    FakeServer server{{{200, encode_search_job(job_of(script, protocol::SearchKind::hint)), ""}}};

    worked(server);

    ASSERT_EQ(server.posted.size(), 1U);
    EXPECT_EQ(server.posted[0].second, told(script.match().turns()[5].point));
    EXPECT_NE(server.posted[0].second, told(engine::no_point));
}

TEST(SearchWorker, KeepsItsClaimWhileItSearches) {
    FakeServer server{
        {{200, encode_search_job(job_of(two_stones(), protocol::SearchKind::analysis)), ""}}};
    WorkerOptions options = quick();
    options.extended_every = std::chrono::seconds(0);

    worked(server, options);

    ASSERT_GE(server.posted.size(), 2U);
    EXPECT_EQ(server.posted.front().first, "/searches/7/extend");
    EXPECT_EQ(server.posted.back().first, "/searches/7/result");
}

TEST(SearchWorker, DropsASearchWhoseClaimIsLost) {
    FakeServer server{
        {{200, encode_search_job(job_of(two_stones(), protocol::SearchKind::analysis)), ""}}};
    server.to_others = {404, "", ""};
    WorkerOptions options = quick();
    options.extended_every = std::chrono::seconds(0);

    worked(server, options);

    for (const auto& [path, body] : server.posted) EXPECT_EQ(path, "/searches/7/extend");
}

TEST(SearchWorker, TriesAgainWhenTheServerIsAway) {
    FakeServer server{{{0, "refused", ""}, {503, "", ""}, {200, "no job", ""}, {204, "", ""}}};

    const Answer end = worked(server);

    EXPECT_EQ(end.status, 403);
    EXPECT_TRUE(server.posted.empty());
}

TEST(SearchWorker, WaitsForWhatIsMoreUrgent) {
    FakeServer server{
        {{200, encode_search_job(job_of(two_stones(), protocol::SearchKind::analysis)), ""}}};
    int asked = 0;
    WorkerOptions options = quick();
    options.must_wait = [&] { return ++asked % 3 != 0; };

    worked(server, options);

    EXPECT_GE(asked, 3);
    EXPECT_EQ(server.posted.size(), 1U);
}

TEST(SearchWorker, GoesOnInTheEndWhateverIsUrgent) {
    FakeServer server{
        {{200, encode_search_job(job_of(two_stones(), protocol::SearchKind::analysis)), ""}}};
    WorkerOptions options = quick();
    options.must_wait = [] { return true; };
    options.waits_at_most = std::chrono::milliseconds(10);

    worked(server, options);

    ASSERT_EQ(server.posted.size(), 1U);
    EXPECT_EQ(server.posted.back().first, "/searches/7/result");
}

TEST(SearchWorker, ClaimsSearchesOfItsKindAlone) {
    std::vector<std::string> claims;
    WorkerOptions options = quick();
    for (const auto kind : {protocol::SearchKind::hint, protocol::SearchKind::analysis}) {
        options.kind = kind;
        do_searches(
            [&](const std::string&, const std::string& json) {
                claims.push_back(json);
                return Answer{403, "enough", ""};
            },
            options, {});
    }

    ASSERT_EQ(claims.size(), 2U);
    EXPECT_EQ(protocol::decode_claim(claims[0]).value().kind, protocol::SearchKind::hint);
    EXPECT_EQ(protocol::decode_claim(claims[1]).value().kind, protocol::SearchKind::analysis);
}

TEST(SearchWorker, EndsWhenItIsAskedTo) {
    std::stop_source stop;
    int claims = 0;
    const Post post = [&](const std::string&, const std::string&) {
        if (++claims == 2) stop.request_stop();
        return Answer{204, "", ""};
    };

    do_searches(post, quick(), stop.get_token());

    EXPECT_EQ(claims, 2);
}

}  // namespace
}  // namespace tanbo::cli
