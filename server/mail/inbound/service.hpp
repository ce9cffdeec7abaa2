#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/base/threads/io_threads.hpp"
#include "server/mail/inbound/processing.hpp"
#include "server/net/lines/local_endpoint.hpp"

namespace tanbo::store {
class Store;
}

// Everything between the games and a mail server.
namespace tanbo::mail::inbound {

struct InboundOptions {
    std::string domain = {};
    ProcessingOptions processor = {};
    net::LocalEndpoint lmtp = {};  // where mails are delivered
    std::size_t bytes_max = 0;     // of a mail
};

// Its foundations; all of it outlives it.
struct InboundServices {
    store::Store& store;
    MailServices services;  // with the views of I/O thread 0
    base::IoThreads& io;
    base::Metrics& metrics;
    // Whether mails are this process's to read now; empty: always. Thread: any.
    std::function<bool()> is_reader = {};
};

// Built in order, stopped in reverse; there is one if the settings name a domain.
class InboundService {
public:
    // Binds. Throws: std::system_error naming the endpoint.
    InboundService(InboundServices services, InboundOptions options);
    ~InboundService();
    InboundService(const InboundService&) = delete;
    InboundService& operator=(const InboundService&) = delete;

    // Requires: the I/O threads run.
    void start();

    // Takes no new connections and no new mails; those that are on their way may end.
    // Thread: any.
    void begin_drain();

    // False if connections had to be dropped at the deadline. Thread: not an I/O thread.
    bool drain(std::chrono::milliseconds deadline);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tanbo::mail::inbound
