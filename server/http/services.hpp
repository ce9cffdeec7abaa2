#pragma once

#include <vector>

#include "server/account/authenticator.hpp"
#include "server/http/handler.hpp"

namespace tanbo::account {
class Accounts;
}
namespace tanbo::admin {
class Service;
}
namespace tanbo::chat {
class Chat;
class Notes;
}  // namespace tanbo::chat
namespace tanbo::game {
class Feed;
class Referee;
class Views;
}  // namespace tanbo::game
namespace tanbo::lobby {
class Lobby;
}
namespace tanbo::notify {
class Notices;
class SignedTokens;
}  // namespace tanbo::notify
namespace tanbo::rating {
class Reports;
}
namespace tanbo::searches {
class Searches;
}

// All that handlers may need; each is handed what it names (handler.hpp) and sees no more.
namespace tanbo::http {

// The services of one I/O thread.
struct ThreadServices {
    game::Views& views;
    game::Feed& feed;
    account::Authenticator& authenticator;
};

// The services of all; threads[i] to I/O thread i. Everything outlives the API.
struct Services {
    game::Referee& referee;
    account::Accounts& accounts;
    base::Metrics& metrics;
    MetricsText metrics_text;
    CommandLimit commands;
    SignUpLimit sign_ups;
    base::Clock clock;
    std::vector<ThreadServices> threads;
    Unready unready;
    notify::Notices& notices;
    chat::Chat& chat;
    chat::Notes& notes;
    MessageLimit messages;
    rating::Reports& ratings;
    admin::Service& service;
    lobby::Lobby& lobby;
    searches::Searches& searches;
    const notify::SignedTokens& tokens;  // of links in mails
    PublicUrl public_url;
};

}  // namespace tanbo::http
