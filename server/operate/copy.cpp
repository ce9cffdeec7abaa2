#include "server/operate/copy.hpp"

#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "protocol/json/words.hpp"
#include "server/config/exit_code.hpp"
#include "server/config/find_database.hpp"
#include "server/operate/copy_steps.hpp"
#include "server/store/copy/copy_end.hpp"
#include "server/store/database.hpp"
#include "server/store/error.hpp"
#include "server/store/postgres/address.hpp"

namespace tanbo::app {
namespace {

namespace fs = std::filesystem;
using SteadyClock = std::chrono::steady_clock;

constexpr std::string_view file_scheme = "sqlite:";
constexpr std::chrono::milliseconds pause{100};
constexpr std::chrono::minutes followed_every{5};

store::DatabaseOptions options_of(const Config& config, std::string name) {
    Config named = config;
    named.database = name.starts_with(file_scheme) ? name.substr(file_scheme.size()) : name;
    return existing_database(named);
}

void require_current(const store::MigrationPlan& plan, const std::string& name) {
    if (plan.pending.empty() && plan.waiting.empty()) return;
    const std::string why =
        plan.is_new ? name + " is empty."
                    : name + " has another version. Run `tanbod migrate --contract` first.";
    throw store::StorageError(store::Fault::cannot_open, "Nothing was copied: " + why);
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

// A source of which parts were copied may have others; it is not served either.
void require_usable(store::CopyEnd& source, const CopyOptions& order) {
    const std::optional<store::CopyMark> mark = source.mark();
    if (mark && mark->state == store::CopyState::split && !order.games.empty()) return;
    store::require_unmarked(mark, order.from);
}

store::CopyMark mark_of_source(store::CopyEnd& source, const CopyOptions& order) {
    if (order.games.empty()) return {store::CopyState::left, order.to};
    const std::optional<store::CopyMark> mark = source.mark();
    return {store::CopyState::split,
            (mark ? mark->other + ", " : "") + order.games + " to " + order.to};
}

// Asks to stop the server, and waits until it has been. If that takes long, there is more and more
// to copy then, unless that is done meanwhile.
void take_source(store::CopyEnd& source, const CopyOptions& order, CopySteps& steps) {
    SteadyClock::time_point followed = SteadyClock::now();
    for (bool is_told = false; !can_take(source); is_told = true) {
        if (!is_told) std::cerr << "tanbod: stop the server of " << order.from << " now\n";
        std::this_thread::sleep_for(pause);
        if (SteadyClock::now() - followed < followed_every) continue;
        steps.follow();
        followed = SteadyClock::now();
    }
    require_usable(source, order);
}

int refuse_copy(const CopyOptions& order, const std::string& why) {
    std::cerr << "tanbod: the copy in " << order.to << " is not usable: " << why << "\n"
              << "tanbod: " << order.from << " is unchanged; you can serve it\n";
    return exit_bad_database;
}

}  // namespace

std::string copy_address_fault(const std::string& text) {
    const auto part = store::postgres_part(text);
    const auto fault = part ? store::postgres_address_fault(*part) : std::nullopt;
    if (fault) return text + " " + *fault;
    return text.empty() || text == file_scheme
               ? "A database must be a file or a PostgreSQL address."
               : "";
}

std::string copy_part_fault(const std::string& text) {
    if (store::part_named(text)) return "";
    return "The part must be such as \"1/2\", the first of two; got \"" + text + "\".";
}

int copy(const Config& config, const CopyOptions& order) {
    const store::DatabaseOptions from = options_of(config, order.from);
    const store::DatabaseOptions to = options_of(config, order.to);
    require_current(store::plan_of(from), order.from);
    const auto target = open_target(to, order.to);
    const auto source = store::open_copy_end(from);
    require_usable(*source, order);
    CopySteps steps(*source, *target, order, from.postgres ? to.path : from.path);
    SteadyClock::time_point stopped;
    try {
        steps.copy_all();
        steps.follow();
        take_source(*source, order, steps);
        stopped = SteadyClock::now();
        steps.finish();
    } catch (const CopyRefused& refused) {
        return refuse_copy(order, refused.what());
    } catch (const store::StorageError& error) {
        if (error.fault() != store::Fault::constraint) throw;
        return refuse_copy(order, error.what());
    }
    // A part is a club of its own; all of it is the same one, which the source is not if it is
    // opened again.
    if (!order.games.empty()) target->mark_epoch_over();
    // Never are both served.
    source->set_mark(mark_of_source(*source, order));
    target->set_mark(std::nullopt);
    const auto took =
        std::chrono::duration_cast<std::chrono::milliseconds>(SteadyClock::now() - stopped);
    const std::string held = order.games.empty() ? "all" : "part " + order.games;
    std::cout << order.to << " holds " << held << " of " << order.from << ": "
              << protocol::counted(steps.games(), "game") << ", "
              << protocol::counted(steps.rows(), "row") << ", verified, " << took.count()
              << " ms after the server stopped\n";
    return exit_ok;
}

int reopen(const Config& config) {
    name_database(config);
    const store::DatabaseOptions options = existing_database(config);
    require_current(store::plan_of(options), config.database);
    const auto end = store::open_copy_end(options);
    end->take();
    const std::optional<store::CopyMark> mark = end->mark();
    if (mark && mark->state == store::CopyState::unfinished) {
        store::require_unmarked(mark, config.database);
    }
    end->mark_epoch_over();
    if (mark) {
        end->set_mark(std::nullopt);
        std::cout << config.database << " can be served again, without the moves made in "
                  << mark->other << " since\n";
    } else {
        std::cout << config.database << " can be served\n";
    }
    std::cout << "from now on, the server refuses replies to earlier emails\n";
    return exit_ok;
}

}  // namespace tanbo::app
