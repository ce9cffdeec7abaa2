#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/time/instant.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/json/notice_modes.hpp"
#include "protocol/people/notices.hpp"

// A row of the outbox about the mail that it stands for, as JSON text: facts, from which the
// mail is made when it is sent. Mails about an account are in account_answers.hpp.
namespace tanbo::protocol {

// Kind "notice": something that an account is told. The row names the account, and the game if
// there is one.
struct NoticeMail {
    NoticeKind kind = NoticeKind::your_turn;
    std::int64_t number = 0;      // of the notification
    bool is_away_only = false;    // not needed if they have seen it by then
    std::uint32_t seq = 0;        // the game's, up to which the mail tells; 0: no game
    std::uint32_t since_seq = 0;  // of a watched game: what they were told of before
    std::string data = "{}";      // the notification's, a JSON object
    // Of a challenge: earlier ones that the same mail tells of, by their numbers.
    std::vector<std::int64_t> joined = {};
};
inline constexpr std::size_t joined_max = 50;
// {"kind","number","mode":"each"|"away","seq","since","data"} and maybe "joined"
std::string encode_notice_mail(const NoticeMail& mail);

// Kind "digest": the notifications of an account from one number to another.
struct DigestMail {
    std::string day;  // "2026-11-21", the reader's
    std::int64_t from = 0;
    std::int64_t to = 0;
};
// {"day","from","to"}
std::string encode_digest_mail(const DigestMail& mail);

// Kind "board": to somebody who watches without an account. The row names the game.
struct BoardMail {
    MailWatchId watch{};
    std::uint32_t seq = 0;
    std::uint32_t since_seq = 0;  // up to where they were told before
};
// {"watch","seq","since"}
std::string encode_board_mail(const BoardMail& mail);

// Kind "reply": what a mail is answered. The row names the game if it is of one.
struct ReplyMail {
    std::string subject;
    std::string text;
    std::string in_reply_to;              // the mail's Message-ID, without <>; may be empty
    std::vector<std::string> references;  // the mail's, in the same form
    std::string token;                    // what an answer to the answer acts by; may be empty
};
// {"subject","text","in_reply_to","references","token"}
std::string encode_reply_mail(const ReplyMail& mail);

// Kinds "confirm-watch" and "register": a link that does what a mail asked for.
struct LinkMail {
    std::string handle;  // to be registered
    std::string link;
    engine::Instant expires_at;
    MailWatchMode mode = MailWatchMode::each;  // of a watch
};
// {"handle","link","expires_at","mode":"each"|"daily"}
std::string encode_link_mail(const LinkMail& mail);

// The inverses. Errors: malformed_json, invalid_field.
Result<NoticeMail> decode_notice_mail(std::string_view data);
Result<DigestMail> decode_digest_mail(std::string_view data);
Result<BoardMail> decode_board_mail(std::string_view data);
Result<ReplyMail> decode_reply_mail(std::string_view data);
Result<LinkMail> decode_link_mail(std::string_view data);

}  // namespace tanbo::protocol
