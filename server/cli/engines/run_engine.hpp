#pragma once

#include <memory>

#include "server/cli/engines/engine.hpp"

namespace tanbo::cli {

enum class EngineProtocol : std::uint8_t { ugi, gtp };

// Speaks the protocol on standard input and output until the input ends or says quit; the exit
// status. When the input ends, a search with a bound is brought to its end.
int run_engine(EngineProtocol protocol, std::unique_ptr<Engine> engine);

}  // namespace tanbo::cli
