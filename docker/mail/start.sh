#!/usr/bin/env bash
# Starts OpenDKIM, OpenDMARC and Postfix with the files beside this one.
#
#   MAIL_DOMAIN    the server's domain, as in TANBO_MAIL_DOMAIN; required
#   MAIL_HOSTNAME  what this machine is called in the DNS; without it mail.MAIL_DOMAIN
#   MAIL_RELAY     who takes what goes out, "[smtp.example.net]:587"; without it the receivers themselves
#   MAIL_STATE     a folder for the DKIM key; without it /var/lib/tanbo-mail
#   MAIL_RUN       a folder that each start writes; without it /run/tanbo-mail
#
# Postfix keeps its queue below /var/spool/postfix. The key is made at the first start; what the DNS has
# to say about it is printed at every start.
set -euo pipefail

shipped=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
domain=${MAIL_DOMAIN:?names the domain whose mail is taken}
state=${MAIL_STATE:-/var/lib/tanbo-mail}
run=${MAIL_RUN:-/run/tanbo-mail}

configure() {
    local name
    install -d -m 0755 "$run" "$run/postfix" "$state"
    install -d -m 0770 -g postfix "$run/milters"
    for name in main.cf master.cf recipients senders headers networks opendkim.conf opendmarc.conf; do
        sed -e "s|tanbo\.example\.org|$domain|g" -e "s|/run/tanbo-mail|$run|g" \
            "$shipped/$name" >"$run/$name"
    done
    mv "$run/main.cf" "$run/master.cf" "$run/postfix"
    postconf -c "$run/postfix" -e "myhostname = ${MAIL_HOSTNAME:-mail.$domain}" "relayhost = ${MAIL_RELAY:-}"
}

prepare_key() {
    local key=$state/tanbo.private
    [ -s "$key" ] || openssl genrsa -traditional -out "$key" 2048 2>/dev/null
    install -d -m 0700 -o opendkim "$run/keys"
    install -m 0600 -o opendkim "$key" "$run/keys/tanbo.private"
    printf 'tanbo._domainkey.%s. TXT "v=DKIM1; k=rsa; p=%s"\n' "$domain" \
        "$(openssl rsa -in "$key" -pubout 2>/dev/null | sed '/^-/d' | tr -d '\n')"
}

configure
prepare_key
opendkim -f -x "$run/opendkim.conf" &
opendmarc -f -c "$run/opendmarc.conf" &
exec postfix -c "$run/postfix" start-fg
