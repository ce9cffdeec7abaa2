#pragma once

#include "protocol/tournaments/answers.hpp"
#include "server/store/transaction.hpp"
#include "server/tournament/log.hpp"

namespace tanbo::tournament {

// A resignation before this ply is one that organisers are shown.
inline constexpr int early_ply_max = 4;

// Hints for organisers. They decide nothing. Throws: store::StorageError.
protocol::FairnessView fairness_view(store::Reader& reader, const Loaded& loaded);

}  // namespace tanbo::tournament
