#include "server/operate/admin_door.hpp"

#include <utility>

#include "server/base/log.hpp"
#include "server/operate/admin_order.hpp"
#include "server/store/store.hpp"

namespace tanbo::app {
namespace {

using protocol::Result;

constexpr std::size_t connections_max = 8;

net::LineListenerOptions options_for(net::LocalEndpoint endpoint) {
    net::LineListenerOptions options;
    options.endpoint = std::move(endpoint);
    options.name = "admin";
    options.is_private = true;
    options.busy_answer = encode_answer(
        refusal(protocol::Code::overloaded, "Too many commands are running. Try again."));
    options.limits.line_bytes_max = order_line_bytes_max;
    options.limits.connections_max = connections_max;
    return options;
}

Result<std::string> no_order() {
    return refusal(protocol::Code::bad_parameter,
                   "The server doesn't know this command. Are tanbod and the server of the same "
                   "version?");
}

}  // namespace

AdminDoor::AdminDoor(game::Referee& referee, account::Accounts& accounts, store::Store& store,
                     base::IoThreads& io, net::LocalEndpoint endpoint)
    : referee_(referee),
      accounts_(accounts),
      store_(store),
      listener_(io, *this, unpublished_, options_for(std::move(endpoint))) {}

base::Awaitable<void> AdminDoor::serve(net::LineConnection& connection) {
    AdminCommand command;
    for (;;) {
        const net::LineRead read = co_await connection.read();
        const bool is_line = read.event == net::LineEvent::line;
        if (!is_line && read.event != net::LineEvent::fault) co_return;
        if (is_line && read.text.empty()) break;
        if (is_line && take_line(command, read.text)) continue;
        const std::string answer = encode_answer(no_order());
        co_await connection.write(answer);
        co_return;
    }
    const auto done = co_await carry_out(std::move(command));
    const std::string answer = encode_answer(done);
    co_await connection.write(answer);
}

base::Awaitable<Result<std::string>> AdminDoor::carry_out(AdminCommand command) {
    if (!is_known(command)) co_return no_order();
    base::log::info("operator-command", "command at the shell", {{"command", command.verb}});
    if (is_question(command)) {
        const auto look = [command](store::Reader& reader) { return answer(reader, command); };
        co_return co_await store_.read(look);
    }
    const auto work = [command](store::Transaction& transaction, game::GameTransaction& games) {
        return apply_command(transaction, games, command);
    };
    auto applied = co_await referee_.transact<Applied>(work);
    if (!applied) co_return applied.error();
    for (const protocol::AccountId account : applied->accounts) accounts_.forget_account(account);
    co_return std::move(applied->text);
}

}  // namespace tanbo::app
