#pragma once

namespace tanbo::base {

// Tells the service manager that the server listens; `systemctl start` returns then and not before.
// Does nothing if $NOTIFY_SOCKET, by which systemd asks for it, is not set. An error of that socket
// is logged and nothing else. Protocol: sd_notify(3).
void tell_service_manager_of_start();

}  // namespace tanbo::base
