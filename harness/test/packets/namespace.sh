#!/bin/sh
# Runs a command in a network namespace whose only route counts packets and drops them.
# The name server is behind it, so that DNS queries count too.
set -e
ip link set lo up
sysctl -qw net.ipv6.conf.all.disable_ipv6=1
ip link add out0 type veth peer name end0
ip addr add 10.99.0.2/24 dev out0
ip link set out0 arp off up
ip link set end0 up
ip route add default via 10.99.0.1
names=$(mktemp)
echo 'nameserver 10.99.0.1' >"$names"
mount --bind "$names" /etc/resolv.conf
rm "$names"
exec "$@" out0
