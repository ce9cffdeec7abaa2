#include "protocol/people/mail_rows.hpp"

#include <algorithm>
#include <limits>

#include <nlohmann/json.hpp>

#include "protocol/games/clock_json.hpp"
#include "protocol/games/events.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/json_writer.hpp"
#include "protocol/json/names.hpp"

namespace tanbo::protocol {

namespace {

constexpr JsonCaps row_caps{std::size_t{4} << 20U, 10, 100'000};
constexpr std::size_t short_bytes_max = 1'000;
constexpr std::size_t text_bytes_max = std::size_t{2} << 20U;
constexpr std::size_t references_max = 1'000;
constexpr std::int64_t number_max = std::numeric_limits<std::int64_t>::max();

std::optional<bool> parse_away_only(std::string_view mode) {
    if (mode == "each") return false;
    if (mode == "away") return true;
    return std::nullopt;
}

std::string short_text(const JsonReader& in) {
    return std::string(in.text(0, short_bytes_max));
}

std::vector<std::string> read_references(const JsonReader& in) {
    std::vector<std::string> references(in.elements(0, references_max));
    for (std::size_t i = 0; i < references.size(); ++i) references[i] = short_text(in.element(i));
    return references;
}

std::vector<std::int64_t> read_numbers(const JsonReader& in) {
    std::vector<std::int64_t> numbers(in.elements(0, joined_max));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = in.element(i).integer(0, number_max);
    }
    return numbers;
}

// A stranger's Message-ID that no mail server would pass on is not worth keeping.
std::string_view id_or_nothing(const std::string& id) {
    return id.size() <= short_bytes_max ? std::string_view(id) : std::string_view();
}

NoticeMail read_notice_mail(const JsonReader& in) {
    NoticeMail mail;
    mail.kind = in.field("kind").word(parse_notice_kind, "a kind of notice");
    mail.number = in.field("number").integer(0, number_max);
    mail.is_away_only = in.field("mode").word(parse_away_only, "\"each\" or \"away\"");
    mail.seq = in.field("seq").natural32();
    mail.since_seq = in.field("since").natural32();
    const JsonReader data = in.field("data");
    if (data.expect_object()) mail.data = data.value()->dump();
    if (in.has("joined")) mail.joined = read_numbers(in.field("joined"));
    return mail;
}

ReplyMail read_reply_mail(const JsonReader& in) {
    ReplyMail mail;
    mail.subject = in.field("subject").text(0, text_bytes_max);
    mail.text = in.field("text").text(0, text_bytes_max);
    mail.in_reply_to = short_text(in.field("in_reply_to"));
    mail.references = read_references(in.field("references"));
    mail.token = short_text(in.field("token"));
    return mail;
}

LinkMail read_link_mail(const JsonReader& in) {
    LinkMail mail;
    mail.handle = short_text(in.field("handle"));
    mail.link = short_text(in.field("link"));
    mail.expires_at = read_instant(in.field("expires_at"));
    mail.mode = in.field("mode").word(parse_mail_watch_mode, "\"each\" or \"daily\"");
    return mail;
}

}  // namespace

std::string encode_notice_mail(const NoticeMail& mail) {
    JsonWriter out;
    out.begin_object().key("kind").word(notice_kind_name(mail.kind));
    out.key("number").number(mail.number);
    out.key("mode").word(mail.is_away_only ? "away" : "each");
    out.key("seq").number(mail.seq).key("since").number(mail.since_seq);
    out.key("data").raw(mail.data);
    if (!mail.joined.empty()) {
        out.key("joined").begin_array();
        for (const std::int64_t number : mail.joined) out.number(number);
        out.end_array();
    }
    out.end_object();
    return out.take();
}

std::string encode_digest_mail(const DigestMail& mail) {
    JsonWriter out;
    out.begin_object().key("day").text(mail.day);
    out.key("from").number(mail.from).key("to").number(mail.to).end_object();
    return out.take();
}

std::string encode_board_mail(const BoardMail& mail) {
    JsonWriter out;
    out.begin_object().key("watch").id(mail.watch);
    out.key("seq").number(mail.seq).key("since").number(mail.since_seq).end_object();
    return out.take();
}

std::string encode_reply_mail(const ReplyMail& mail) {
    JsonWriter out(mail.text.size() + 512);
    out.begin_object().key("subject").text(mail.subject).key("text").text(mail.text);
    out.key("in_reply_to").text(id_or_nothing(mail.in_reply_to));
    out.key("references").begin_array();
    for (std::size_t i = 0; i < std::min(mail.references.size(), references_max); ++i) {
        out.text(id_or_nothing(mail.references[i]));
    }
    out.end_array().key("token").text(mail.token).end_object();
    return out.take();
}

std::string encode_link_mail(const LinkMail& mail) {
    JsonWriter out;
    out.begin_object().key("handle").text(mail.handle).key("link").text(mail.link);
    out.key("expires_at").word(format_instant(mail.expires_at));
    out.key("mode").word(mail_watch_mode_name(mail.mode)).end_object();
    return out.take();
}

Result<NoticeMail> decode_notice_mail(std::string_view data) {
    return decode_with<NoticeMail>(data, row_caps, FirstFault{}, read_notice_mail);
}

Result<DigestMail> decode_digest_mail(std::string_view data) {
    return decode_with<DigestMail>(data, row_caps, FirstFault{}, [](const JsonReader& in) {
        return DigestMail{short_text(in.field("day")), in.field("from").integer(0, number_max),
                          in.field("to").integer(0, number_max)};
    });
}

Result<BoardMail> decode_board_mail(std::string_view data) {
    return decode_with<BoardMail>(data, row_caps, FirstFault{}, [](const JsonReader& in) {
        return BoardMail{MailWatchId{in.field("watch").integer(0, number_max)},
                         in.field("seq").natural32(), in.field("since").natural32()};
    });
}

Result<ReplyMail> decode_reply_mail(std::string_view data) {
    return decode_with<ReplyMail>(data, row_caps, FirstFault{}, read_reply_mail);
}

Result<LinkMail> decode_link_mail(std::string_view data) {
    return decode_with<LinkMail>(data, row_caps, FirstFault{}, read_link_mail);
}

}  // namespace tanbo::protocol
