#!/bin/sh
# Starts an edge: nginx as a cache in front of a core, and the viewer counter. Prints one line if a setting is wrong.
set -eu
# Nobody else may write into the folders below.
umask 022

fail() {
  echo "sluice-edge: $1" >&2
  exit 1
}

# $1: variable, $2: pattern of the whole value, $3: value, $4: example. Values must be single words in nginx's config and
# contain nothing special to sed.
check() {
  printf '%s' "$3" | grep -qxE "$2" || fail "$1 is \"$3\": it must look like $4."
}

overlap() {
  fail "EDGE_CHANNELS has \"$1\" and \"$2\": a file $2_1.ts could belong to either. Use an edge for each, or rename one of them."
}

here=$(cd "$(dirname "$0")" && pwd)
work=${EDGE_WORK:-/tmp/edge}
origin=${EDGE_ORIGIN:-}
listen=${EDGE_LISTEN:-8080}
channels=${EDGE_CHANNELS:-}
secret=${EDGE_SECRET:-}
balancers=${EDGE_BALANCERS:-}
megabytes=${EDGE_CACHE_MB:-256}
most=${EDGE_MAX_VIEWERS:-0}
share=${EDGE_MAX_PER_ADDRESS:-}
resolver=${EDGE_RESOLVER:-$(sed -n 's/^nameserver \([0-9.]*\)$/\1/p' /etc/resolv.conf | head -n 1)}
# Survives a restart, so that viewers stay known.
session=${EDGE_SESSION:-$([ ! -O "$work/session" ] || [ -L "$work/session" ] || cat "$work/session")}
[ -n "$session" ] || session=$(LC_ALL=C tr -dc '2-9A-HJ-NP-Za-km-z' </dev/urandom | head -c 22)

[ -n "$origin" ] || fail 'EDGE_ORIGIN is missing: set it to the address of the core, like http://core:8080.'
check EDGE_WORK '/[A-Za-z0-9_./-]*' "$work" '/tmp/edge, from the root on'
check EDGE_ORIGIN 'https?://[][A-Za-z0-9.:-]+' "$origin" 'http://core:8080, without a path'
check EDGE_LISTEN '([0-9.]+:)?[0-9]{1,5}' "$listen" 8080
check EDGE_CACHE_MB '[0-9]{1,8}' "$megabytes" 256
check EDGE_MAX_VIEWERS '[0-9]{1,8}' "$most" '500, or 0 for no limit'
[ -z "$share" ] || check EDGE_MAX_PER_ADDRESS '[1-9][0-9]{0,7}' "$share" 250
check EDGE_RESOLVER '[0-9.]+' "${resolver:-127.0.0.11}" 127.0.0.11
check EDGE_SESSION '[2-9A-HJ-NP-Za-km-z]{22}' "$session" '22 letters and digits without 0, 1, I, O and l'
[ -z "$balancers" ] || check EDGE_BALANCERS '[0-9a-fA-F.:]+(/[0-9]{1,3})?' "$balancers" 10.0.0.0/8

# Channels become alternatives of a regular expression; an empty list becomes one that never matches.
nothing='(?!)'
public='' public_variants='' signed='' signed_variants='' names=''
for word in $channels; do
  name=${word%%:*}
  check EDGE_CHANNELS '[A-Za-z0-9][A-Za-z0-9_-]*' "$name" 'channel, channel:variants, channel:signed or channel:signed:variants'
  case $name in memfs | s) fail "EDGE_CHANNELS has \"$name\", which begins paths of an edge: give that channel another name." ;; esac
  for other in $names; do
    [ "$name" != "$other" ] || fail "EDGE_CHANNELS has \"$name\" twice."
    case $name in "$other"_*) overlap "$other" "$name" ;; esac
    case $other in "$name"_*) overlap "$name" "$other" ;; esac
  done
  names="$names $name"
  case ${word#"$name"} in
    '') public=$public${public:+|}$name ;;
    :variants) public_variants=$public_variants${public_variants:+|}$name ;;
    :signed) signed=$signed${signed:+|}$name ;;
    :signed:variants | :variants:signed) signed_variants=$signed_variants${signed_variants:+|}$name ;;
    *) fail "EDGE_CHANNELS has \"$word\": a channel may be followed by :variants and :signed." ;;
  esac
done
if [ -n "$signed$signed_variants" ]; then
  check EDGE_SECRET '[A-Za-z0-9_-]{16,128}' "$secret" '16 or more letters and digits, as channels are signed'
else
  secret=no-channel-is-signed
fi

mkdir -p "$work/cache" "$work/run/held"
rm -f "$work/run/gate.sock" "$work/run/judge.sock" "$work/run/strict.sock" "$work/run/full" "$work/run/held/"*
# Never write through a symlink. The first two contain secrets, readable only by the owner.
rm -f "$work/session" "$work/edge.conf" "$work/nginx.conf"
[ ! -L "$work/run/status.json" ] || rm -f "$work/run/status.json"
(umask 077 && echo "$session" >"$work/session" && : >"$work/edge.conf")
[ -f "$work/run/status.json" ] || echo '{"at":0,"viewers":0,"most":0,"channels":{}}' >"$work/run/status.json"
all=-all
[ -z "$names" ] || all=''
template=$here/edge$all${balancers:+-balanced}.conf.template
sed -e "s#@WORK@#$work#g" -e "s#@ORIGIN@#$origin#g" -e "s#@LISTEN@#$listen#g" -e "s#@SESSION@#$session#g" -e "s#@SECRET@#$secret#g" \
  -e "s#@CACHE_MEGABYTES@#$megabytes#g" -e "s#@RESOLVER@#${resolver:-127.0.0.11}#g" -e "s#@BALANCERS@#$balancers#g" \
  -e "s#@PUBLIC@#${public:-$nothing}#g" -e "s#@PUBLIC_VARIANTS@#${public_variants:-$nothing}#g" \
  -e "s#@SIGNED@#${signed:-$nothing}#g" -e "s#@SIGNED_VARIANTS@#${signed_variants:-$nothing}#g" \
  "$template" >"$work/edge.conf"

cat >"$work/nginx.conf" <<CONFIG
daemon off;
worker_processes auto;
worker_rlimit_nofile 65536;
pid $work/pid;
error_log stderr warn;
events { worker_connections 16384; }
http {
    client_body_temp_path $work/client_body;
    proxy_temp_path $work/proxy;
    fastcgi_temp_path $work/fastcgi;
    uwsgi_temp_path $work/uwsgi;
    scgi_temp_path $work/scgi;
    include $work/edge.conf;
}
CONFIG

nginx -t -q -p "$work" -e stderr -c "$work/nginx.conf" || fail 'nginx refuses the config: the reason is above.'
sh "$here/count.sh" "$work/run" "$work/pid" "$most" &
exec nginx -p "$work" -e stderr -c "$work/nginx.conf"
