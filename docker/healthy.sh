#!/bin/sh
# Exits with 0 if the core responds. A stopped or hanging core still accepts connections, so connecting is not enough.
address=${CORE_ADDRESS:-:8080}
host=${address%:*}
port=${address##*:}
case $host in
  '' | 0.0.0.0 | '[::]') host=127.0.0.1 ;;
esac

if command -v wget >/dev/null; then
  answer=$(http_proxy='' timeout 4 wget -q -O - "http://$host:$port/ping")
else
  # shellcheck disable=SC2016 # bash expands them
  answer=$(timeout 4 bash -c '
    exec 3<>"/dev/tcp/$0/$1" && printf "GET /ping HTTP/1.0\r\nHost: $0\r\n\r\n" >&3 && cat <&3
  ' "$host" "$port" 2>/dev/null)
fi

case $answer in
  *pong*) exit 0 ;;
esac
echo "no answer from http://$host:$port/ping"
exit 1
