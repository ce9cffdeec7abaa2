#include "server/cli/analysis/worker.hpp"

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

#include "protocol/records/analysis.hpp"
#include "protocol/records/hints.hpp"
#include "protocol/records/searches.hpp"
#include "server/cli/analysis/judgement_cache.hpp"
#include "server/cli/analysis/search_judge.hpp"
#include "server/cli/report.hpp"

namespace tanbo::cli {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::chrono::seconds claim_wait{20};
constexpr milliseconds yield_pause{5};
// An idle processor takes over what waits for another one, at once; one that computes, at whatever
// priority, does not. As short as a sleep can be.
constexpr std::chrono::microseconds rest{1};
constexpr milliseconds retry_last{8'000};

// The account may not search, or the server knows nothing of searches.
bool is_refused(const Answer& answer) {
    return answer.status == 401 || answer.status == 403 || answer.status == 404 ||
           answer.status == 405;
}

// One search and its claim.
class Claimed {
public:
    Claimed(const Post& post, const WorkerOptions& options, const std::stop_token& stop,
            JudgementCache& cache, protocol::SearchJob job)
        : post_(post), options_(options), stop_(stop), cache_(cache), job_(std::move(job)) {}

    // The findings; nothing if the claim is lost, or it is to stop.
    std::optional<std::string> search() {
        SearchJudge judge(job_.played.opening, options_.budget);
        judge.pause_by([this] { pause(); });
        const auto search = [&](const engine::Position& position, engine::Point last,
                                analysis::Look look) { return judge.judge(position, last, look); };
        const auto look_at = [&](const engine::Position& position, engine::Point last,
                                 analysis::Look look) {
            return cache_.judge(job_.played.setup, position, last, look, search);
        };
        if (job_.kind == protocol::SearchKind::hint) {
            const engine::Position position = analysis::position_of(job_.played);
            return protocol::encode_judgement(
                position.opening(),
                look_at(position, analysis::last_stone_of(job_.played), analysis::Look::first));
        }
        analysis::Analyst analyst(job_.played, look_at, options_.budget);
        while (analyst.step()) {
            if (stop_.stop_requested() || is_lost_) return std::nullopt;
        }
        return protocol::encode_analysis(job_.game, job_.played, analyst.take());
    }

    Answer tell(const std::string& found) const { return post_(path("result"), found); }

private:
    std::string path(std::string_view what) const {
        return "/searches/" + to_string(job_.id) + "/" + std::string(what);
    }

    void pause() {
        const auto end = Clock::now() + options_.waits_at_most;
        extend_in_time();
        while (options_.must_wait && options_.must_wait()) {
            if (stop_.stop_requested() || Clock::now() >= end) return;
            std::this_thread::sleep_for(yield_pause);
            extend_in_time();
        }
        std::this_thread::sleep_for(rest);
    }

    void extend_in_time() {
        if (Clock::now() < extended_at_ + options_.extended_every) return;
        extended_at_ = Clock::now();
        is_lost_ = is_refused(post_(path("extend"), "{}"));
    }

    const Post& post_;
    const WorkerOptions& options_;
    const std::stop_token& stop_;
    JudgementCache& cache_;
    protocol::SearchJob job_;
    Clock::time_point extended_at_ = Clock::now();
    bool is_lost_ = false;
};

// True if there was something to do, and its result was sent. An answer that refuses the account is
// kept.
bool do_one(const Post& post, const WorkerOptions& options, const std::stop_token& stop,
            JudgementCache& cache, const Answer& claim) {
    auto job = protocol::decode_search_job(claim.body);
    if (!job) return false;
    Claimed claimed(post, options, stop, cache, std::move(*job));
    const auto found = claimed.search();
    return found && claimed.tell(*found).is_ok();
}

void wait_for(milliseconds time, const std::stop_token& stop) {
    const auto end = Clock::now() + time;
    while (!stop.stop_requested() && Clock::now() < end) {
        std::this_thread::sleep_for(
            std::min<Clock::duration>(milliseconds(50), end - Clock::now()));
    }
}

}  // namespace

Answer do_searches(const Post& post, const WorkerOptions& options, const std::stop_token& stop) {
    constexpr int nothing_to_do = 204;
    const std::string claim_body = protocol::encode_claim({claim_wait, options.kind});
    JudgementCache cache;
    milliseconds pause = options.retry_first;
    while (!stop.stop_requested()) {
        const auto asked_at = Clock::now();
        const Answer claim = post("/searches", claim_body);
        if (is_refused(claim)) return claim;
        // A server that ends says at once that there is nothing.
        const bool is_idle = claim.status == nothing_to_do;
        if (is_idle && Clock::now() < asked_at + options.retry_first) {
            wait_for(options.retry_first, stop);
        }
        if (is_idle || (claim.is_ok() && do_one(post, options, stop, cache, claim))) {
            pause = options.retry_first;
        } else {
            wait_for(pause, stop);
            pause = std::min(2 * pause, retry_last);
        }
    }
    return {};
}

Answer serve_searches(const SearchPlace& place, const std::function<bool()>& is_urgent,
                      const std::stop_token& stop) {
    const auto serve = [&place](const WorkerOptions& options, const std::stop_token& until) {
        const HttpClient client(place.url, place.token, until);
        const Post post = [&client](const std::string& path, const std::string& json) {
            return client.post(path, json);
        };
        return do_searches(post, options, until);
    };
    WorkerOptions hints;
    hints.budget = {judge_simulations, judge_seed};
    hints.kind = protocol::SearchKind::hint;
    WorkerOptions analyses = hints;
    analyses.kind = protocol::SearchKind::analysis;
    analyses.must_wait = is_urgent;
    std::jthread other([&](const std::stop_token& until) { serve(hints, until); });
    const std::stop_callback both(stop, [&other] { other.request_stop(); });
    return serve(analyses, stop);
}

int search_for(const SearchPlace& place) {
    if (place.token.empty()) {
        return report("this needs a token with the scope search; set TANBO_TOKEN");
    }
    return report_answer(serve_searches(place, {}, {}));
}

}  // namespace tanbo::cli
