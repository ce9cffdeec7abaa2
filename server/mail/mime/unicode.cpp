#include "server/mail/mime/unicode.hpp"

#include "server/mail/mime/gmime.hpp"

namespace tanbo::mail::mime {

std::string normal_form(std::string_view text) {
    const auto bytes = static_cast<gssize>(text.size());
    const GStringPtr normal(g_utf8_normalize(text.data(), bytes, G_NORMALIZE_ALL_COMPOSE));
    return normal ? std::string(normal.get()) : std::string(text);
}

std::string without_case(std::string_view text) {
    const std::string normal = normal_form(text);
    const GStringPtr folded(g_utf8_casefold(normal.data(), static_cast<gssize>(normal.size())));
    return normal_form(folded.get());
}

}  // namespace tanbo::mail::mime
