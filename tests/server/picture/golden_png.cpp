#include "tests/server/picture/golden_png.hpp"

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <png.h>
#include <vector>

#include "tests/support/source_folder.hpp"

namespace tanbo::picture {
namespace {

// A stone more changes a 19x19 board by 0.4.
constexpr double difference_max = 0.05;

struct Pixels {
    unsigned width = 0;
    unsigned height = 0;
    std::vector<std::uint8_t> bytes;
};

Pixels pixels_of(std::string_view png) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_memory(&image, png.data(), png.size()) == 0) return {};
    image.format = PNG_FORMAT_RGB;
    Pixels pixels{image.width, image.height, std::vector<std::uint8_t>(PNG_IMAGE_SIZE(image))};
    if (png_image_finish_read(&image, nullptr, pixels.bytes.data(), 0, nullptr) == 0) return {};
    return pixels;
}

}  // namespace

double difference(std::string_view one, std::string_view other) {
    constexpr double all = 255;
    const Pixels a = pixels_of(one);
    const Pixels b = pixels_of(other);
    if (a.bytes.empty() || a.width != b.width || a.height != b.height) return all;
    double sum = 0;
    for (std::size_t i = 0; i < a.bytes.size(); ++i) sum += std::abs(a.bytes[i] - b.bytes[i]);
    return sum / static_cast<double>(a.bytes.size());
}

testing::AssertionResult looks_like_golden(std::string_view file, const std::string& png) {
    const auto path = tests::source_folder() / "tests" / "golden" / file;
    const char* const rewrite = std::getenv("TANBO_REWRITE_GOLDEN");
    if (rewrite != nullptr && std::string_view(rewrite) == "1") {
        std::ofstream(path, std::ios::binary) << png;
        return testing::AssertionSuccess();
    }
    std::ifstream in(path, std::ios::binary);
    const std::string golden{std::istreambuf_iterator<char>(in), {}};
    const double found = difference(golden, png);
    if (found <= difference_max) return testing::AssertionSuccess();
    return testing::AssertionFailure() << path << " differs by " << found;
}

}  // namespace tanbo::picture
