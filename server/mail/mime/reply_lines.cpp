#include "server/mail/mime/reply_lines.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "protocol/json/words.hpp"
#include "server/mail/mime/headers.hpp"

namespace tanbo::mail::mime {

namespace {

constexpr std::size_t initials_bytes_max = 10;    // of "ann> "
constexpr std::size_t indent_bytes_max = 4;       // of a quoted line
constexpr std::size_t signature_bytes_max = 160;  // of a line that a program signs with
constexpr std::size_t separator_bytes_max = 200;
constexpr std::size_t label_bytes_max = 60;

// All lists are in lower case.

// The whole line, but for punctuation at its end, begins so.
constexpr std::array<std::string_view, 63> signature_starts{
    // English
    "sent from my ", "sent from mail for ", "sent from outlook", "sent from yahoo mail",
    "sent from samsung", "sent from proton", "sent from gmail mobile", "sent from fairemail",
    "sent from a mobile", "sent from bluemail", "sent from icloud", "sent from aol",
    "sent from windows mail", "sent from nine", "sent from spark", "sent from the ", "sent with ",
    "sent using ", "sent via ", "get outlook for ", "get bluemail for ", "download outlook",
    "virus-free", "please excuse my brevity", "this email has been checked for viruses",
    "this e-mail has been checked for viruses",
    // German
    "von meinem ", "von meinem/meiner ", "von mein ", "gesendet von ", "gesendet mit ",
    "gesendet über ", "gesendet aus ", "diese nachricht wurde von mein",
    "diese nachricht wurde mit ", "diese e-mail wurde von avast", "holen sie sich outlook",
    "outlook für ", "virenfrei", "mit freundlichen grüßen gesendet", "versendet mit ",
    "versendet von ",
    // French, Spanish, Portuguese, Italian
    "envoyé de ", "envoyé depuis ", "envoyé à partir ", "télécharger outlook", "obtenez outlook",
    "obtenir outlook", "enviado desde ", "enviado do meu ", "enviado a partir ", "enviado con ",
    "obtener outlook", "inviato da ", "ottieni outlook",
    // Dutch, Swedish, Danish, Norwegian, Finnish
    "verstuurd vanaf ", "verzonden vanaf ", "skickat från ", "sendt fra ", "lähetetty ",
    // Polish, Czech, Russian
    "wysłane z ", "odesláno z ", "отправлено "};

constexpr std::array<std::string_view, 8> signatures_anywhere{
    "iphoneから送信", "ipadから送信",    "发自我的",     "發自我的",
    "에서 보냄",      "от моего iphone", "надіслано з ", "iphone'umdan gönderildi"};

// Lines that companies put below every mail.
constexpr std::array<std::string_view, 12> footer_starts{"confidentiality notice",
                                                         "this e-mail and any attachments",
                                                         "this email and any attachments",
                                                         "this message is confidential",
                                                         "the information contained in this",
                                                         "diese e-mail enthält vertrauliche",
                                                         "diese nachricht ist vertraulich",
                                                         "der inhalt dieser e-mail ist vertraulich",
                                                         "ce message et toutes les pièces jointes",
                                                         "este mensaje y sus archivos",
                                                         "this message may contain confidential",
                                                         "ce courriel est confidentiel"};

constexpr std::array<std::string_view, 15> forward_starts{"begin forwarded message:",
                                                          "anfang der weitergeleiteten nachricht:",
                                                          "anfang der weitergeleiteten e-mail:",
                                                          "beginn der weitergeleiteten nachricht:",
                                                          "début du message réexpédié",
                                                          "début du message transféré",
                                                          "inizio messaggio inoltrato:",
                                                          "inicio del mensaje reenviado:",
                                                          "início da mensagem reencaminhada:",
                                                          "início da mensagem encaminhada:",
                                                          "begin doorgestuurd bericht:",
                                                          "vidarebefordrat brev:",
                                                          "start på videresendt besked:",
                                                          "początek przekazywanej wiadomości:",
                                                          "начало переадресованного сообщения:"};

using Label = std::pair<std::string_view, QuotedField>;
constexpr std::array<Label, 132> labels{{
    {"from", QuotedField::from},
    {"von", QuotedField::from},
    {"de", QuotedField::from},
    {"da", QuotedField::from},
    {"van", QuotedField::from},
    {"från", QuotedField::from},
    {"fra", QuotedField::from},
    {"lähettäjä", QuotedField::from},
    {"od", QuotedField::from},
    {"nadawca", QuotedField::from},
    {"от", QuotedField::from},
    {"від", QuotedField::from},
    {"kimden", QuotedField::from},
    {"feladó", QuotedField::from},
    {"差出人", QuotedField::from},
    {"发件人", QuotedField::from},
    {"寄件者", QuotedField::from},
    {"보낸 사람", QuotedField::from},
    {"από", QuotedField::from},
    {"reply-to", QuotedField::from},
    {"sent", QuotedField::sent},
    {"date", QuotedField::sent},
    {"gesendet", QuotedField::sent},
    {"datum", QuotedField::sent},
    {"envoyé", QuotedField::sent},
    {"enviado", QuotedField::sent},
    {"enviada em", QuotedField::sent},
    {"fecha", QuotedField::sent},
    {"data", QuotedField::sent},
    {"inviato", QuotedField::sent},
    {"verzonden", QuotedField::sent},
    {"skickat", QuotedField::sent},
    {"sendt", QuotedField::sent},
    {"lähetetty", QuotedField::sent},
    {"wysłano", QuotedField::sent},
    {"odesláno", QuotedField::sent},
    {"отправлено", QuotedField::sent},
    {"дата", QuotedField::sent},
    {"发送时间", QuotedField::sent},
    {"送信日時", QuotedField::sent},
    {"to", QuotedField::to},
    {"an", QuotedField::to},
    {"à", QuotedField::to},
    {"para", QuotedField::to},
    {"a", QuotedField::to},
    {"aan", QuotedField::to},
    {"till", QuotedField::to},
    {"til", QuotedField::to},
    {"do", QuotedField::to},
    {"komu", QuotedField::to},
    {"кому", QuotedField::to},
    {"收件人", QuotedField::to},
    {"宛先", QuotedField::to},
    {"cc", QuotedField::copy},
    {"subject", QuotedField::subject},
    {"betreff", QuotedField::subject},
    {"objet", QuotedField::subject},
    {"asunto", QuotedField::subject},
    {"oggetto", QuotedField::subject},
    {"тема", QuotedField::subject},
    {"onderwerp", QuotedField::subject},
    {"ämne", QuotedField::subject},
    {"emne", QuotedField::subject},
    {"aihe", QuotedField::subject},
    {"temat", QuotedField::subject},
    {"assunto", QuotedField::subject},
    {"předmět", QuotedField::subject},
    {"件名", QuotedField::subject},
    {"de la", QuotedField::from},
    {"寄件人", QuotedField::from},
    {"מאת", QuotedField::from},
    {"من", QuotedField::from},
    {"saatja", QuotedField::from},
    {"nuo", QuotedField::from},
    {"từ", QuotedField::from},
    {"dari", QuotedField::from},
    {"remitent", QuotedField::from},
    {"寄件日期", QuotedField::sent},
    {"日期", QuotedField::sent},
    {"보낸 날짜", QuotedField::sent},
    {"날짜", QuotedField::sent},
    {"στάλθηκε", QuotedField::sent},
    {"ημερομηνία", QuotedField::sent},
    {"gönderildi", QuotedField::sent},
    {"tarih", QuotedField::sent},
    {"elküldve", QuotedField::sent},
    {"dátum", QuotedField::sent},
    {"trimis", QuotedField::sent},
    {"poslano", QuotedField::sent},
    {"изпратено", QuotedField::sent},
    {"надіслано", QuotedField::sent},
    {"נשלח", QuotedField::sent},
    {"تم الإرسال", QuotedField::sent},
    {"التاريخ", QuotedField::sent},
    {"saadetud", QuotedField::sent},
    {"išsiųsta", QuotedField::sent},
    {"đã gửi", QuotedField::sent},
    {"terkirim", QuotedField::sent},
    {"enviat", QuotedField::sent},
    {"收件者", QuotedField::to},
    {"받는 사람", QuotedField::to},
    {"προς", QuotedField::to},
    {"kime", QuotedField::to},
    {"címzett", QuotedField::to},
    {"către", QuotedField::to},
    {"za", QuotedField::to},
    {"до", QuotedField::to},
    {"אל", QuotedField::to},
    {"إلى", QuotedField::to},
    {"adressaat", QuotedField::to},
    {"kam", QuotedField::to},
    {"tới", QuotedField::to},
    {"kepada", QuotedField::to},
    {"per a", QuotedField::to},
    {"主旨", QuotedField::subject},
    {"主題", QuotedField::subject},
    {"主题", QuotedField::subject},
    {"제목", QuotedField::subject},
    {"θέμα", QuotedField::subject},
    {"konu", QuotedField::subject},
    {"tárgy", QuotedField::subject},
    {"subiect", QuotedField::subject},
    {"predmet", QuotedField::subject},
    {"zadeva", QuotedField::subject},
    {"относно", QuotedField::subject},
    {"נושא", QuotedField::subject},
    {"الموضوع", QuotedField::subject},
    {"teema", QuotedField::subject},
    {"tema", QuotedField::subject},
    {"chủ đề", QuotedField::subject},
    {"subjek", QuotedField::subject},
    {"assumpte", QuotedField::subject},
}};

template <std::size_t size>
bool starts_with_any(std::string_view text, const std::array<std::string_view, size>& starts) {
    return std::any_of(starts.begin(), starts.end(),
                       [&](std::string_view start) { return text.starts_with(start); });
}

bool is_letter(char byte) {
    return protocol::is_letter(byte) || static_cast<unsigned char>(byte) >= 0x80;
}

// Letters of two bytes: a run of capitals, and where the small ones begin.
struct Capitals {
    unsigned char lead, first, last, small_lead, small_first;
};
constexpr std::array<Capitals, 6> all_capitals{{
    {0xC3, 0x80, 0x96, 0xC3, 0xA0},  // À to Ö
    {0xC3, 0x98, 0x9E, 0xC3, 0xB8},  // Ø to Þ
    {0xCE, 0x91, 0x9F, 0xCE, 0xB1},  // Α to Ο
    {0xCE, 0xA0, 0xA9, 0xCF, 0x80},  // Π to Ω
    {0xD0, 0x90, 0x9F, 0xD0, 0xB0},  // А to П
    {0xD0, 0xA0, 0xAF, 0xD1, 0x80},  // Р to Я
}};

// Signs that phones make of "--".
bool is_long_dashes(std::string_view line) {
    constexpr std::array<std::string_view, 2> dashes{"\u2013", "\u2014"};
    if (line.empty()) return false;
    while (!line.empty()) {
        if (!starts_with_any(line, dashes)) return false;
        line.remove_prefix(dashes.front().size());
    }
    return true;
}

// Four digits, neither more nor less: a year by any calendar.
bool has_four_digits(std::string_view text) {
    std::size_t digits = 0;
    for (const char byte : text) {
        if (!protocol::is_digit(byte) && digits == 4) return true;
        digits = protocol::is_digit(byte) ? digits + 1 : 0;
    }
    return digits == 4;
}

// How many bytes of `marks` the text begins with.
std::size_t run_of(std::string_view text, std::string_view marks) {
    return std::min(text.find_first_not_of(marks), text.size());
}

// The text behind the label of "Von: ...", in any language; empty if there is none.
std::string_view labelled(std::string_view line) {
    line = trimmed(line);
    line.remove_prefix(run_of(line, "*"));
    const std::size_t colon = std::min(line.find(':'), line.find("\uFF1A"));
    if (colon == 0 || colon > label_bytes_max || !is_letter(line.front())) return {};
    return line.substr(colon + 1);
}

}  // namespace

std::string folded(std::string_view text) {
    std::string lower = protocol::lower(text);
    for (std::size_t at = 0; at + 1 < lower.size(); ++at) {
        const auto lead = static_cast<unsigned char>(lower[at]);
        const auto next = static_cast<unsigned char>(lower[at + 1]);
        for (const Capitals& capitals : all_capitals) {
            if (lead != capitals.lead || next < capitals.first || next > capitals.last) continue;
            lower[at] = static_cast<char>(capitals.small_lead);
            lower[at + 1] = static_cast<char>(next - capitals.first + capitals.small_first);
            break;
        }
    }
    return lower;
}

// 9:05, 10.12, 11/20/26
bool has_time_or_date(std::string_view text) {
    for (std::size_t at = 1; at + 2 < text.size(); ++at) {
        const bool is_mark = text[at] == ':' || text[at] == '.' || text[at] == '/';
        if (is_mark && protocol::is_digit(text[at - 1]) && protocol::is_digit(text[at + 1]) &&
            protocol::is_digit(text[at + 2])) {
            return true;
        }
    }
    return false;
}

// x@y, with something on both sides.
bool has_address(std::string_view text) {
    const std::size_t at = text.find('@');
    return at != std::string_view::npos && at > 0 && at + 1 < text.size() && text[at - 1] != ' ' &&
           text[at + 1] != ' ';
}

bool is_quoted_line(std::string_view line) {
    const std::size_t indent = run_of(line, " \t");
    if (indent > indent_bytes_max) return false;
    line.remove_prefix(indent);
    if (line.starts_with('>') || line == "|" || line.starts_with("| ")) return true;
    const std::size_t mark = line.find('>');
    return mark != std::string_view::npos && mark <= initials_bytes_max &&
           std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(mark), is_letter);
}

bool is_rule(std::string_view line) {
    line = trimmed(line);
    if (is_long_dashes(line)) return true;
    if (line.size() < 2) return false;
    if (line.find_first_not_of('-') == std::string_view::npos) return true;
    if (line.find_first_not_of('_') == std::string_view::npos) return line.size() >= 3;
    return line.size() >= 5 && (line.find_first_not_of('=') == std::string_view::npos ||
                                line.find_first_not_of('*') == std::string_view::npos ||
                                line.find_first_not_of('~') == std::string_view::npos ||
                                line.find_first_not_of("- ") == std::string_view::npos);
}

bool is_separator(std::string_view line) {
    line = trimmed(line);
    if (line.size() > separator_bytes_max) return false;
    const std::size_t dashes = run_of(line, "-_=*#");
    const std::string_view inside = trimmed(line.substr(dashes));
    if (dashes >= 2 && inside.size() >= 2 && is_letter(inside.front())) {
        const std::size_t last = inside.find_last_not_of("-_=*#");
        if (inside.size() - last - 1 >= 2) return true;
        // Yahoo's old "--- On Fri, 11/20/26, Tanbo <...> wrote:".
        if (dashes == 3 && inside.ends_with(':')) return true;
    }
    return starts_with_any(folded(line), forward_starts);
}

bool is_program_signature(std::string_view line) {
    line = trimmed(line);
    // Some put the line in angles, stars or dashes.
    while (!line.empty() &&
           std::string_view("-_*~[(<").find(line.front()) != std::string_view::npos) {
        line.remove_prefix(1);
        line = trimmed(line);
    }
    const std::string lower = folded(line);
    if (starts_with_any(lower, footer_starts)) return true;
    if (line.size() > signature_bytes_max) return false;
    return starts_with_any(lower, signature_starts) ||
           std::any_of(
               signatures_anywhere.begin(), signatures_anywhere.end(),
               [&](std::string_view words) { return lower.find(words) != std::string::npos; });
}

std::optional<QuotedField> quoted_field(std::string_view line) {
    line = trimmed(line);
    line.remove_prefix(run_of(line, "*"));
    std::size_t colon = line.find(':');
    std::size_t wide = line.find("\uFF1A");
    colon = std::min(colon, wide);
    if (colon == std::string_view::npos) return std::nullopt;
    std::string_view name = line.substr(0, colon);
    name = trimmed(name.substr(0, name.find_last_not_of("* ") + 1));
    const std::string lower = folded(name);
    for (const auto& [label, field] : labels) {
        if (lower == label) return field;
    }
    return std::nullopt;
}

bool is_labelled_address(std::string_view line) {
    return has_address(labelled(line));
}

bool is_labelled_time(std::string_view line) {
    const std::string_view value = labelled(line);
    return has_four_digits(value) && has_time_or_date(value);
}

}  // namespace tanbo::mail::mime
