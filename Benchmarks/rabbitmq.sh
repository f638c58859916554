#!/usr/bin/env bash
# rabbitmq.sh DIRECTORY PORT: runs a RabbitMQ with Web STOMP on 127.0.0.1:PORT until it is ended, everything of it in
# DIRECTORY. Needs Debian's package rabbitmq-server, and root, because the node runs as that package's user.
set -euo pipefail
directory=$1
port=$2
mkdir -p "$directory"
echo '[rabbitmq_stomp,rabbitmq_web_stomp].' >"$directory/enabled_plugins"
cat >"$directory/rabbitmq.conf" <<CONF
listeners.tcp.1 = 127.0.0.1:$((port + 1))
stomp.listeners.tcp.1 = 127.0.0.1:$((port + 2))
web_stomp.tcp.ip = 127.0.0.1
web_stomp.tcp.port = $port
log.file.level = warning
CONF
chmod 755 "$(dirname "$directory")"
chown -R rabbitmq:rabbitmq "$directory"
# No session of its own: what ends the script ends the node, however long that takes.
exec setpriv --reuid rabbitmq --regid rabbitmq --init-groups env HOME="$directory" \
    RABBITMQ_NODENAME="bench$port@localhost" RABBITMQ_MNESIA_BASE="$directory/mnesia" RABBITMQ_LOG_BASE="$directory/log" \
    RABBITMQ_CONFIG_FILE="$directory/rabbitmq.conf" RABBITMQ_ENABLED_PLUGINS_FILE="$directory/enabled_plugins" \
    RABBITMQ_DIST_PORT=$((port + 3)) RABBITMQ_PID_FILE="$directory/pid" ERL_EPMD_ADDRESS=127.0.0.1 ERL_EPMD_PORT=$((port + 4)) \
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS='-kernel inet_dist_use_interface {127,0,0,1}' \
    /usr/lib/rabbitmq/bin/rabbitmq-server
