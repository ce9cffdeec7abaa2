#pragma once

#include <string>

#include "engine/match.hpp"
#include "protocol/json/ids.hpp"

namespace tanbo::store {
class Reader;
}

namespace tanbo::analysis_jobs {

// The turning point, as a sentence; empty if that is not known. Throws: store::StorageError.
// Thread: that of the reader.
std::string turning_point_sentence(store::Reader& reader, protocol::GameId game,
                                   const engine::Match& match);

}  // namespace tanbo::analysis_jobs
