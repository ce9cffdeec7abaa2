#include "server/cli/analysis/worker.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

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
constexpr std::chrono::seconds none{0};
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
    enum class State { goes_on, found, lost };

    Claimed(const Post& post, const WorkerOptions& options, const std::stop_token& stop,
            JudgementCache& cache, protocol::SearchJob job)
        : post_(post),
          options_(options),
          stop_(stop),
          cache_(cache),
          job_(std::move(job)),
          judge_(job_.played.opening, options.budget) {
        judge_.pause_by([this] { pause(); });
        if (is_hint()) return;
        const auto look = [this](const engine::Position& position, engine::Point last,
                                 analysis::Look which) { return look_at(position, last, which); };
        analyst_.emplace(job_.played, look, options.budget);
    }
    Claimed(const Claimed&) = delete;
    Claimed& operator=(const Claimed&) = delete;

    std::int64_t points() const { return job_.played.opening->lattice().points(); }
    // The points of the positions that are left.
    std::int64_t cost_left() const {
        const auto positions = static_cast<std::int64_t>(job_.played.stones()) + 1 - steps_;
        return std::max<std::int64_t>(positions, 1) * points();
    }

    // Searches one position.
    State step() {
        ++steps_;
        if (is_hint()) {
            const engine::Position position = analysis::position_of(job_.played);
            const engine::Point last = analysis::last_stone_of(job_.played);
            found_ = protocol::encode_judgement(position.opening(),
                                                look_at(position, last, analysis::Look::first));
            return State::found;
        }
        const bool goes_on = analyst_->step();
        if (is_lost_) return State::lost;
        if (goes_on) return State::goes_on;
        found_ = protocol::encode_analysis(job_.game, job_.played, analyst_->take());
        return State::found;
    }

    // Requires: found.
    Answer tell() const { return post_(path("result"), found_); }

    void extend_in_time() {
        if (Clock::now() < extended_at_ + options_.extended_every) return;
        extended_at_ = Clock::now();
        is_lost_ = is_refused(post_(path("extend"), "{}"));
    }

private:
    bool is_hint() const { return job_.kind == protocol::SearchKind::hint; }

    std::string path(std::string_view what) const {
        return "/searches/" + to_string(job_.id) + "/" + std::string(what);
    }

    analysis::Judgement look_at(const engine::Position& position, engine::Point last,
                                analysis::Look look) {
        const auto search = [this](const engine::Position& searched, engine::Point stone,
                                   analysis::Look which) {
            return judge_.judge(searched, stone, which);
        };
        return cache_.judge(job_.played.setup, position, last, look, search);
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

    const Post& post_;
    const WorkerOptions& options_;
    const std::stop_token& stop_;
    JudgementCache& cache_;
    const protocol::SearchJob job_;
    SearchJudge judge_;
    std::optional<analysis::Analyst> analyst_;  // of an analysis
    std::int64_t steps_ = 0;
    std::string found_;
    Clock::time_point extended_at_ = Clock::now();
    bool is_lost_ = false;
};

void wait_for(milliseconds time, const std::stop_token& stop) {
    const auto end = Clock::now() + time;
    while (!stop.stop_requested() && Clock::now() < end) {
        std::this_thread::sleep_for(
            std::min<Clock::duration>(milliseconds(50), end - Clock::now()));
    }
}

// The searches that a worker has claimed, and their turns.
class Desk {
public:
    Desk(const Post& post, const WorkerOptions& options, const std::stop_token& stop)
        : post_(post), options_(options), stop_(stop), pause_(options.retry_first) {}

    Answer work() {
        while (!stop_.stop_requested()) {
            if (!refusal_ && claimed_.size() < searches_at_once) claim();
            if (!claimed_.empty()) {
                take_turn();
            } else if (refusal_) {
                return *refusal_;
            }
        }
        return {};
    }

private:
    // Waits at the server unless there is something to do.
    void claim() {
        constexpr int nothing_to_do = 204;
        const bool is_free = claimed_.empty();
        const auto asked_at = Clock::now();
        const Answer claim = post_(
            "/searches", protocol::encode_claim({is_free ? claim_wait : none, options_.kind}));
        if (is_refused(claim)) {
            refusal_ = claim;
        } else if (claim.status == nothing_to_do) {
            if (!is_free) return;
            pause_ = options_.retry_first;
            // A server that ends says at once that there is nothing.
            if (Clock::now() < asked_at + options_.retry_first) wait_for(pause_, stop_);
        } else if (auto job = protocol::decode_search_job(claim.body); claim.is_ok() && job) {
            claimed_.push_back(
                std::make_unique<Claimed>(post_, options_, stop_, cache_, std::move(*job)));
        } else if (is_free) {
            back_off();
        }
    }

    void take_turn() {
        is_for_oldest_ = !is_for_oldest_;
        const auto smallest = std::ranges::min_element(
            claimed_, {}, [](const auto& claimed) { return claimed->cost_left(); });
        const auto next = is_for_oldest_ ? claimed_.begin() : smallest;
        Claimed& search = **next;
        auto state = Claimed::State::goes_on;
        for (std::int64_t cost = 0; cost < options_.turn_cost && state == Claimed::State::goes_on;
             cost += search.points()) {
            state = search.step();
            if (stop_.stop_requested()) return;
            for (const auto& claimed : claimed_) claimed->extend_in_time();
        }
        if (state == Claimed::State::goes_on) return;
        const bool is_told = state == Claimed::State::found && search.tell().is_ok();
        claimed_.erase(next);
        if (is_told) {
            pause_ = options_.retry_first;
        } else if (claimed_.empty()) {
            back_off();
        }
    }

    void back_off() {
        wait_for(pause_, stop_);
        pause_ = std::min(2 * pause_, retry_last);
    }

    const Post& post_;
    const WorkerOptions& options_;
    const std::stop_token& stop_;
    JudgementCache cache_;
    std::vector<std::unique_ptr<Claimed>> claimed_;  // the oldest first
    std::optional<Answer> refusal_;                  // of the account
    milliseconds pause_;
    bool is_for_oldest_ = true;  // the turn before
};

}  // namespace

Answer do_searches(const Post& post, const WorkerOptions& options, const std::stop_token& stop) {
    return Desk(post, options, stop).work();
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
