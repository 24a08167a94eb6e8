# One image, two roles: `serve` (the default) and `worker`. On amd64 the browser comes with npm, on arm64 it is Debian's.
# Fonts come with npm on both.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/node/package.json scripts/node/
RUN npm ci
COPY . .
# What runs is bundled in dist/, as in the published package: of packages only the fonts are left.
RUN npm run build && node scripts/unpack-browser.ts \
  && rm -rf node_modules && npm ci --omit=dev --omit=optional --workspaces=false

FROM node:24-bookworm-slim
# An init reaps what the browser leaves behind and passes signals on.
RUN apt-get update && apt-get install -y --no-install-recommends tini \
  && if [ "$(dpkg --print-architecture)" != amd64 ]; then apt-get install -y --no-install-recommends chromium; fi \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app/package.json /app/THIRD-PARTY-NOTICES ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/bin ./bin
COPY --from=build /app/dist ./dist
COPY --from=build /app/schema ./schema
RUN mkdir /data && chown node:node /data
USER node
# Below /data: the embedded store, profiles of browsers and an index of fonts. The rest of the root may be read-only.
# MALLOC_TRIM_THRESHOLD_ (glibc): freed memory goes back to the system, which saves the service 65 MB of resident memory.
ENV MALLOC_TRIM_THRESHOLD_=131072
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data XDG_CACHE_HOME=/data/cache
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=9s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["tini", "--", "node", "bin/plotgate.js"]
CMD ["serve"]
