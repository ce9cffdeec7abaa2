#include "server/bots/supervisor.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <optional>
#include <poll.h>
#include <system_error>
#include <thread>
#include <utility>

#include "server/base/log.hpp"
#include "server/base/threads/event.hpp"
#include "server/bots/moves.hpp"
#include "server/bots/output.hpp"
#include "server/bots/restart_backoff.hpp"
#include "server/game/feed/bot_streams.hpp"

namespace tanbo::bots {

namespace {

namespace log = base::log;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

// How often a program that says nothing is looked at.
constexpr milliseconds glance{250};
// One that says more than it is listened to waits for its pipe.
constexpr milliseconds breath{20};
constexpr int hang_checks = 8;  // in the time after which it hangs

base::Counter& ends(base::Metrics& metrics, const std::string& cause) {
    return metrics.counter("tanbo_bots_ends_total", "Exits of the bot process, by cause.",
                           {{"cause", cause}});
}

milliseconds since(steady_clock::time_point start) {
    return std::chrono::duration_cast<milliseconds>(steady_clock::now() - start);
}

}  // namespace

struct Supervisor::State {
    State(SupervisorOptions o, const Moves& m, const game::BotStreams& s, LongestWait w,
          base::Clock c, base::Metrics& metrics)
        : options(std::move(o)),
          moves(m),
          streams(s),
          longest_wait(std::move(w)),
          clock(std::move(c)),
          running(metrics.gauge("tanbo_bots_running", "Whether the bot process is running.")),
          starts(metrics.counter("tanbo_bots_starts_total", "Starts of the bot process.")),
          exits(ends(metrics, "exit")),
          hangs(ends(metrics, "hang")),
          failures(ends(metrics, "not-started")) {
        thread = std::thread([this] { run(); });
    }

    ~State() { stop(milliseconds(0)); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    void stop(milliseconds most) {
        if (!thread.joinable()) return;
        patience = most;
        wake.set();
        thread.join();
    }

    // --- the thread ---

    void run() {
        RestartBackoff backoff;
        while (!is_over) {
            if (!is_ours()) {
                wait(-1, glance);
                continue;
            }
            const auto begun = steady_clock::now();
            run_once();
            if (is_over || !is_ours()) continue;
            const milliseconds pause = backoff.after({.length = since(begun),
                                                      .was_ready = is_new(streams.last_opened()),
                                                      .has_moved = is_new(moves.last())});
            log::info("bots-restarting", "restarting the bot process",
                      {{"after_ms", pause.count()}});
            wait(-1, pause);
        }
    }

    void run_once() {
        started_at = clock();
        waits_since.reset();
        std::optional<Child> child;
        try {
            child.emplace(options.program);
        } catch (const std::system_error& error) {
            failures.add();
            log::warn("bots-start-failed", "could not start the bot process",
                      {{"detail", error.what()}});
            return;
        }
        starts.add();
        running.set(1);
        log::info("bots-started", "bot process started", {{"pid", child->pid()}});
        supervise(*child);
        running.set(0);
    }

    // Until it has ended, whatever ends it.
    void supervise(Child& child) {
        Output output;
        auto checked = steady_clock::now();
        while (!child.ended()) {
            wait(child.output(), glance);
            pass_on(child, output);
            if (!is_over) wait(-1, breath);
            if (is_over || !is_ours()) {
                log::info("bots-stopped", "bot process stopped", {{"how", child.end(patience)}});
                return;
            }
            if (since(checked) < options.hangs_after / hang_checks) continue;
            checked = steady_clock::now();
            if (!is_hanging()) continue;
            hangs.add();
            log::warn("bots-hanging", "bot process hangs", {{"pid", child.pid()}});
            child.end(milliseconds(0));
            return;
        }
        pass_on(child, output);
        exits.add();
        log::warn("bots-ended", "bot process exited", {{"how", *child.ended()}});
    }

    bool is_ours() const { return !options.is_ours || options.is_ours(); }

    // It happened in this run.
    bool is_new(base::Instant at) const { return at >= started_at; }

    // Whether none moves though one should. A bot that could not move for a time, suspended or in a
    // pause, gets the full time from when it was first seen to be able to.
    bool is_hanging() {
        const auto waiting = wait_now();
        const base::Instant now = clock();
        if (!waiting) {
            waits_since.reset();
            return false;
        }
        if (!waits_since) waits_since = now;
        const base::Instant late = now - options.hangs_after;
        return *waiting <= late && *waits_since <= late && moves.last() <= late;
    }

    // As if none were to move while the wait is unknown: then none can move either.
    std::optional<base::Instant> wait_now() const {
        try {
            return longest_wait();
        } catch (const std::exception& error) {
            log::warn("bots-not-checked", "could not check whether the bot process hangs",
                      {{"detail", error.what()}});
            return std::nullopt;
        }
    }

    static void pass_on(Child& child, Output& output) {
        output.add(child.read_output(), steady_clock::now());
        const Output::Lines said = output.take();
        for (const std::string& line : said.lines)
            log::info("bots-output", "output of the bot process", {{"line", line}});
        if (said.dropped > 0) {
            log::info("bots-output-dropped", "dropped output of the bot process",
                      {{"lines", said.dropped}});
        }
    }

    // Until there is something to read, or the end is asked for, or this time is over.
    void wait(int descriptor, milliseconds most) {
        std::array<pollfd, 2> waited{{{wake.descriptor(), POLLIN, 0}, {descriptor, POLLIN, 0}}};
        poll(waited.data(), waited.size(), static_cast<int>(most.count()));
        if ((waited[0].revents & POLLIN) != 0) is_over = true;
    }

    const SupervisorOptions options;
    const Moves& moves;
    const game::BotStreams& streams;
    const LongestWait longest_wait;
    const base::Clock clock;
    base::Gauge& running;
    base::Counter& starts;
    base::Counter& exits;
    base::Counter& hangs;
    base::Counter& failures;
    base::Event wake;  // set when the end is asked for
    std::atomic<milliseconds> patience{milliseconds(0)};
    bool is_over = false;      // of the thread
    base::Instant started_at;  // of the thread
    // The first check of this run since which each has found a wait; of the thread, too.
    std::optional<base::Instant> waits_since;
    std::thread thread;  // last: it uses all of the above
};

Supervisor::Supervisor(SupervisorOptions options, const Moves& moves,
                       const game::BotStreams& streams, LongestWait longest_wait, base::Clock clock,
                       base::Metrics& metrics)
    : state_(std::make_unique<State>(std::move(options), moves, streams, std::move(longest_wait),
                                     std::move(clock), metrics)) {}

Supervisor::~Supervisor() = default;

void Supervisor::stop(milliseconds patience) {
    state_->stop(patience);
}

std::string own_url(const std::string& listen_address, std::uint16_t port) {
    std::string host = listen_address;
    if (host == "0.0.0.0") host = "127.0.0.1";
    if (host == "::") host = "::1";
    if (host.find(':') != std::string::npos) host = "[" + host + "]";
    return "http://" + host + ":" + std::to_string(port);
}

}  // namespace tanbo::bots
