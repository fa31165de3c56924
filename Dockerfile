FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY sdk/package.json sdk/
COPY cli/package.json cli/
COPY widget/package.json widget/
COPY console/package.json console/
# ONNX Runtime brings its own CPU library; its install script would only add one for graphics cards.
# Its libraries for other systems are most of what it weighs. Test runners are optional peers of
# better-auth, and nothing optional is needed here.
RUN ONNXRUNTIME_NODE_INSTALL=skip npm ci --omit=dev --omit=optional --no-audit --no-fund \
  && rm -rf node_modules/onnxruntime-node/bin/*/darwin node_modules/onnxruntime-node/bin/*/win32 \
  && npm cache clean --force

# What browsers get, built with what is needed for nothing else.
FROM node:24-bookworm-slim AS browser-files
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY cli/package.json cli/
COPY contract contract
COPY sdk sdk
COPY widget widget
COPY console console
COPY scripts/lib/in-production.ts scripts/lib/
RUN npm ci --ignore-scripts --no-audit --no-fund && npm run build

# Embeddings without a model key. Mount another folder and set EMBEDDING_MODEL_DIR to bring your own.
FROM node:24-bookworm-slim AS models
WORKDIR /app
COPY scripts/models scripts/
RUN scripts/models --into /models

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=8080 \
  ORT_DISABLE_TELEMETRY=1 \
  EMBEDDING_MODEL_DIR=/models/minilm-int8
COPY --from=models /models /models
COPY --from=dependencies /app ./
COPY contract contract
COPY server server
COPY sdk sdk
COPY cli cli
COPY docs/errors docs/errors
COPY docs/reference/openapi.json docs/reference/
COPY --from=browser-files /app/widget/dist widget/dist
COPY --from=browser-files /app/console/dist console/dist
# Nothing under /app is written at run time, so the file system may be mounted read-only.
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "cli/src/main.ts"]
CMD ["all"]
