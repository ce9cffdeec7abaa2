#include "server/operate/copy.hpp"

#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "protocol/json/words.hpp"
#include "server/config/exit_code.hpp"
#include "server/config/find_database.hpp"
#include "server/operate/check.hpp"
#include "server/operate/progress.hpp"
#include "server/store/copy/copier.hpp"
#include "server/store/copy/copy_end.hpp"
#include "server/store/database.hpp"
#include "server/store/error.hpp"
#include "server/store/postgres/address.hpp"

namespace tanbo::app {
namespace {

constexpr std::string_view file_scheme = "sqlite:";

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

std::unique_ptr<store::CopyEnd> open_unmarked(const store::DatabaseOptions& options,
                                              const std::string& name) {
    auto end = store::open_copy_end(options);
    store::require_unmarked(end->mark(), name);
    return end;
}

// A target of which there is nothing yet is begun.
std::unique_ptr<store::CopyEnd> open_target(const store::DatabaseOptions& options,
                                            const std::string& name, const std::string& source) {
    const store::MigrationPlan plan = store::plan_of(options);
    if (plan.is_new) return store::begin_copy_end(options, source);
    require_current(plan, name);
    return open_unmarked(options, name);
}

// Plays every game of a file. Returns what is wrong, if anything is.
std::optional<std::string> replay(const std::filesystem::path& file, std::int64_t games) {
    Progress progress("replayed", games, "games");
    Findings findings;
    check_file(file, findings,
               [&progress](std::size_t count) { progress.add(static_cast<std::int64_t>(count)); });
    progress.finish();
    if (findings.count() == 0) return std::nullopt;
    return file.string() + " has " + protocol::counted(findings.count(), "fault") + ".";
}

// Returns how the copy differs, if it does.
std::optional<std::string> copy_rows(store::Copier& copier, store::CopyEnd& target,
                                     const std::string& from, std::int64_t rows) {
    try {
        target.begin_load(from);
        Progress copied("copied", rows, "rows");
        copier.copy([&copied] { copied.add(); });
        copied.finish();
        std::cerr << "tanbod: creating indexes and references\n";
        target.end_load();
    } catch (const store::StorageError& error) {
        if (error.fault() != store::Fault::constraint) throw;
        return error.what();
    }
    Progress compared("compared", rows, "rows");
    auto difference = copier.compare([&compared] { compared.add(); });
    compared.finish();
    return difference;
}

}  // namespace

std::string copy_address_fault(const std::string& text) {
    const auto part = store::postgres_part(text);
    const auto fault = part ? store::postgres_address_fault(*part) : std::nullopt;
    if (fault) return "The address " + *fault + ".";  // without it: a password may be in it
    return text.empty() || text == file_scheme
               ? "A database must be a file or a PostgreSQL address."
               : "";
}

int copy(const Config& config, const CopyOptions& order) {
    const store::DatabaseOptions from = options_of(config, order.from);
    const store::DatabaseOptions to = options_of(config, order.to);
    if (from.postgres.has_value() == to.postgres.has_value()) {
        std::cerr << "tanbod: copy goes from SQLite to PostgreSQL or back. Copy a file by `tanbod "
                     "backup`, a PostgreSQL database by pg_dump.\n";
        return exit_usage;
    }
    require_current(store::plan_of(from), order.from);
    const auto source = open_unmarked(from, order.from);
    const auto target = open_target(to, order.to, order.from);
    store::Copier copier(*source, *target);
    const std::int64_t games = source->number("SELECT count(*) FROM games");
    const std::int64_t rows = copier.count();
    // The games of the end that is a file stand for those of the other, which holds the same rows.
    auto fault = from.postgres ? std::nullopt : replay(from.path, games);
    if (!fault) fault = copy_rows(copier, *target, order.from, rows);
    if (!fault && from.postgres) fault = replay(to.path, games);
    if (fault) {
        std::cerr << "tanbod: the copy in " << order.to << " is not usable: " << *fault << "\n"
                  << "tanbod: " << order.from << " is unchanged; you can serve it\n";
        return exit_bad_database;
    }
    // Never are both served.
    source->set_mark(store::CopyMark{store::CopyState::left, order.to});
    target->set_mark(std::nullopt);
    std::cout << order.to << " holds all of " << order.from << ": "
              << protocol::counted(games, "game") << ", " << protocol::counted(rows, "row")
              << ", verified\n";
    return exit_ok;
}

int reopen(const Config& config) {
    name_database(config);
    const store::DatabaseOptions options = existing_database(config);
    require_current(store::plan_of(options), config.database);
    const auto end = store::open_copy_end(options);
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
