#pragma once

#include "tests/fuzz/targets.hpp"

namespace tanbo::mail {

// "mail": the bytes of a message become a mail, what its writer wrote, and commands.
protocol::FuzzTarget fuzz_target();

}  // namespace tanbo::mail
