#pragma once

#include <functional>
#include <memory>

#include "server/cli/engines/engine.hpp"

namespace tanbo::cli {

enum class EngineProtocol : std::uint8_t { ugi, gtp };

using MakeEngine = std::function<std::unique_ptr<Engine>(const EngineSettings&)>;

// Speaks the protocol on standard input and output until the input ends or says quit; the exit
// status. When the input ends, a search with a bound is brought to its end. Another engine is made
// whenever other settings are asked for.
int run_engine(EngineProtocol protocol, const EngineSettings& settings, const MakeEngine& make);

}  // namespace tanbo::cli
