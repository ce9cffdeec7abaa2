#include "protocol/people/account_answers.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "protocol/games/clock_json.hpp"
#include "protocol/games/events.hpp"
#include "protocol/json/texts_json.hpp"

namespace tanbo::protocol {

namespace {

void write_words(JsonWriter& out, std::span<const std::string_view> words) {
    out.begin_array();
    for (const std::string_view word : words) out.word(word);
    out.end_array();
}

void write_session(JsonWriter& out, const SessionView& session) {
    out.begin_object().key("id").word(session.id);
    out.key("kind").word(session.is_session ? "session" : "token");
    out.key("label").text(session.label).key("last4").text(session.last4);
    write_words(out.key("scopes"), session.scopes);
    out.key("created_at").word(format_instant(session.created_at));
    out.key("used_at").word(format_instant(session.used_at));
    out.key("network").text(session.network);
    write_instant(out.key("expires_at"), session.expires_at);
    out.key("current").boolean(session.is_current).end_object();
}

void write_address(JsonWriter& out, const AddressView& address) {
    out.begin_object().key("id").id(address.id).key("address").text(address.address);
    out.key("primary").boolean(address.is_primary).key("verified").boolean(address.is_verified);
    out.key("created_at").word(format_instant(address.created_at));
    write_instant(out.key("stopped_at"), address.stopped_at);
    out.key("fault").text_or_null(address.fault);
    out.end_object();
}

void write_account(JsonWriter& out, const AccountView& account) {
    out.begin_object().key("handle").text(account.handle);
    out.key("guest").boolean(account.kind == "guest");
    out.key("kind").word(account.kind).key("role").word(account.role);
    out.key("created_at").word(format_instant(account.created_at));
    write_instant(out.key("suspended_until"), account.suspended_until);
    out.key("time_zone").text(account.time_zone).key("language").text(account.language);
    out.key("about").text(account.about);
    write_sleep(out.key("sleep"), account.sleep);
    write_texts(out.key("bots"), account.bots).end_object();
}

}  // namespace

std::string encode_account(const AccountView& account) {
    JsonWriter out;
    write_account(out, account);
    return out.take();
}

std::string encode_current_session(const std::optional<AccountView>& account) {
    JsonWriter out;
    out.begin_object().key("account");
    if (account) {
        write_account(out, *account);
    } else {
        out.null();
    }
    out.end_object();
    return out.take();
}

std::string encode_token(std::string_view handle, std::string_view token,
                         std::optional<engine::Instant> expires_at,
                         std::span<const std::string_view> scopes) {
    JsonWriter out;
    out.begin_object().key("handle").text(handle).key("token").text(token);
    if (!scopes.empty()) write_words(out.key("scopes"), scopes);
    if (expires_at) out.key("expires_at").word(format_instant(*expires_at));
    out.end_object();
    return out.take();
}

std::string encode_session_opened(std::string_view handle, engine::Instant expires_at) {
    JsonWriter out;
    out.begin_object().key("handle").text(handle);
    out.key("expires_at").word(format_instant(expires_at)).end_object();
    return out.take();
}

std::string encode_sessions(std::span<const SessionView> sessions) {
    JsonWriter out(4096);
    out.begin_object().key("sessions").begin_array();
    for (const SessionView& session : sessions) write_session(out, session);
    out.end_array().end_object();
    return out.take();
}

std::string encode_address(const AddressView& address) {
    JsonWriter out;
    write_address(out, address);
    return out.take();
}

std::string encode_addresses(std::span<const AddressView> addresses) {
    JsonWriter out;
    out.begin_object().key("addresses").begin_array();
    for (const AddressView& address : addresses) write_address(out, address);
    out.end_array().end_object();
    return out.take();
}

std::string encode_vacations(std::span<const VacationView> vacations,
                             std::span<const AllowanceView> allowances) {
    JsonWriter out;
    out.begin_object().key("vacations").begin_array();
    for (const VacationView& vacation : vacations) {
        out.begin_object().key("from").word(vacation.from).key("until").word(vacation.until);
        out.key("days").number(vacation.days);
        out.key("current").boolean(vacation.is_current).end_object();
    }
    out.end_array().key("allowance").begin_array();
    for (const AllowanceView& allowance : allowances) {
        out.begin_object().key("year").number(allowance.year).key("days").number(allowance.days);
        out.key("used").number(allowance.used);
        out.key("left").number(std::max(0, allowance.days - allowance.used)).end_object();
    }
    out.end_array().end_object();
    return out.take();
}

std::string encode_export(std::string_view handle, engine::Instant at,
                          std::span<const std::pair<std::string, std::string>> parts) {
    JsonWriter out(65536);
    out.begin_object().key("format").word("tanbo-export").key("version").number(1);
    out.key("handle").text(handle).key("exported_at").word(format_instant(at));
    for (const auto& [name, json] : parts) out.key(name).raw(json);
    out.end_object();
    return out.take();
}

std::string encode_link_mail(std::string_view handle, std::string_view link,
                             engine::Instant expires_at) {
    JsonWriter out;
    out.begin_object().key("handle").text(handle).key("link").text(link);
    out.key("expires_at").word(format_instant(expires_at)).end_object();
    return out.take();
}

std::string encode_plain_mail(std::string_view handle) {
    JsonWriter out;
    out.begin_object().key("handle").text(handle).end_object();
    return out.take();
}

std::string encode_change_mail(const MailData& data) {
    JsonWriter out;
    out.begin_object().key("handle").text(data.handle).key("link").text(data.link);
    write_instant(out.key("expires_at"), data.expires_at);
    out.key("subject").text(data.subject);
    if (data.at) out.key("at").word(format_instant(*data.at));
    if (!data.network.empty()) out.key("network").text(data.network);
    out.end_object();
    return out.take();
}

MailData decode_mail_data(std::string_view json) {
    MailData data;
    const auto parsed = nlohmann::json::parse(json, nullptr, false);
    if (!parsed.is_object()) return data;
    const auto take = [&parsed](const char* name, std::string& into) {
        const auto found = parsed.find(name);
        if (found != parsed.end() && found->is_string()) into = found->get<std::string>();
    };
    take("handle", data.handle);
    take("link", data.link);
    take("subject", data.subject);
    take("network", data.network);
    const auto take_instant = [&take](const char* name, std::optional<engine::Instant>& into) {
        std::string text;
        take(name, text);
        if (const auto at = parse_instant(text)) into = *at;
    };
    take_instant("expires_at", data.expires_at);
    take_instant("at", data.at);
    return data;
}

std::string encode_mail(const MailView& mail) {
    JsonWriter out;
    out.begin_object().key("id").id(mail.id).key("kind").text(mail.kind);
    out.key("to").text(mail.to).key("data").raw(mail.data);
    out.key("created_at").word(format_instant(mail.created_at));
    out.key("attempts").number(mail.attempts);
    write_instant(out.key("sent_at"), mail.sent_at);
    out.key("state").word(mail.state);
    out.key("fault").text_or_null(mail.fault);
    out.end_object();
    return out.take();
}

}  // namespace tanbo::protocol
