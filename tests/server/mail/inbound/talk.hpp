#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/mail/inbound/lmtp/lmtp.hpp"
#include "server/net/lines/line_splitter.hpp"

namespace tanbo::mail::inbound {

// A mail server's side of a conversation, without a socket: bytes in, answers and mails out.
class Talk {
public:
    explicit Talk(LmtpLimits limits = {}) : session("t.example", limits) { collect(); }

    // Gives it these bytes as one read and returns what is answered.
    std::string say(std::string_view bytes) {
        splitter.add(bytes);
        while (!is_closed) {
            const auto line = splitter.next();
            if (!line) break;
            follow(line->fault ? session.on_fault(*line->fault)
                               : session.on_line(line->text, splitter.has_more()));
        }
        return collect();
    }

    std::string drain() {
        follow(session.on_drain());
        return collect();
    }

    std::string time_out() {
        follow(session.on_timeout());
        return collect();
    }

    Lmtp session;
    net::LineSplitter splitter{lmtp_line_bytes_max};
    std::vector<LmtpMail> mails;
    std::vector<LmtpVerdict> verdicts;  // those of the recipients; if there are none: stored
    std::string all;                    // every answer so far
    bool is_closed = false;

private:
    void follow(LmtpStep step) {
        if (step == LmtpStep::store) {
            mails.push_back(session.take_mail());
            auto answers = verdicts;
            answers.resize(mails.back().recipients.size(), LmtpVerdict::stored);
            step = session.on_stored(answers);
        }
        is_closed = step == LmtpStep::close;
    }

    std::string collect() {
        std::string output = session.take_output();
        all += output;
        return output;
    }
};

inline constexpr std::string_view hello = "LHLO mx.example\r\n";
inline constexpr std::string_view from_ann = "MAIL FROM:<ann@example.org>\r\n";
inline constexpr std::string_view to_games = "RCPT TO:<games@t.example>\r\n";
inline constexpr std::string_view data = "DATA\r\n";

// "250 250 354": the codes of the answers, one for an answer of several lines.
inline std::string codes(std::string_view output) {
    std::string text;
    while (output.size() >= 4) {
        const std::string_view line = output.substr(0, output.find("\r\n"));
        if (line.size() > 3 && line[3] == ' ') {
            if (!text.empty()) text += ' ';
            text += line.substr(0, 3);
        }
        output.remove_prefix(std::min(line.size() + 2, output.size()));
    }
    return text;
}

// Said all that comes before a mail, up to the answer to DATA.
inline void begin_mail(Talk& talk) {
    talk.say(hello);
    talk.say(from_ann);
    talk.say(to_games);
    talk.say(data);
}

}  // namespace tanbo::mail::inbound
