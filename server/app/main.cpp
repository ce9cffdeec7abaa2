#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

#include "protocol/json/build.hpp"
#include "server/app/app.hpp"
#include "server/app/arguments.hpp"
#include "server/base/log.hpp"
#include "server/base/service_manager.hpp"
#include "server/base/time_zone.hpp"
#include "server/config/exit_code.hpp"
#include "server/store/error.hpp"

namespace tanbo::app {
namespace {

namespace log = base::log;

constexpr std::chrono::milliseconds fatal_deadline{500};

// The signals that end the server in an orderly way. Blocked in every thread; this one waits for
// them.
sigset_t end_signals() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&signals, signal);
    return signals;
}

// Obeys them while the server is being built, when nothing has begun that would have to be ended in
// order: what is written by then is durable or undone.
class StartUpSignals {
public:
    StartUpSignals(const sigset_t& signals, const std::atomic<bool>& is_fatal)
        : signals_(signals), is_fatal_(is_fatal), thread_([this] { wait_for_signals(); }) {}
    ~StartUpSignals() {
        is_over_ = true;
        thread_.join();
    }
    StartUpSignals(const StartUpSignals&) = delete;
    StartUpSignals& operator=(const StartUpSignals&) = delete;

private:
    void wait_for_signals() const {
        constexpr timespec a_moment{0, 10'000'000};
        while (!is_over_) {
            const int signal = sigtimedwait(&signals_, nullptr, &a_moment);
            if (signal <= 0) continue;
            log::info("stopped", "stopped before the start was complete", {{"signal", signal}});
            std::_Exit(is_fatal_ ? exit_fatal : exit_ok);
        }
    }

    const sigset_t signals_;
    const std::atomic<bool>& is_fatal_;
    std::atomic<bool> is_over_ = false;
    std::thread thread_;  // last: it uses all of the above
};

// Connections and the database's files are descriptors: as many as the system lets us have.
void raise_descriptor_limit() {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

// Writes the file in one step: readers see it whole or not at all.
void write_port_file(const std::string& path, std::uint16_t port) {
    if (path.empty()) return;
    const std::string draft = path + ".new";
    std::ofstream(draft) << port << '\n';
    if (std::rename(draft.c_str(), path.c_str()) != 0) {
        throw BadSetting("port_file", path, errno);
    }
}

void announce(const Config& config, std::uint16_t port) {
    const std::string address = config.listen.substr(0, config.listen.rfind(':'));
    std::cout << "listening on http://" << address << ":" << port << "\n" << std::flush;
    log::info("listening", "listening",
              {{"address", address},
               {"port", port},
               {"database", config.database},
               {"version", protocol::build().version},
               {"commit", protocol::build().commit},
               {"time_zones", base::TimeZones::system().version()},
               {"pid", getpid()}});
    write_port_file(config.port_file, port);
    base::tell_service_manager_of_start();
}

int exit_code_of(store::Fault fault) {
    switch (fault) {
        case store::Fault::locked:
        case store::Fault::older_nodes:
            return exit_locked;
        case store::Fault::cannot_open:
            return exit_no_database;
        case store::Fault::foreign_file:
        case store::Fault::older_schema:
        case store::Fault::newer_schema:
        case store::Fault::edited_migration:
        case store::Fault::migration_failed:
        case store::Fault::corrupt:
            return exit_bad_database;
        case store::Fault::stopped:
        case store::Fault::unreachable:
        case store::Fault::unsettled:
            return exit_try_again;
        case store::Fault::busy:
        case store::Fault::full:
        case store::Fault::stale:
        case store::Fault::constraint:
        case store::Fault::io:
        case store::Fault::commit_unknown:
        case store::Fault::fenced:
        case store::Fault::misuse:
            return exit_fatal;
    }
    return exit_fatal;
}

// Ends without the drain at a second signal: what was acknowledged is durable, and all else is as
// after a crash.
void end_at_next_signal(sigset_t signals, const std::atomic<int>& failure) {
    int signal = 0;
    sigwait(&signals, &signal);
    log::info("stopping-at-once", "stopping immediately", {{"signal", signal}});
    std::_Exit(failure);
}

int serve(const LoadedConfig& loaded) {
    const Config& config = loaded.config;
    log::configure(*log::parse_level(config.log_level), *log::parse_format(config.log_format));
    for (const ConfigFault& warning : loaded.warnings) {
        log::warn("setting-unknown", warning.what, {{"variable", warning.where}});
    }
    raise_descriptor_limit();
    const sigset_t signals = end_signals();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    static std::atomic<int> failure = exit_ok;
    static std::atomic<bool> is_fatal = false;
    // Also for what SQLite calls a damaged page: so it says that the disk could not read one. The
    // next start looks through the database, and says whether it is damaged.
    const auto on_fatal = [](store::Fault) {
        failure = exit_fatal;
        is_fatal = true;
        kill(getpid(), SIGTERM);
    };
    std::optional<StartUpSignals> start_up(std::in_place, signals, is_fatal);
    std::optional<App> app;
    try {
        app.emplace(config, on_fatal);
    } catch (const store::StorageError& error) {
        if (!is_fatal) throw;  // what opening the database has found
        std::cerr << "tanbod: " << error.what() << "\n";
        return exit_fatal;
    }
    start_up.reset();
    announce(config, app->port());
    int signal = 0;
    sigwait(&signals, &signal);
    const bool is_restart = signal == SIGHUP;
    std::thread(end_at_next_signal, signals, std::cref(failure)).detach();
    log::info("stopping", "stopping",
              {{"signal", signal}, {"drain_seconds", config.drain_seconds}});
    const auto deadline = is_fatal ? fatal_deadline : std::chrono::seconds(config.drain_seconds);
    const auto code =
        is_restart || is_fatal ? net::CloseCode::service_restart : net::CloseCode::going_away;
    const bool is_complete = app->stop(code, deadline);
    log::info("stopped", "stopped", {{"dropped_connections", !is_complete}});
    return failure;
}

int run(const Arguments& arguments) {
    const LoadedConfig loaded = load_config(arguments.sources);
    for (const ConfigFault& fault : loaded.faults) {
        std::cerr << "tanbod: " << fault.where << ": " << fault.what << "\n";
    }
    if (!loaded.faults.empty()) return arguments.command.code_of_bad_settings;
    return arguments.command.run(loaded);
}

int guarded_run(const Arguments& arguments) {
    try {
        return run(arguments);
    } catch (const store::StorageError& error) {
        std::cerr << "tanbod: " << error.what() << "\n";
        if (error.fault() == store::Fault::corrupt) {
            std::cerr
                << "tanbod: restore a backup. Stop the server, then run `tanbod restore FILE`.\n";
        }
        if (error.fault() == store::Fault::full) {
            std::cerr << "tanbod: the disk is full. Make room, then try again.\n";
        }
        return exit_code_of(error.fault());
    } catch (const BadSetting& error) {
        std::cerr << "tanbod: " << error.what() << "\n";
        return exit_config;
    } catch (const std::filesystem::filesystem_error& error) {
        std::cerr << "tanbod: " << error.what() << "\n";
        return exit_no_database;
    } catch (const std::system_error& error) {
        std::cerr << "tanbod: " << error.what() << "\n";
        return exit_no_listen;
    }
}

}  // namespace
}  // namespace tanbo::app

int main(int argc, char** argv) {
    using namespace tanbo::app;
    auto parsed = parse_arguments(argc, argv, serve);
    if (const int* code = std::get_if<int>(&parsed)) return *code;
    auto& arguments = std::get<Arguments>(parsed);
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string_view text(*variable);
        const std::size_t equals = text.find('=');
        if (equals == std::string_view::npos) continue;
        arguments.sources.environment.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    arguments.sources.standard_file = installed_config;
    return guarded_run(arguments);
}
