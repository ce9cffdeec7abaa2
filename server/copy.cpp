#include "server/copy.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <variant>

#include "server/check.hpp"
#include "server/exit_code.hpp"
#include "server/find_database.hpp"
#include "server/store/copier.hpp"
#include "server/store/copy_end.hpp"
#include "server/store/database.hpp"
#include "server/store/error.hpp"
#include "server/store/postgres/address.hpp"

namespace tanbo::app {
namespace {

namespace fs = std::filesystem;
using SteadyClock = std::chrono::steady_clock;

constexpr std::string_view file_scheme = "sqlite:";
constexpr std::chrono::milliseconds pause{100};
constexpr std::chrono::seconds told_every{5};

store::DatabaseOptions options_of(const Config& config, std::string name) {
    Config named = config;
    named.database = name.starts_with(file_scheme) ? name.substr(file_scheme.size()) : name;
    return existing_database(named);
}

// A line on standard error, and the time that something took.
class Watch {
public:
    // So many of them were done.
    void say(const std::string& what, std::int64_t count) {
        const auto took = std::max(SteadyClock::duration(1), SteadyClock::now() - begun_);
        const double seconds = std::chrono::duration<double>(took).count();
        say(what + ", " + std::to_string(count) + " of them, " +
            std::to_string(std::llround(static_cast<double>(count) / seconds)) + " a second");
    }
    void say(const std::string& what) {
        const auto took =
            std::chrono::duration_cast<std::chrono::milliseconds>(SteadyClock::now() - begun_);
        std::cerr << "tanbod: " << what << " in " << took.count() << " ms\n";
        restart();
    }
    void restart() { begun_ = SteadyClock::now(); }

private:
    SteadyClock::time_point begun_ = SteadyClock::now();
};

store::CopyRows tell_rows() {
    return [next = SteadyClock::now() + told_every](std::int64_t rows) mutable {
        if (SteadyClock::now() < next) return;
        next = SteadyClock::now() + told_every;
        std::cerr << "tanbod: " << rows << " rows so far\n";
    };
}

void require_current(const store::MigrationPlan& plan, const std::string& name) {
    if (plan.pending.empty() && plan.waiting.empty()) return;
    const std::string why =
        plan.is_new
            ? "there is nothing in " + name + "."
            : name + " is not at this program's version: `tanbod migrate --contract` first.";
    throw store::StorageError(store::Fault::cannot_open, "Nothing is copied: " + why);
}

// A target of which there is nothing yet is begun.
std::unique_ptr<store::CopyEnd> open_target(store::DatabaseOptions options,
                                            const std::string& name) {
    const store::MigrationPlan plan = store::plan_of(options);
    if (!plan.is_new) require_current(plan, name);
    options.creates = true;
    {
        const store::Database begun(options);
    }
    auto target = store::open_copy_end(options);
    target->take();
    store::require_unmarked(target->mark(), name);
    return target;
}

bool can_take(store::CopyEnd& source) {
    try {
        source.take();
        return true;
    } catch (const store::StorageError& error) {
        if (error.fault() != store::Fault::locked) throw;
        return false;
    }
}

// Tells that the server is to be stopped, and waits until it has been.
void take_source(store::CopyEnd& source, const std::string& name) {
    for (bool is_told = false; !can_take(source); is_told = true) {
        if (!is_told) std::cerr << "tanbod: stop the server of " << name << " now\n";
        std::this_thread::sleep_for(pause);
    }
    store::require_unmarked(source.mark(), name);
}

// A file that holds what the target holds, for what is looked for by writing.
class Scratch {
public:
    Scratch(const fs::path& beside, const std::string& of) : folder_(beside) {
        store::DatabaseOptions options = store::options_for(file().string());
        options.is_patient = options.is_scratch = true;
        {
            const store::Database begun(options);
        }
        end_ = store::open_copy_end(options);
        end_->take();
        end_->begin_load(of);
    }

    store::CopyEnd& end() { return *end_; }
    // Returns how many games there are.
    std::size_t check(Findings& findings) {
        end_->end_load();
        end_->set_mark(std::nullopt);
        end_.reset();
        return check_meaning(file(), findings);
    }

private:
    fs::path file() const { return folder_.path() / "copy.db"; }

    const ScratchFolder folder_;
    std::unique_ptr<store::CopyEnd> end_;
};

// Copies what is left and looks whether it is what the source is. Yields how many games there are,
// or why it is refused.
std::variant<std::size_t, std::string> copy_and_verify(store::Copier& copier,
                                                       store::CopyEnd& target, Scratch& scratch) {
    Watch watch;
    try {
        watch.say("copied the other rows", copier.copy_rest());
        target.end_load();
    } catch (const store::StorageError& error) {
        if (error.fault() != store::Fault::constraint) throw;
        return error.what();
    }
    watch.say("made indexes and references");
    if (auto difference = copier.compare(scratch.end())) return *difference;
    watch.say("compared all rows", copier.rows_compared());
    Findings findings;
    const std::size_t games = scratch.check(findings);
    if (findings.count() > 0) return "its games say something else.";
    watch.say("played all games again", static_cast<std::int64_t>(games));
    return games;
}

int refuse_copy(const CopyOrder& order, const std::string& why) {
    std::cerr << "tanbod: the copy in " << order.to << " is refused: " << why << "\n"
              << "tanbod: " << order.from << " is as it was, and may be served\n";
    return exit_bad_database;
}

}  // namespace

std::string copy_address_fault(const std::string& text) {
    const auto part = store::postgres_part(text);
    const auto fault = part ? store::postgres_address_fault(*part) : std::nullopt;
    if (fault) return text + " " + *fault;
    return text.empty() || text == file_scheme ? "A database is a file or a PostgreSQL." : "";
}

int copy(const Config& config, const CopyOrder& order) {
    const store::DatabaseOptions from = options_of(config, order.from);
    const store::DatabaseOptions to = options_of(config, order.to);
    require_current(store::plan_of(from), order.from);
    const auto target = open_target(to, order.to);
    const auto source = store::open_copy_end(from);
    store::require_unmarked(source->mark(), order.from);
    store::Copier copier(*source, *target, tell_rows());
    Watch watch;
    target->begin_load(order.from);
    const std::int64_t logged = copier.copy_logs();
    watch.say("copied events of games", logged + copier.copy_logs());
    take_source(*source, order.from);
    const SteadyClock::time_point stopped = SteadyClock::now();
    Scratch scratch(from.postgres ? to.path : from.path, order.to);
    const auto verified = copy_and_verify(copier, *target, scratch);
    if (const auto* const why = std::get_if<std::string>(&verified))
        return refuse_copy(order, *why);
    // Never are both served.
    source->set_mark(store::CopyMark{store::CopyState::left, order.to});
    target->set_mark(std::nullopt);
    const auto took =
        std::chrono::duration_cast<std::chrono::milliseconds>(SteadyClock::now() - stopped);
    std::cout << order.to << " holds all of " << order.from << ": "
              << std::get<std::size_t>(verified) << " games, " << copier.rows_compared()
              << " rows, verified, " << took.count() << " ms since the server had stopped\n";
    return exit_ok;
}

int reopen(const Config& config) {
    name_database(config);
    const store::DatabaseOptions options = existing_database(config);
    require_current(store::plan_of(options), config.database);
    const auto end = store::open_copy_end(options);
    end->take();
    const std::optional<store::CopyMark> mark = end->mark();
    if (!mark) {
        std::cerr << "tanbod: nothing keeps " << config.database << " from being served\n";
        return exit_refused;
    }
    if (mark->state == store::CopyState::unfinished) {
        store::require_unmarked(mark, config.database);
    }
    end->set_mark(std::nullopt);
    std::cout << config.database << " may be served again: what was played in " << mark->other
              << " since is not in it\n";
    return exit_ok;
}

}  // namespace tanbo::app
