#include "server/base/password_text.hpp"

#include <algorithm>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>

namespace tanbo::base {
namespace {

// Nothing unless all of it is UTF-8.
std::u16string to_utf16(std::string_view text) {
    UErrorCode error = U_ZERO_ERROR;
    std::u16string wide(text.size(), u'\0');
    int32_t size = 0;
    u_strFromUTF8(wide.data(), static_cast<int32_t>(wide.size()), &size, text.data(),
                  static_cast<int32_t>(text.size()), &error);
    if (U_FAILURE(error)) return {};
    wide.resize(static_cast<std::size_t>(size));
    return wide;
}

std::string to_utf8(std::u16string_view wide) {
    UErrorCode error = U_ZERO_ERROR;
    std::string text(wide.size() * 3, '\0');
    int32_t size = 0;
    u_strToUTF8(text.data(), static_cast<int32_t>(text.size()), &size, wide.data(),
                static_cast<int32_t>(wide.size()), &error);
    if (U_FAILURE(error)) return {};
    text.resize(static_cast<std::size_t>(size));
    return text;
}

std::u16string composed(std::u16string_view wide) {
    constexpr std::size_t growth_max = 18;  // of U+FDFA, the most of any character
    UErrorCode error = U_ZERO_ERROR;
    const UNormalizer2* const form = unorm2_getNFKCInstance(&error);
    std::u16string normal(wide.size() * growth_max, u'\0');
    const int32_t size =
        unorm2_normalize(form, wide.data(), static_cast<int32_t>(wide.size()), normal.data(),
                         static_cast<int32_t>(normal.size()), &error);
    if (U_FAILURE(error)) return {};
    normal.resize(static_cast<std::size_t>(size));
    return normal;
}

}  // namespace

std::string password_text(std::string_view password) {
    const bool is_ascii = std::ranges::all_of(
        password, [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
    if (is_ascii) return std::string(password);
    std::u16string normal = composed(to_utf16(password));
    const auto is_blank = [](char16_t unit) { return u_charType(unit) == U_SPACE_SEPARATOR; };
    std::ranges::replace_if(normal, is_blank, u' ');
    std::string text = to_utf8(normal);
    return text.empty() ? std::string(password) : text;
}

}  // namespace tanbo::base
