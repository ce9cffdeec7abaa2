#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "server/base/clock.hpp"
#include "server/base/log.hpp"

namespace tanbo::base::log {

// One line without its end. Thread: any.
std::string human_line(Instant at, Level level, Event event, std::string_view message,
                       std::initializer_list<Field> fields);
std::string json_line(Instant at, Level level, Event event, std::string_view message,
                      std::initializer_list<Field> fields);

// "trace" to "error".
std::string_view level_name(Level level);

}  // namespace tanbo::base::log
