#pragma once

#include <filesystem>

namespace tanbo::tests {

// The root of the checkout that the tests were built from. One file knows it: the compiler's cache
// serves every checkout of a machine.
std::filesystem::path source_folder();

}  // namespace tanbo::tests
