#include "server/base/log.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <memory>
#include <mutex>
#include <poll.h>
#include <string>
#include <unistd.h>

#include <spdlog/logger.h>
#include <spdlog/sinks/base_sink.h>

#include "server/base/log_line.hpp"

namespace tanbo::base::log {
namespace {

std::atomic<Level> level_now{Level::info};
std::atomic<Format> format_now{Format::human};

// As much as a pipe that is ready takes at once, whatever else it holds. Source: pipe(7), PIPE_BUF.
constexpr std::size_t part_bytes = 4096;

std::atomic<std::uint64_t> dropped{0};

// Writes whole lines to standard error as long as it is read. A line that would wait is dropped and
// counted, and the next line that fits is preceded by the count.
class StandardError final : public spdlog::sinks::base_sink<std::mutex> {
protected:
    void sink_it_(const spdlog::details::log_msg& message) override {
        std::string text(message.payload.data(), message.payload.size());
        text += '\n';
        if (missing_ > 0 && put(human_line(system_clock()(), Level::warn, "log-lines-dropped",
                                           "log lines dropped", {{"lines", missing_}}) +
                                '\n')) {
            missing_ = 0;
        }
        if (missing_ == 0 && put(text)) return;
        ++missing_;
        dropped.fetch_add(1, std::memory_order_relaxed);
    }
    void flush_() override {}

private:
    // False: nothing of it was written, or only its beginning.
    static bool put(std::string_view text) {
        while (!text.empty()) {
            pollfd ready{STDERR_FILENO, POLLOUT, 0};
            if (::poll(&ready, 1, 0) != 1 || (ready.revents & POLLOUT) == 0) return false;
            const ssize_t bytes =
                ::write(STDERR_FILENO, text.data(), std::min(text.size(), part_bytes));
            if (bytes < 0 && errno == EINTR) continue;
            if (bytes <= 0) return false;
            text.remove_prefix(static_cast<std::size_t>(bytes));
        }
        return true;
    }

    std::uint64_t missing_ = 0;  // since the last line that was written
};

// Levels and form are decided here; spdlog writes whole lines from any thread.
spdlog::logger& lines() {
    static const auto logger = [] {
        auto sink = std::make_shared<StandardError>();
        auto made = std::make_shared<spdlog::logger>("tanbo", std::move(sink));
        made->set_pattern("%v");
        made->set_level(spdlog::level::trace);
        return made;
    }();
    return *logger;
}

}  // namespace

std::optional<Level> parse_level(std::string_view name) {
    for (const Level level :
         {Level::trace, Level::debug, Level::info, Level::warn, Level::error, Level::off}) {
        if (name == level_name(level)) return level;
    }
    return std::nullopt;
}

std::optional<Format> parse_format(std::string_view name) {
    if (name == "human") return Format::human;
    if (name == "json") return Format::json;
    return std::nullopt;
}

void configure(Level level, Format format) {
    level_now.store(level, std::memory_order_relaxed);
    format_now.store(format, std::memory_order_relaxed);
}

bool is_enabled(Level level) {
    return level != Level::off && level >= level_now.load(std::memory_order_relaxed);
}

std::uint64_t dropped_lines() {
    return dropped.load(std::memory_order_relaxed);
}

void write(Level level, Event event, std::string_view message,
           std::initializer_list<Field> fields) {
    const Instant now = system_clock()();
    const bool is_json = format_now.load(std::memory_order_relaxed) == Format::json;
    const std::string line = is_json ? json_line(now, level, event, message, fields)
                                     : human_line(now, level, event, message, fields);
    lines().log(spdlog::level::info, spdlog::string_view_t(line));
}

}  // namespace tanbo::base::log
