#include "tests/server/support/running_server.hpp"

#include "server/base/log.hpp"
#include "tests/support/put_database.hpp"

namespace tanbo::test {

RunningServer::RunningServer(app::Config config) : config_(std::move(config)) {
    base::log::configure(base::log::Level::error, base::log::Format::human);
    config_.listen = "127.0.0.1:0";
    config_.database = (folder_.path() / "tanbo.db").string();
    if (config_.threads == 0) config_.threads = 2;
    put_database(config_.database);
    app_ = std::make_unique<app::App>(config_, [](store::Fault) {});
}

void RunningServer::restart(const std::function<void(const std::string&)>& meanwhile) {
    config_.listen = "127.0.0.1:" + std::to_string(port());
    app_->stop(net::CloseCode::service_restart, std::chrono::minutes(2));
    app_.reset();
    if (meanwhile) meanwhile(config_.database);
    app_ = std::make_unique<app::App>(config_, [](store::Fault) {});
}

HttpClient RunningServer::guest(const std::string& address) const {
    HttpClient made = client();
    if (!address.empty()) made.set_header("X-Forwarded-For", address);
    made.set_token(made.post("/api/v1/guests").json().at("token").get<std::string>());
    return made;
}

protocol::GameId RunningServer::game(HttpClient& black, HttpClient& white,
                                     const std::string& request) const {
    const Answer opened = black.post("/api/v1/games", request);
    const auto id = opened.json().at("id").get<protocol::GameId>();
    white.post(game_path(id, "/join"));
    return id;
}

std::string game_path(protocol::GameId game, const std::string& rest) {
    return "/api/v1/games/" + to_string(game) + rest;
}

int play_on(HttpClient& black, HttpClient& white, protocol::GameId game, int plies) {
    for (int played = 0; played < plies; ++played) {
        const nlohmann::json legal = black.get(game_path(game, "/legal-moves")).json();
        if (legal.at("to_move").is_null()) return played;
        HttpClient& mover = legal.at("to_move") == "black" ? black : white;
        const nlohmann::json move = {{"point", legal.at("points").at(0)}, {"ply", legal.at("ply")}};
        if (mover.post(game_path(game, "/moves"), move.dump()).status != 201) return played;
    }
    return plies;
}

}  // namespace tanbo::test
