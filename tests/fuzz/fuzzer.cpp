// libFuzzer's entry: one program for each target; the build defines its name.

#include <cstddef>
#include <cstdint>

#include "tests/fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const tanbo::protocol::FuzzTarget* const target =
        tanbo::protocol::find_fuzz_target(TANBO_FUZZ_TARGET);
    target->run({reinterpret_cast<const char*>(data), size});
    return 0;
}
