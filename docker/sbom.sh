#!/bin/sh
# Prints the Debian packages of this image as a CycloneDX bill of materials. Licenses: /usr/share/doc/*/copyright
set -eu
dpkg-query -W -f '${db:Status-Status} ${Package} ${Version} ${Architecture}\n' | awk '
  BEGIN { printf "{\"bomFormat\":\"CycloneDX\",\"specVersion\":\"1.5\",\"version\":1,\"components\":[" }
  $1 == "installed" {
    encoded = $3
    gsub(/%/, "%25", encoded); gsub(/\+/, "%2B", encoded); gsub(/:/, "%3A", encoded)
    printf "%s\n{\"type\":\"library\",\"name\":\"%s\",\"version\":\"%s\",", (count++ ? "," : ""), $2, $3
    printf "\"purl\":\"pkg:deb/debian/%s@%s?arch=%s\"}", $2, encoded, $4
  }
  END { print "\n]}" }'
