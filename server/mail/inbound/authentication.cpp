#include "server/mail/inbound/authentication.hpp"

#include <algorithm>
#include <iterator>
#include <span>

#include "protocol/json/words.hpp"
#include "server/mail/mime/headers.hpp"

namespace tanbo::mail::inbound {

namespace {

// The grammar's pieces: blanks and comments, tokens, quoted strings.
class FieldReader {
public:
    explicit FieldReader(std::string_view rest) : rest_(rest) {}

    // Whether all went well so far.
    bool is_sound() const { return is_sound_; }

    bool is_at_end() {
        skip_blanks();
        return rest_.empty();
    }

    // Takes the mark if it comes next.
    bool take(char mark) {
        skip_blanks();
        if (!rest_.starts_with(mark)) return false;
        rest_.remove_prefix(1);
        return true;
    }

    // A quoted string, or what lasts until a blank, a comment or one of `ends`; never empty.
    std::string word(std::string_view ends) {
        skip_blanks();
        if (rest_.starts_with('"')) {
            std::string text = quoted();
            if (rest_.starts_with('@')) text += word(ends);
            return text;
        }
        std::size_t size = 0;
        while (size < rest_.size() && !is_end(rest_[size], ends)) ++size;
        is_sound_ = is_sound_ && size > 0;
        std::string text(rest_.substr(0, size));
        rest_.remove_prefix(size);
        return text;
    }

private:
    static bool is_end(char byte, std::string_view ends) {
        return byte == ' ' || byte == '\t' || byte == '(' || byte == '"' ||
               ends.find(byte) != std::string_view::npos;
    }

    std::string quoted() {
        std::string text;
        for (std::size_t at = 1; at < rest_.size(); ++at) {
            if (rest_[at] == '"') {
                rest_.remove_prefix(at + 1);
                return text;
            }
            if (rest_[at] == '\\' && at + 1 < rest_.size()) ++at;
            text += rest_[at];
        }
        return fail();
    }

    void skip_blanks() {
        if (!mime::skip_comments(rest_)) fail();
    }

    std::string fail() {
        is_sound_ = false;
        rest_ = {};
        return {};
    }

    std::string_view rest_;
    bool is_sound_ = true;
};

bool is_number(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// `name=value`, the value as a quoted string or a word; blanks around the = are allowed.
AuthenticationResult::Property read_property(FieldReader& reader) {
    AuthenticationResult::Property property;
    property.name = protocol::lower(reader.word("=;"));
    if (!reader.take('=')) property.name.clear();
    property.value = reader.word(";");
    return property;
}

// `dmarc/1=pass reason="..." header.from=example.org`, up to the ; behind it.
std::optional<AuthenticationResult> read_result(FieldReader& reader) {
    AuthenticationResult result;
    std::string method = protocol::lower(reader.word("=;/"));
    if (reader.take('/') && !is_number(reader.word("=;"))) return std::nullopt;
    if (!reader.take('=')) return std::nullopt;
    result.method = std::move(method);
    result.result = protocol::lower(reader.word(";"));
    while (reader.is_sound() && !reader.is_at_end() && !reader.take(';')) {
        AuthenticationResult::Property property = read_property(reader);
        if (property.name.empty()) return std::nullopt;
        result.properties.push_back(std::move(property));
        if (result.properties.size() > authentication_values_max) return std::nullopt;
    }
    if (!reader.is_sound()) return std::nullopt;
    return result;
}

// The id, and its version if it has one, up to the ; behind it.
std::optional<std::string> read_authserv_id(FieldReader& reader) {
    std::string id = protocol::lower(reader.word(";"));
    if (!reader.is_at_end() && !reader.take(';')) {
        if (!is_number(reader.word(";")) || !reader.take(';')) return std::nullopt;
    }
    if (!reader.is_sound() || id.empty()) return std::nullopt;
    return id;
}

std::string_view domain_part(std::string_view value) {
    const std::size_t at = value.rfind('@');
    return value.substr(at == std::string_view::npos ? 0 : at + 1);
}

// The domain of every header.from is the one of the mail, and there is at least one.
bool is_about(const AuthenticationResult& result, std::string_view domain) {
    std::size_t found = 0;
    for (const AuthenticationResult::Property& property : result.properties) {
        if (property.name != "header.from") continue;
        ++found;
        if (protocol::lower(domain_part(property.value)) != domain) return false;
    }
    return found > 0;
}

// Whether a field that can't be read begins with our id: then it can't be told what it says.
bool begins_with_id(std::string_view value, std::string_view authserv_id) {
    FieldReader reader(value);
    return protocol::lower(reader.word(";")) == protocol::lower(authserv_id);
}

// All results that the fields of our id hold.
std::vector<AuthenticationResult> our_results(const mime::Mail& mail,
                                              std::string_view authserv_id) {
    std::vector<AuthenticationResult> all;
    if (authserv_id.empty()) return all;
    for (const std::string& value : mail.authentication_results) {
        auto field = read_authentication_results(value);
        if (!field || field->authserv_id != protocol::lower(authserv_id)) continue;
        std::ranges::move(field->results, std::back_inserter(all));
    }
    return all;
}

bool is_below(std::string_view domain, std::string_view other) {
    return domain.size() > other.size() && domain.ends_with(other) &&
           domain[domain.size() - other.size() - 1] == '.';
}

// The same domain, or one below the other.
bool is_related(std::string_view domain, std::string_view other) {
    return domain == other || is_below(domain, other) || is_below(other, domain);
}

// The results of DKIM about signatures of the From domain; without a domain it may be any.
std::vector<std::string> own_dkim_results(std::span<const AuthenticationResult> results,
                                          std::string_view from) {
    std::vector<std::string> found;
    for (const AuthenticationResult& result : results) {
        if (result.method != "dkim" || result.result == "none") continue;
        const auto domain =
            std::ranges::find(result.properties, "header.d", &AuthenticationResult::Property::name);
        const bool is_own =
            domain == result.properties.end() || is_related(protocol::lower(domain->value), from);
        if (is_own) found.push_back(result.result);
    }
    return found;
}

bool has_result(const std::vector<std::string>& results, std::string_view one) {
    return std::ranges::find(results, one) != results.end();
}

bool is_signed_by(const mime::Mail& mail, std::string_view domain) {
    return std::ranges::any_of(mail.signatures, [domain](const mime::SignatureField& signature) {
        return !signature.domain.empty() && is_related(signature.domain, domain);
    });
}

bool has_dkim_result(std::span<const AuthenticationResult> results) {
    return std::ranges::any_of(results, [](const AuthenticationResult& result) {
        return result.method == "dkim" && result.result != "none";
    });
}

std::vector<std::string> dmarc_results(std::span<const AuthenticationResult> results) {
    std::vector<std::string> found;
    for (const AuthenticationResult& result : results) {
        if (result.method == "dmarc") found.push_back(result.result);
    }
    return found;
}

}  // namespace

std::optional<AuthenticationResults> read_authentication_results(std::string_view value) {
    if (mime::has_controls(value)) return std::nullopt;
    FieldReader reader(value);
    AuthenticationResults results;
    auto id = read_authserv_id(reader);
    if (!id) return std::nullopt;
    results.authserv_id = std::move(*id);
    FieldReader ahead = reader;
    const std::string word = protocol::lower(ahead.word("=;"));
    if (word == "none" && ahead.is_at_end() && ahead.is_sound()) return results;
    while (!reader.is_at_end()) {
        if (reader.take(';')) continue;
        auto result = read_result(reader);
        if (!result || results.results.size() == authentication_values_max) return std::nullopt;
        results.results.push_back(std::move(*result));
    }
    if (!reader.is_sound()) return std::nullopt;
    return results;
}

// The signatures of a forged mail are its forger's choice: one of another domain, or by a key that
// is not in the DNS, excuses nothing. Source: OpenDKIM 2.11.0 with libunbound 1.17, measured: it
// says nothing of a signature if it could not ask for the key.
Denial denial_of(const mime::Mail& mail, std::string_view authserv_id) {
    const auto results = our_results(mail, authserv_id);
    const auto dmarc = dmarc_results(results);
    const std::string from = mail.from ? mime::address_domain(mail.from->address) : std::string();
    const auto dkim = own_dkim_results(results, from);
    const bool is_signed = is_signed_by(mail, from);
    const bool has_waited = is_signed && has_result(dkim, "temperror");
    if (has_result(dmarc, "fail")) {
        const bool is_unasked = is_signed && !has_dkim_result(results);
        return has_waited || is_unasked ? Denial::unknown : Denial::fail;
    }
    const bool is_unknown = has_result(dmarc, "temperror") || has_waited;
    return is_unknown && !has_result(dmarc, "pass") ? Denial::unknown : Denial::none;
}

bool is_host_vouched(const mime::Mail& mail, std::string_view authserv_id) {
    if (!mail.from) return false;
    const std::string from = mime::address_domain(mail.from->address);
    for (const AuthenticationResult& result : our_results(mail, authserv_id)) {
        if (result.method != "spf" || result.result != "pass") continue;
        for (const AuthenticationResult::Property& property : result.properties) {
            if (property.name != "smtp.mailfrom" && property.name != "smtp.mail") continue;
            const std::string domain = protocol::lower(domain_part(property.value));
            if (is_related(domain, from)) return true;
        }
    }
    return false;
}

bool is_host_doubted(const mime::Mail& mail, std::string_view authserv_id) {
    const auto results = our_results(mail, authserv_id);
    const bool is_asked =
        std::ranges::find(results, "spf", &AuthenticationResult::method) != results.end();
    return is_asked && !is_host_vouched(mail, authserv_id);
}

bool is_from_vouched(const mime::Mail& mail, std::string_view authserv_id) {
    if (authserv_id.empty() || !mail.from) return false;
    const std::string domain = mime::address_domain(mail.from->address);
    bool is_vouched = false;
    for (const std::string& value : mail.authentication_results) {
        const auto field = read_authentication_results(value);
        if (!field && begins_with_id(value, authserv_id)) return false;
        if (!field || field->authserv_id != protocol::lower(authserv_id)) continue;
        for (const AuthenticationResult& result : field->results) {
            if (result.method != "dmarc") continue;
            if (result.result != "pass" || !is_about(result, domain)) return false;
            is_vouched = true;
        }
    }
    return is_vouched;
}

}  // namespace tanbo::mail::inbound
