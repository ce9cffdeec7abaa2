#include "server/base/log.hpp"

#include <atomic>
#include <memory>
#include <string>

#include <spdlog/logger.h>
#include <spdlog/sinks/stdout_sinks.h>

#include "server/base/log_line.hpp"

namespace tanbo::base::log {
namespace {

std::atomic<Level> level_now{Level::info};
std::atomic<Format> format_now{Format::human};

// Levels and form are decided here; spdlog writes whole lines from any thread.
spdlog::logger& lines() {
    static const auto logger = [] {
        auto sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
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

void write(Level level, std::string_view message, std::initializer_list<Field> fields) {
    const Instant now = system_clock()();
    const bool is_json = format_now.load(std::memory_order_relaxed) == Format::json;
    const std::string line =
        is_json ? json_line(now, level, message, fields) : human_line(now, level, message, fields);
    lines().log(spdlog::level::info, spdlog::string_view_t(line));
}

}  // namespace tanbo::base::log
