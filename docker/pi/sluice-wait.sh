#!/bin/sh
# Serves one request for the installation status, which sluice-setup writes. systemd connects stdin and stdout.
set -u
texts=${SLUICE_TEXTS:-/usr/local/lib/sluice/texts}
language=en

# $1: English text, $2: value for %s
text() {
  found=$(awk -v language="$language" -v wanted="$1" '
    BEGIN { RS = ""; FS = "\n" }
    $1 == wanted { for (i = 2; i <= NF; i++) if (substr($i, 1, 3) == language " ") print substr($i, 4) }' "$texts" 2>/dev/null)
  # shellcheck disable=SC2059 # it is a format
  printf "${found:-$1}" "${2:-}"
}

# "de-AT,de;q=0.9,en;q=0.8": in order of preference.
choose_language() {
  for each in $(printf '%s' "${1#*:}" | tr 'A-Z,' 'a-z ' | tr -d '\r'); do
    each=${each%%[-;]*}
    case $each in
      de | en | es | fr | it | pt | ru)
        language=$each
        return
        ;;
    esac
  done
}

escape() {
  sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g'
}

# $1: content type, $2: body
answer() {
  printf 'HTTP/1.1 200 OK\r\nContent-Type: %s; charset=utf-8\r\nContent-Length: %s\r\n' "$1" "$(printf '%s' "$2" | wc -c)"
  printf 'Cache-Control: no-store\r\nX-Sluice: waiting\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n'
  printf '%s' "$2"
}

# "GET /status HTTP/1.1"
read -r line
# Read all headers: closing earlier would look like a broken connection.
while read -r header; do
  case $header in
    '' | "$(printf '\r')") break ;;
    [Aa]ccept-[Ll]anguage:*) choose_language "$header" ;;
  esac
done

status_file=${SLUICE_STATUS:-/run/sluice/status}
doing='' what='' failure=''
[ ! -r "$status_file" ] || {
  read -r doing
  read -r what
  read -r failure
} <"$status_file"
status=$(text "${doing:-This machine has just started.}" "${what:-}")${failure:+ $(text 'It has failed and is tried again: %s' "$failure")}
case $line in
  'GET /status '*) answer text/plain "$status" ;;
  *)
    title=$(text 'Sluice is being installed' | escape)
    answer text/html '<!doctype html>
<html lang="'"$language"'">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>'"$title"'</title>
<style>body{font:1.125rem/1.5 sans-serif;max-width:36rem;margin:15vh auto;padding:0 1rem}</style>
<noscript><meta http-equiv="refresh" content="10"></noscript>
<h1>'"$title"'</h1>
<p role="status" id="status">'"$(printf '%s' "$status" | escape)"'</p>
<p>'"$(text 'This takes 5 to 15 minutes. The page goes on by itself.' | escape)"'</p>
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
