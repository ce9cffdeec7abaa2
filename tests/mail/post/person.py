"""Players at their mail programs: they write mails, and answer mails as people do."""

import email.message
import email.policy
import email.utils
import html
import re

from post import domains

COMMANDS = f"games@{domains.SITE}"
POLICY = email.policy.SMTP


def text_of(mail):
    """The text/plain part of a mail."""
    part = mail.message.get_body(preferencelist=("plain",))
    return part.get_content().replace("\r\n", "\n")


def _quoted(text):
    return "".join(f"> {line}\n" for line in text.splitlines())


def _above(words, name, text):
    """The answer above the quote, a signature between them."""
    return (f"{words}\n\n-- \nSent from my pocket\n\n"
            f"On Sat, 21 Nov 2026, {name} wrote:\n{_quoted(text)}")


def _below(words, name, text):
    """The answer below the quote."""
    return f"Am 21.11.26 um 09:15 schrieb {name}:\n{_quoted(text)}\n{words}\n"


def _bare(words, name, text):
    """The answer and nothing else."""
    return f"{words}\n"


STYLES = {"above": _above, "below": _below, "bare": _bare, "html": None}


class Person:
    """Somebody with a mailbox, who signs what they write if their domain does.

    `style` is how they answer: the words above or below the quote, without one, or in HTML only.
    """

    def __init__(self, mail_server, mailboxes, name, domain=domains.PLAYERS, style="above"):
        assert style in STYLES
        self.mail_server = mail_server
        self.mailboxes = mailboxes
        self.name = name
        self.domain = domain
        self.address = f"{name}@{domain}"
        self.style = style
        self.read = 0

    def mail(self, to, subject, text, answers=None):
        """A mail that is not yet sent."""
        message = email.message.EmailMessage(policy=POLICY)
        message["From"] = email.utils.formataddr((self.name.capitalize(), self.address))
        message["To"] = to
        message["Subject"] = subject
        message["Date"] = email.utils.formatdate()
        message["Message-ID"] = email.utils.make_msgid(domain=self.domain)
        if answers is not None:
            message["In-Reply-To"] = answers["Message-ID"]
            thread = (answers["References"], answers["Message-ID"])
            message["References"] = " ".join(filter(None, thread))
        subtype = "html" if text.startswith("<") else "plain"
        message.set_content(text, subtype=subtype)
        return message

    def post(self, message, recipient=None):
        """Gives a mail to the mail server; yields its bytes, to be sent once more if need be."""
        content = message.as_bytes()
        if self.domain != domains.UNSIGNED:
            content = domains.sign(content, self.domain)
        self.post_bytes(content, recipient or message["To"])
        return content

    def post_bytes(self, content, recipient):
        """Gives a mail to the mail server as it is."""
        with self.mail_server.connect() as connection:
            connection.sendmail(self.address, [recipient], content)

    def write(self, text, subject="tanbo", to=COMMANDS):
        """Writes to the server."""
        return self.post(self.mail(to, subject, text))

    def reply(self, mail, words):
        """Answers a mail, as their mail program does it; yields the bytes."""
        message = mail.message
        to = email.utils.parseaddr(message["Reply-To"] or message["From"])[1]
        subject = re.sub(r"^(?!Re: )", "Re: ", message["Subject"])
        author = email.utils.parseaddr(message["From"])[0]
        if self.style == "html":
            lines = "<br>".join(html.escape(line) for line in words.splitlines())
            quote = html.escape(text_of(mail)).replace("\n", "<br>\n")
            text = (f"<html><body><div>{lines}</div><div class=\"gmail_quote\">"
                    f"<blockquote>{quote}</blockquote></div></body></html>")
        else:
            text = STYLES[self.style](words, author, text_of(mail))
        return self.post(self.mail(to, subject, text, message), to)

    def mails(self):
        """Everything that has come to them so far."""
        return self.mailboxes.to(self.address)

    def next(self, is_meant=lambda mail: True, **options):
        """The next mail of a kind behind those that they have read; what is before it is read."""
        def found(_):
            mine = self.mails()
            for number in range(self.read, len(mine)):
                if is_meant(mine[number]):
                    self.read = number + 1
                    return mine[number]
            return None

        return self.mailboxes.until(found, f"nothing for {self.name}", **options)
