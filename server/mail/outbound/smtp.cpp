#include "server/mail/outbound/smtp.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include <curl/curl.h>

#include "protocol/json/words.hpp"
#include "server/net/lines/local_endpoint.hpp"

namespace tanbo::mail::outbound {
namespace {

using Easy = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;
using List = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;

// A connection that was not used for so long is not trusted to be there.
constexpr long idle_s_max = 30;
constexpr int closing = 421;
constexpr int too_big = 552;

// The client's command when the relay answered last.
enum class Phase { greeting, login, sender, recipient, content };

// The sockets of a client. libcurl waits two minutes for the answer to its farewell, whatever it is
// told meanwhile.
class Sockets {
public:
    void add(curl_socket_t socket) { open_.push_back(socket); }
    int close(curl_socket_t socket) {
        std::erase(open_, socket);
        return ::close(socket);
    }
    // Lets out what is said; the relay's words seem to have ended.
    void stop_reading() const {
        for (const curl_socket_t socket : open_) ::shutdown(socket, SHUT_RD);
    }

private:
    std::vector<curl_socket_t> open_;
};

int on_open(void* context, curl_socket_t socket, curlsocktype) {
    static_cast<Sockets*>(context)->add(socket);
    return CURL_SOCKOPT_OK;
}

int on_close(void* context, curl_socket_t socket) {
    return static_cast<Sockets*>(context)->close(socket);
}

// The talk about one mail, as libcurl reports it.
struct Talk {
    const Outgoing& mail;
    const Sockets& sockets;
    const std::atomic<bool>* is_cancelled;
    std::size_t sent_bytes = 0;
    Phase phase = Phase::greeting;
    std::string last_line = {};  // of the relay
    std::string secret = {};     // what was said last to log in
    bool is_leaving = false;     // after a refusal libcurl says good-bye at once

    bool is_given_up() const { return is_cancelled != nullptr && *is_cancelled; }
};

std::size_t give_bytes(char* buffer, std::size_t size, std::size_t count, void* context) {
    auto& talk = *static_cast<Talk*>(context);
    const std::string_view rest = std::string_view(talk.mail.bytes).substr(talk.sent_bytes);
    const std::size_t taken = rest.copy(buffer, size * count);
    talk.sent_bytes += taken;
    return taken;
}

int on_progress(void* context, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    const auto& talk = *static_cast<const Talk*>(context);
    if (!talk.is_given_up()) return 0;
    talk.sockets.stop_reading();
    return 1;
}

Phase phase_after(std::string_view command, Phase phase) {
    if (command.starts_with("AUTH ")) return Phase::login;
    if (command.starts_with("MAIL ")) return Phase::sender;
    if (command.starts_with("RCPT ")) return Phase::recipient;
    if (command.starts_with("DATA")) return Phase::content;
    return phase;
}

// "AUTH PLAIN AGFubgBzZWNyZXQ=\r\n", or what follows to it: the last word of it.
std::string_view last_word(std::string_view line) {
    constexpr std::string_view blanks = " \r\n";
    const auto end = line.find_last_not_of(blanks);
    if (end == std::string_view::npos) return {};
    line = line.substr(0, end + 1);
    return line.substr(line.find_last_of(blanks) + 1);
}

// A relay that doesn't understand a command may repeat it.
void keep_line(Talk& talk, std::string_view said) {
    talk.last_line = said;
    const auto at = talk.secret.empty() ? std::string::npos : talk.last_line.find(talk.secret);
    if (at != std::string::npos) talk.last_line.replace(at, talk.secret.size(), "...");
    talk.last_line.resize(std::min(talk.last_line.size(), relay_answer_bytes_max));
}

// Nothing of it is kept but where the talk is and what the relay said last.
int listen_in(CURL*, curl_infotype type, char* data, std::size_t size, void* context) {
    if (context == nullptr) return 0;
    auto& talk = *static_cast<Talk*>(context);
    const std::string_view said(data, size);
    if (type == CURLINFO_HEADER_OUT) {
        talk.phase = phase_after(said, talk.phase);
        talk.secret = talk.phase == Phase::login ? last_word(said) : std::string_view();
        talk.is_leaving = talk.is_leaving || said.starts_with("QUIT");
    }
    if (type == CURLINFO_HEADER_IN && !talk.is_leaving) keep_line(talk, said);
    return 0;
}

// "smtp://mail.example.org:25": whether that is this machine.
bool is_loopback(std::string_view url) {
    const std::string_view host = url.substr(url.find("://") + 3);
    return host.starts_with("localhost:") || net::parse_local_endpoint(host).has_value();
}

bool is_safe_address(std::string_view address) {
    return !address.empty() && std::ranges::all_of(address, [](char c) {
        return c > ' ' && c < '\x7F' && c != '<' && c != '>';
    });
}

// One line without control characters.
std::string one_line(std::string text) {
    while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.pop_back();
    std::ranges::replace_if(text, [](char c) { return c < ' ' || c >= '\x7F'; }, '?');
    return text;
}

// "550 5.1.1 No such user": the class of the enhanced status, 1 of 5.1.1; nothing if there is
// none. Source: RFC 3463.
std::optional<char> status_subject(std::string_view line) {
    if (line.size() < 9 || !protocol::is_digit(line[4]) || line[5] != '.' ||
        !protocol::is_digit(line[6]) || line[7] != '.') {
        return std::nullopt;
    }
    return line[6];
}

// Subject 1 is about addresses, 2 about mailboxes. Without such a status the command decides.
bool is_about_reader(const Talk& talk) {
    const auto subject = status_subject(talk.last_line);
    if (subject) return *subject == '1' || *subject == '2';
    return talk.phase == Phase::recipient;
}

RelayVerdict verdict_of(int code, Phase phase) {
    const bool has_begun = phase != Phase::greeting && phase != Phase::login;
    if (!has_begun || code < 400 || code == closing) return RelayVerdict::unreachable;
    if (code < 500) return RelayVerdict::postponed;
    // Who doesn't take us as the sender, or wants us to log in, may do so once they are set up
    // right.
    if (phase == Phase::sender && code != too_big) return RelayVerdict::postponed;
    return RelayVerdict::refused;
}

RelayAnswer answer_of(CURL* curl, CURLcode result, const Talk& talk, const char* fault) {
    RelayAnswer answer;
    long code = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &code);
    if (code > 0) answer.code = static_cast<int>(code);
    if (result == CURLE_OK) {
        answer.verdict = RelayVerdict::accepted;
    } else if (talk.is_given_up()) {
        answer.verdict = RelayVerdict::cancelled;
    } else {
        answer.verdict = verdict_of(static_cast<int>(code), talk.phase);
    }
    const bool relay_spoke = result == CURLE_OK || code >= 400;
    const char* const own_words = *fault != '\0' ? fault : curl_easy_strerror(result);
    answer.text = one_line(relay_spoke ? talk.last_line : own_words);
    answer.is_about_reader = relay_spoke && is_about_reader(talk);
    return answer;
}

}  // namespace

struct SmtpClient::State {
    State(RelaySettings wanted, const std::atomic<bool>* cancelled)
        : settings(std::move(wanted)),
          url(settings.url + "/" + settings.domain),
          is_cancelled(cancelled),
          curl(curl_easy_init(), curl_easy_cleanup) {
        configure();
    }

    ~State() { sockets.stop_reading(); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    void configure();
    void configure_security();

    RelaySettings settings;
    std::string url;
    const std::atomic<bool>* is_cancelled;
    std::array<char, CURL_ERROR_SIZE> fault = {};  // what libcurl says of an attempt
    Sockets sockets;
    Easy curl;
};

void SmtpClient::State::configure() {
    CURL* const handle = curl.get();
    curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(handle, CURLOPT_PROXY, "");
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, on_open);
    curl_easy_setopt(handle, CURLOPT_SOCKOPTDATA, &sockets);
    curl_easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, on_close);
    curl_easy_setopt(handle, CURLOPT_CLOSESOCKETDATA, &sockets);
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS,
                     static_cast<long>(settings.connect.count()));
    curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(settings.whole.count()));
    curl_easy_setopt(handle, CURLOPT_MAXAGE_CONN, idle_s_max);
    curl_easy_setopt(handle, CURLOPT_MAXCONNECTS, 1L);
    curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(handle, CURLOPT_READFUNCTION, give_bytes);
    curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, on_progress);
    curl_easy_setopt(handle, CURLOPT_VERBOSE, 1L);
    curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, listen_in);
    curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, fault.data());
    configure_security();
}

// A certificate must hold if a password is sent, and if TLS was asked for. Else TLS is taken
// as it comes, as mail servers do among each other; on this machine it is left out.
void SmtpClient::State::configure_security() {
    CURL* const handle = curl.get();
    const bool is_smtps = settings.url.starts_with("smtps://");
    const bool has_user = !settings.user.empty();
    const bool is_here = is_loopback(settings.url);
    const bool is_checked = is_smtps || settings.needs_tls || (has_user && !is_here);
    const curl_usessl as_offered = is_here ? CURLUSESSL_NONE : CURLUSESSL_TRY;
    curl_easy_setopt(handle, CURLOPT_USE_SSL, is_checked ? CURLUSESSL_ALL : as_offered);
    curl_easy_setopt(handle, CURLOPT_SSL_VERIFYPEER, is_checked ? 1L : 0L);
    curl_easy_setopt(handle, CURLOPT_SSL_VERIFYHOST, is_checked ? 2L : 0L);
    if (!settings.ca_file.empty()) {
        curl_easy_setopt(handle, CURLOPT_CAINFO, settings.ca_file.c_str());
        curl_easy_setopt(handle, CURLOPT_CAPATH, nullptr);
    }
    if (!has_user) return;
    curl_easy_setopt(handle, CURLOPT_USERNAME, settings.user.c_str());
    curl_easy_setopt(handle, CURLOPT_PASSWORD, settings.password.c_str());
}

SmtpClient::SmtpClient(RelaySettings settings, const std::atomic<bool>* is_cancelled) {
    static const CURLcode initialised = curl_global_init(CURL_GLOBAL_DEFAULT);
    static_cast<void>(initialised);
    state_ = std::make_unique<State>(std::move(settings), is_cancelled);
}

SmtpClient::~SmtpClient() = default;

RelayAnswer SmtpClient::send(const Outgoing& mail) {
    if (!is_safe_address(mail.to) || !is_safe_address(mail.envelope_from)) {
        RelayAnswer answer;
        answer.verdict = RelayVerdict::refused;
        answer.text = "SMTP can't carry this address.";
        return answer;
    }
    CURL* const curl = state_->curl.get();
    Talk talk{mail, state_->sockets, state_->is_cancelled};
    const std::string from = "<" + mail.envelope_from + ">";
    const std::string to = "<" + mail.to + ">";
    const List recipients(curl_slist_append(nullptr, to.c_str()), curl_slist_free_all);
    curl_easy_setopt(curl, CURLOPT_MAIL_FROM, from.c_str());
    curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, recipients.get());
    curl_easy_setopt(curl, CURLOPT_READDATA, &talk);
    curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(mail.bytes.size()));
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, &talk);
    curl_easy_setopt(curl, CURLOPT_DEBUGDATA, &talk);
    state_->fault.front() = '\0';
    const CURLcode result = curl_easy_perform(curl);
    RelayAnswer answer = answer_of(curl, result, talk, state_->fault.data());
    curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, nullptr);
    // Its connection may be closed much later, and says good-bye then.
    curl_easy_setopt(curl, CURLOPT_DEBUGDATA, nullptr);
    return answer;
}

SmtpRelay::SmtpRelay(RelaySettings settings, const std::atomic<bool>* is_cancelled,
                     base::Clock clock)
    : settings_(std::move(settings)), is_cancelled_(is_cancelled), clock_(std::move(clock)) {}

SmtpRelay::~SmtpRelay() = default;

RelayAnswer SmtpRelay::send(const Outgoing& mail) {
    std::unique_ptr<SmtpClient> client = take();
    RelayAnswer answer = client->send(mail);
    const std::lock_guard lock(mutex_);
    idle_.push_back({std::move(client), clock_()});
    return answer;
}

std::unique_ptr<SmtpClient> SmtpRelay::take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return std::make_unique<SmtpClient>(settings_, is_cancelled_);
    std::unique_ptr<SmtpClient> client = std::move(idle_.back().client);
    idle_.pop_back();
    return client;
}

std::optional<base::Instant> SmtpRelay::close_idle() {
    const base::Instant now = clock_();
    std::vector<Idle> closed;  // outside the lock: it says good-bye
    const std::lock_guard lock(mutex_);
    while (!idle_.empty() && now - idle_.front().since >= relay_idle_max) {
        closed.push_back(std::move(idle_.front()));
        idle_.erase(idle_.begin());
    }
    if (idle_.empty()) return std::nullopt;
    return idle_.front().since + relay_idle_max;
}

}  // namespace tanbo::mail::outbound
