# The server in production; deploy/compose.yaml runs it with all it needs. It takes its settings from the environment (docs/settings.md).
FROM node:24-bookworm-slim AS build
WORKDIR /srv/holoholo
COPY . .
RUN npm run build && npm prune --omit=dev --no-fund --no-audit

FROM node:24-bookworm-slim
WORKDIR /srv/holoholo
COPY --from=build /srv/holoholo /srv/holoholo
RUN mkdir /var/lib/holoholo && chown node:node /var/lib/holoholo
ENV NODE_ENV=production DATA_DIR=/var/lib/holoholo HOST=0.0.0.0 PORT=3000
VOLUME /var/lib/holoholo
EXPOSE 3000
USER node
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "scripts/start.mjs"]
