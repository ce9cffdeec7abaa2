#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

// The kinds of single lines of a reply, by what mail programs write in some twenty languages.
// Source: the mails in tests/server/mail/corpus.
namespace tanbo::mail::mime {

// "> ...", ">> ...", "| ...", "ann> ...".
bool is_quoted_line(std::string_view line);

// Dashes, underscores or the like and nothing else: a signature or an older mail follows.
bool is_rule(std::string_view line);

// Words between dashes, or those that head a forwarded mail: "-----Original Message-----",
// "Begin forwarded message:". Somebody else's mail follows.
bool is_separator(std::string_view line);

// "Sent from my iPhone", "Get Outlook for Android", "Virus-free": mail programs', not writers',
// and footers with which companies end mails.
bool is_program_signature(std::string_view line);

// The fields with which Outlook and others head the mail that is answered.
enum class QuotedField : std::uint8_t { from, sent, to, copy, subject };

// "From: ...", "*Von:* ...", "Objet : ..."
std::optional<QuotedField> quoted_field(std::string_view line);

// "LABEL: Tanbo <games@example.org>" and "LABEL: Friday, 20 November 2026 10:12", in any language.
bool is_labelled_address(std::string_view line);
bool is_labelled_time(std::string_view line);

// --- text ---
bool has_time_or_date(std::string_view text);  // 9:05, 10.12, 11/20/26
bool has_address(std::string_view text);       // x@y, with something on both sides
// Lower case if that is one letter of Latin, Greek or Cyrillic.
std::string folded(std::string_view text);

}  // namespace tanbo::mail::mime
