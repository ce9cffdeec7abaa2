#include "server/operate/admin_order.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <system_error>

#include "server/config/exit_code.hpp"
#include "server/config/find_database.hpp"
#include "server/net/lines/line_client.hpp"

namespace tanbo::app {
namespace {

constexpr std::chrono::seconds order_patience{120};
constexpr std::size_t piece_bytes = 1'000;  // well below LineClient::line_bytes_max
constexpr std::string_view piece_mark = "+";
constexpr std::string_view done_line = "done";
constexpr std::string_view refused_line = "refused";

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\\') {
            out += "\\\\";
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\r') {
            out += "\\r";
        } else {
            out += c;
        }
    }
    return out;
}

std::string unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            out += text[i];
            continue;
        }
        const char c = text[++i];
        if (c == 'n') {
            out += '\n';
        } else if (c == 'r') {
            out += '\r';
        } else {
            out += c;
        }
    }
    return out;
}

// Sends the order, and reads the answer to its end.
protocol::Result<std::string> carry_over(net::LineClient& client, const AdminCommand& command) {
    client.send(encode_order(command));
    std::string text;
    for (;;) {
        const std::string line = client.read_line();
        if (line.starts_with(piece_mark)) {
            text += line.substr(piece_mark.size());
        } else if (line == done_line) {
            return unescaped(text);
        } else if (line == refused_line) {
            return refusal(protocol::Code::bad_parameter, unescaped(text));
        } else {
            throw std::runtime_error("the answer is not a server's");
        }
    }
}

}  // namespace

std::optional<net::LocalEndpoint> admin_endpoint(const Config& config) {
    std::string path = config.admin_socket;
    if (path.empty() && !is_postgres(config)) {
        path = std::filesystem::absolute(config.database).string() + "-admin";
    }
    return net::parse_local_endpoint("unix:" + path);
}

std::string encode_order(const AdminCommand& command) {
    std::string lines = "verb " + escaped(command.verb) + "\r\n";
    for (const std::string& operand : command.operands) {
        lines += "operand " + escaped(operand) + "\r\n";
    }
    return lines + "reason " + escaped(command.reason) + "\r\nuntil " + escaped(command.until) +
           "\r\n\r\n";
}

bool take_line(AdminCommand& command, std::string_view line) {
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos) return false;
    const std::string_view name = line.substr(0, space);
    std::string value = unescaped(line.substr(space + 1));
    constexpr std::size_t operands_max = 4;
    if (name == "operand" && command.operands.size() < operands_max) {
        command.operands.push_back(std::move(value));
    } else if (name == "verb") {
        command.verb = std::move(value);
    } else if (name == "reason") {
        command.reason = std::move(value);
    } else if (name == "until") {
        command.until = std::move(value);
    } else {
        return false;
    }
    return true;
}

bool is_known(const AdminCommand& command) {
    return std::ranges::any_of(shell_verbs(), [&command](const ShellVerb& verb) {
        return command.verb == verb.name && command.operands.size() == verb.operands.size();
    });
}

std::string encode_answer(const protocol::Result<std::string>& answer) {
    const std::string text = escaped(answer ? *answer : answer.error().detail);
    std::string lines;
    for (std::size_t begin = 0; begin < text.size(); begin += piece_bytes) {
        lines.append(piece_mark).append(text, begin, piece_bytes).append("\r\n");
    }
    return lines.append(answer ? done_line : refused_line).append("\r\n");
}

std::optional<int> ask_server(const net::LocalEndpoint& endpoint, const AdminCommand& command) {
    std::optional<net::LineClient> client;
    try {
        client.emplace(endpoint, order_patience);
    } catch (const std::system_error& error) {
        const int reason = error.code().value();
        if (reason == ENOENT || reason == ECONNREFUSED) return std::nullopt;
        std::cerr << "tanbod: " << endpoint.path << ": " << error.what()
                  << ". Run this as the server's user.\n";
        return exit_locked;
    }
    try {
        const auto answer = carry_over(*client, command);
        if (!answer) {
            std::cerr << "tanbod: " << answer.error().detail << "\n";
            return exit_refused;
        }
        std::cout << *answer;
        return exit_ok;
    } catch (const std::runtime_error& error) {
        std::cerr << "tanbod: " << endpoint.path << ": " << error.what()
                  << ". Look in the audit log whether it was done.\n";
        return exit_try_again;
    }
}

}  // namespace tanbo::app
