# Sluice with the embedded core: Node, Debian's ffmpeg, the core as one script, and the interface.
#   DOCKER_BUILDKIT=1 docker build -f docker/embedded.Dockerfile -t sluice-embedded .
# `make image` builds it where no registry can be reached, too.

# The Node of package.json.
ARG NODE_IMAGE=node:22.23.3-bookworm-slim
# Bookworm has the ffmpeg 5.1 that the interface supports, built without --enable-nonfree.
ARG DEBIAN_IMAGE=debian:bookworm-slim
# built: core and interface are built in here. prebuilt: dist/ and .setup/server.cjs are taken as they are.
ARG PARTS=built

FROM ${NODE_IMAGE} AS node

FROM node AS built
WORKDIR /sluice
COPY package.json package-lock.json .npmrc ./
# Of all packages only "node" would need its script, and here is one already.
RUN npm install --no-save --no-progress --ignore-scripts
# The compiler reads from tsconfig.json what JSX becomes.
COPY esbuild.config.ts size-budget.json tsconfig.json ./
COPY assets assets
COPY src src
COPY server server
COPY harness harness
RUN node harness/build/parts.ts && find dist -name '*.map' -delete

FROM scratch AS prebuilt
COPY dist /sluice/dist
COPY .setup/server.cjs /sluice/.setup/server.cjs

FROM ${PARTS} AS parts

FROM ${DEBIAN_IMAGE} AS packages
# ffmpeg can show a picture in a window, and so brings the drivers of graphics cards with a compiler for shaders along:
# 200 MB that nothing here ever loads.
RUN apt-get update \
  && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ca-certificates ffmpeg tini \
  && dpkg --purge --force-depends libgl1-mesa-dri libllvm15 libz3-4 \
  && apt-get clean \
  && rm -rf /var/lib/apt/lists/* /var/log/* /var/cache/debconf/*-old

FROM packages
RUN mkdir -p /core/bin /core/config /core/data \
  && printf '#!/bin/sh\nexec node /core/server.cjs\n' >/core/bin/core \
  && chmod +x /core/bin/core \
  && chown 10001:10001 /core/config /core/data \
  && echo 'sluice:x:10001:10001::/core:/usr/sbin/nologin' >>/etc/passwd \
  && echo 'sluice:x:10001:' >>/etc/group
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY docker/start.sh docker/healthy.sh /core/bin/
COPY --from=parts /sluice/.setup/server.cjs /core/server.cjs
COPY --from=parts /sluice/dist /core/ui

# The places that public core images have. The port is fixed in here: outside it is what -p says.
ENV NODE_ENV=production \
  CORE_ADDRESS=:8080 \
  CORE_CONFIGFILE=/core/config/config.json \
  CORE_DB_DIR=/core/config \
  CORE_STORAGE_DISK_DIR=/core/data \
  CORE_ROUTER_UI_PATH=/core/ui
WORKDIR /core
USER 10001:10001
VOLUME ["/core/config", "/core/data"]
# HTTP, HTTPS, RTMP
EXPOSE 8080/tcp 8181/tcp 1935/tcp
HEALTHCHECK --start-period=60s --interval=15s --timeout=5s --retries=3 CMD ["/core/bin/healthy.sh"]
STOPSIGNAL SIGINT
# tini passes the signal on and buries what ffmpeg leaves behind.
ENTRYPOINT ["tini", "--", "/core/bin/start.sh"]

ARG VERSION=
ARG REVISION=
ARG CREATED=
LABEL org.opencontainers.image.title="Sluice, embedded core" \
  org.opencontainers.image.description="One stream in, many out: web interface with a core of its own" \
  org.opencontainers.image.licenses="Apache-2.0 AND GPL-2.0-or-later" \
  org.opencontainers.image.base.name="debian:bookworm-slim" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.created="${CREATED}"
