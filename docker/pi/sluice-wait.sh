#!/bin/sh
# Answers one request: what is done until Sluice is there. systemd gives the connection as input and output.
# sluice-setup writes the line that is shown.
set -u
status=$(cat "${SLUICE_STATUS:-/run/sluice/status}" 2>/dev/null) || status='This machine has just started.'

# $1 is the type, $2 the body.
answer() {
  printf 'HTTP/1.1 200 OK\r\nContent-Type: %s; charset=utf-8\r\nContent-Length: %s\r\n' "$1" "$(printf '%s' "$2" | wc -c)"
  printf 'Cache-Control: no-store\r\nX-Sluice: waiting\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n'
  printf '%s' "$2"
}

# "GET /status HTTP/1.1"
read -r line
# To the end of the headers: who closes before that is taken for broken.
while read -r header; do
  case $header in '' | "$(printf '\r')") break ;; esac
done
case $line in
  'GET /status '*) answer text/plain "$status" ;;
  *)
    escaped=$(printf '%s' "$status" | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g')
    answer text/html '<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Sluice is being installed</title>
<style>body{font:1.125rem/1.5 sans-serif;max-width:36rem;margin:15vh auto;padding:0 1rem}</style>
<noscript><meta http-equiv="refresh" content="10"></noscript>
<h1>Sluice is being installed</h1>
<p role="status" id="status">'"$escaped"'</p>
<p>This takes 5 to 15 minutes. The page goes on by itself.</p>
<script>
setInterval(async () => {
  try {
    const answer = await fetch("/status", { cache: "no-store" });
    if (answer.headers.get("x-sluice") !== "waiting") return location.replace("/ui/");
    const text = await answer.text();
    const shown = document.getElementById("status");
    if (shown.textContent !== text) shown.textContent = text;
  } catch {}
}, 3000);
</script>
</html>
'
    ;;
esac
