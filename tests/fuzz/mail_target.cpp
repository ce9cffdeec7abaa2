#include "tests/fuzz/mail_target.hpp"

#include <stdexcept>
#include <string>

#include "engine/opening.hpp"
#include "protocol/json/utf8.hpp"
#include "server/mail/commands/parse.hpp"
#include "server/mail/inbound/authentication.hpp"
#include "server/mail/inbound/auto_reply_policy.hpp"
#include "server/mail/mime/headers.hpp"
#include "server/mail/mime/mail.hpp"

namespace tanbo::mail {

namespace {

constexpr std::string_view domain = "tanbo.example.net";

void require(bool condition, const char* what) {
    if (!condition) throw std::logic_error(what);
}

void require_line(std::string_view text) {
    require(protocol::is_utf8(text), "a line that is not UTF-8");
    require(!mime::has_controls(text), "a line with controls");
}

void require_text(std::string_view text) {
    require(text.size() <= mime::text_bytes_max, "a text without bounds");
    require(protocol::is_utf8(text), "a text that is not UTF-8");
    for (const char byte : text) {
        require(static_cast<unsigned char>(byte) >= ' ' || byte == '\n' || byte == '\t',
                "a text with controls");
    }
}

// Each line that is taken for the writer's is one of the mail.
void require_written(const mime::Mail& mail) {
    require_text(mail.written);
    std::string_view rest = mail.written;
    std::size_t looked_at = 0;
    while (!rest.empty() && ++looked_at <= 20) {
        const std::size_t end = rest.find('\n');
        require(end != std::string_view::npos, "a line without an end");
        const std::string_view line = rest.substr(0, end);
        require(!line.starts_with('>'), "a quoted line is not the writer's");
        require(!line.ends_with(' ') && !line.ends_with('\t'), "a line that ends in blanks");
        require(mail.text.find(line) != std::string::npos, "a line nobody wrote");
        rest.remove_prefix(end + 1);
    }
}

void require_people(const mime::Mail& mail) {
    if (mail.from) {
        require_line(mail.from->name);
        require_line(mail.from->address);
        require(!mime::address_domain(mail.from->address).empty(), "an address without a domain");
    }
    require(mail.from || !inbound::is_from_vouched(mail, "mx.example.net"),
            "nobody is vouched for");
    for (const std::string_view path : {std::string_view(), std::string_view("ann@example.org")}) {
        const auto reason = inbound::why_no_reply(mail, path, domain);
        require(!path.empty() || reason == inbound::NoReply::null_sender,
                "a bounce that is answered");
        require(!reason || !inbound::no_reply_name(*reason).empty(), "a reason without a name");
    }
}

void require_report(const mime::Mail& mail) {
    require(!mail.report || mail.signs.is_report, "a report that is none");
    if (!mail.report) return;
    require(mail.report->recipients.size() <= mime::report_recipients_max, "too many recipients");
    for (const mime::ReportedRecipient& recipient : mail.report->recipients) {
        require(recipient.diagnostic.size() <= mime::diagnostic_bytes_max, "too long a diagnostic");
        require(protocol::is_utf8(recipient.diagnostic), "a diagnostic that is not UTF-8");
    }
}

void require_commands(const mime::Mail& mail) {
    const auto& lattice = engine::find_setup("19x19")->opening->lattice();
    const commands::MailContext contexts[] = {
        {},
        {.game = protocol::GameId{17}, .board = &lattice},
        {.game = {}, .board = nullptr, .challenge = protocol::ChallengeId{5}}};
    for (const commands::MailContext& context : contexts) {
        const auto request = commands::read_mail_commands(mail.subject, mail.written, context);
        require(request.lines.size() <= commands::mail_commands_max + 1, "too many commands");
        for (const commands::MailLine& line : request.lines) {
            require(protocol::is_utf8(line.source), "a source that is not UTF-8");
            const auto* const error = std::get_if<protocol::Error>(&line.command);
            require(error == nullptr || !error->detail.empty(), "an error that says nothing");
        }
    }
}

void run_mail(std::string_view input) {
    const auto mail = mime::read_mail(input);
    if (!mail) {
        require(!mime::reading_fault_name(mail.error()).empty(), "a fault without a name");
        return;
    }
    require_line(mail->subject);
    require_line(mail->date);
    require_line(mail->message_id);
    require(mail->subject.size() <= mime::subject_bytes_max, "a subject without bounds");
    require(mail->references.size() <= mime::references_max, "too many references");
    require_text(mail->text);
    require_written(*mail);
    require_people(*mail);
    require_report(*mail);
    require_commands(*mail);
}

constexpr std::string_view plain =
    "From: =?utf-8?q?Ann?= <ann@example.org>\r\nReply-To: bob@example.org, Bob <b@example.com>\r\n"
    "Subject: Re: =?iso-8859-1?b?VGFuYm8=?= game 17: ann - bob\r\n"
    "References: <game.17@tanbo.example.net> <n.1@tanbo.example.net>\r\n"
    "Authentication-Results: mx.example.net 1; dmarc=pass (p=none) header.from=example.org\r\n"
    "Content-Type: text/plain; charset=\"iso-8859-15\"; format=flowed; delsp=yes\r\n"
    "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
    "K10#24=20\r\nsay 17 gr=FC=DFe \r\n\r\nOn Fri, 20 Nov 2026, Tanbo\r\n<g@example.net> wrote:\r\n"
    "> A1\r\n>> B2\r\n\r\n-- \r\nann\r\n-----Original Message-----\r\nFrom: x\r\nSent: y\r\n";

constexpr std::string_view alternatives =
    "From: ann@example.org\nSubject: move 17 K10\nAuto-Submitted: no\n"
    "Content-Type: multipart/mixed; boundary=\"a b\"\n\n--a b\n"
    "Content-Type: multipart/alternative; boundary=c\n\n--c\nContent-Type: text/html; "
    "charset=utf-8\n\n<div dir=ltr>K10<br></div><style>p{}</style><p style=\"display:none\">x</p>"
    "<table><tr><td>a<td>b</table><div class=\"gmail_quote\">On <b>x<i>y</b>z</i><blockquote>"
    "A1<ul><li>1</ul></blockquote></div><div id=divRplyFwdMsg>From:</div>&amp;&#x41;<pre>q\nr"
    "</pre>\n--c--\n--a b\nContent-Type: message/rfc822\n\nSubject: x\n\nB2\n--a b--\n";

constexpr std::string_view report =
    "From: MAILER-DAEMON@example.org\nContent-Type: multipart/report; boundary=r;\n"
    " report-type=delivery-status\n\n--r\n\nSorry.\n--r\nContent-Type: message/delivery-status\n\n"
    "Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; ann@example.org\nAction: failed\n"
    "Status: 5.1.1\nDiagnostic-Code: smtp; 550 no\n\n--r\nContent-Type: text/rfc822-headers\n\n"
    "Message-ID: <n.1@tanbo.example.net>\n--r--\n";

constexpr std::string_view charsets =
    "From: ann@example.org\nSubject: x\nContent-Type: text/plain; charset=iso-2022-jp\n"
    "Content-Transfer-Encoding: base64\n\nSzEwChskQiVHGyhCCg==\n";

}  // namespace

protocol::FuzzTarget fuzz_target() {
    return {"mail", run_mail, {plain, alternatives, report, charsets}};
}

}  // namespace tanbo::mail
