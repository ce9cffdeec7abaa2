#include "server/mail/mime/gmime.hpp"

namespace tanbo::mail::mime {

namespace {

// Lives as long as the process: GMime's own tables do.
GMimeParserOptions* started_options() {
    g_mime_init();
    GMimeParserOptions* const options = g_mime_parser_options_new();
    static const char* fallbacks[] = {"utf-8", "windows-1252", nullptr};
    g_mime_parser_options_set_fallback_charsets(options, fallbacks);
    return options;
}

}  // namespace

GMimeParserOptions* gmime_options() {
    static GMimeParserOptions* const options = started_options();
    return options;
}

}  // namespace tanbo::mail::mime
