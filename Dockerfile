# syntax=docker/dockerfile:1
# To build from the same base each time, pin its digest, as `docker buildx imagetools inspect node:24-bookworm-slim` prints it:
# --build-arg BASE=node:24-bookworm-slim@sha256:...
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The workspaces stay outside. The build's tool has its binaries in optional packages.
# npm opens many files at once: a soft limit of 1,024 is too low.
RUN ulimit -n "$(ulimit -Hn)" && npm ci --workspaces=false --no-audit --no-fund --maxsockets=8
COPY tsconfig.json vite.config.ts ormconfig.ts ./
COPY scripts scripts
COPY apps apps
COPY libs libs
# The build inlines the guides into the page /docs.
COPY docs docs
COPY packages/demo packages/demo
# The version of package.json, for the label below: a label cannot read a file, but a wrong one ends the build.
ARG VERSION
RUN [ -z "$VERSION" ] || [ "$VERSION" = "$(node -p 'require("./package.json").version')" ]
# The commit that `--version` names.
ARG COMMIT
RUN npm run build && npm prune --workspaces=false --omit=dev --omit=optional --no-audit --no-fund
# The software bill of materials. With --omit, npm leaves out what a development dependency needs as well (npm/cli#7909).
RUN npm pkg delete workspaces devDependencies optionalDependencies && npm sbom --sbom-format=cyclonedx --sbom-type=application >sbom.json

FROM ${BASE}
ARG VERSION
ARG COMMIT
LABEL org.opencontainers.image.title="agency-directory" \
  org.opencontainers.image.description="A real-estate agency directory and listings service" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${COMMIT}" \
  org.opencontainers.image.licenses="LicenseRef-UNLICENSED"
# npm keeps its files where a read-only container lets it.
ENV NODE_ENV=production PORT=3000 NPM_CONFIG_CACHE=/tmp/.npm NPM_CONFIG_LOGS_MAX=0 NPM_CONFIG_UPDATE_NOTIFIER=false
WORKDIR /app
# Root owns the files: the service cannot change its own code, also where the container is not read-only.
COPY --from=build /app/package.json /app/sbom.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# A volume that is put here belongs to the user.
RUN install -d -o node -g node /feeds
USER node
EXPOSE 3000
# Node.js would take a tenth of a second of processor time at every check; the slim image has bash, and no curl.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /livez HTTP/1.0\\r\\n\\r\\n' >&3 && read -r -t 2 _ status _ <&3 && [ \"$status\" = 200 ]"]
CMD ["node", "--enable-source-maps", "dist/apps/api/src/main.js"]
