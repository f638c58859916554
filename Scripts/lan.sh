# Sourced by ./run --lan: the address on the local network, and HTTPS with an authority of its own.

lan_packages=(openssl qrencode)

# The address of this machine that its network sees; nothing is sent to find it out.
lan_address() {
    local address
    address=$(ip -4 -o route get 192.0.2.1 2>/dev/null | sed -n 's/.* src \([0-9.]*\).*/\1/p')
    [ -n "$address" ] || address=$(ip -4 -o address show scope global up | awk '{ sub("/.*", "", $4); print $4; exit }')
    [ -n "$address" ] || fail "this machine has no address on a network: connect it, or name one with --host"
    printf '%s\n' "$address"
}

# Makes the authority once, and a certificate for the address unless there is one that lasts another month. The authority can vouch for
# private addresses only: people who trust it aren't exposed elsewhere if its key is stolen.
certificate_for() {
    local directory=$1 address=$2 log
    mkdir -p "$directory"
    chmod 700 "$directory"
    # A new one by itself would lock out every device that trusts the previous one.
    if [ ! -s "$directory/authority.key" ] && [ -s "$directory/authority.crt" ]; then
        fail "$directory/authority.crt is there, but its key authority.key is not: put the key back, or remove authority.crt to" \
            "begin with a new authority, which every device must be told to trust"
    fi
    log=$(mktemp)
    if ! (
        umask 077
        cd "$directory"
        [ -s authority.key ] && openssl x509 -in authority.crt -noout -checkend 2592000 >/dev/null 2>&1 || {
            rm -f server.crt
            openssl req -x509 -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -sha256 -days 1825 \
                -subj "/CN=ecall on $(hostname)" -keyout authority.key -out authority.crt \
                -addext 'basicConstraints=critical,CA:TRUE,pathlen:0' -addext 'keyUsage=critical,keyCertSign' \
                -addext 'nameConstraints=critical,permitted;IP:10.0.0.0/255.0.0.0,permitted;IP:172.16.0.0/255.240.0.0,permitted;IP:192.168.0.0/255.255.0.0,permitted;IP:169.254.0.0/255.255.0.0,permitted;IP:100.64.0.0/255.192.0.0,permitted;DNS:ecall.invalid,permitted;email:ecall.invalid'
        }
        { openssl x509 -in server.crt -noout -checkend 2592000 && openssl x509 -in server.crt -noout -checkip "$address" |
            grep -q 'does match'; } >/dev/null 2>&1 || {
            openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -sha256 -subj '/CN=ecall' \
                -keyout server.key -out server.csr
            # Browsers refuse certificates of more than 825 days.
            openssl x509 -req -in server.csr -CA authority.crt -CAkey authority.key -sha256 -days 365 -out server.crt \
                -set_serial "0x$(openssl rand -hex 15)" -extfile <(
                    printf '%s\n' 'basicConstraints=critical,CA:FALSE' 'keyUsage=critical,digitalSignature' \
                        'extendedKeyUsage=serverAuth' "subjectAltName=IP:$address"
                )
            rm -f server.csr
        }
    ) >"$log" 2>&1; then
        tail -n 5 "$log" >&2
        fail "no certificate could be made in $directory (the lines above say why)"
    fi
    rm -f "$log"
    openssl verify -CAfile "$directory/authority.crt" "$directory/server.crt" >/dev/null 2>&1 ||
        fail "$address is not an IPv4 address of a local network: name another one of this machine with --host, or see" \
            "docs/operations.md for a public host"
}

# Says where to go, and how a browser comes to trust it.
introduce() {
    local directory=$1 url=$2
    say "On this network: $url"
    say ''
    qrencode -t ANSIUTF8 -m 2 "$url" >&2
    say ''
    say "Browsers warn until they trust this server's own authority. Once on every device: open $url/authority.crt,"
    say 'compare the fingerprint, and install it as a trusted authority (docs/operations.md says where), or copy the file from here:'
    say "  $directory/authority.crt"
    say "  $(openssl x509 -in "$directory/authority.crt" -noout -fingerprint -sha256)"
    say 'It can vouch for private addresses only.'
    say ''
}
