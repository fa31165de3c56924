# scripts/image builds it, starts it and asks a question; docs/decisions/0046-packages.md has its size.
# Give the digests of the images you have checked, so that the same bytes are built on every time:
#   --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:24-bookworm-slim
ARG BASE_IMAGE=debian:bookworm-slim

# On the processor that builds; what is built runs on every one.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
ARG TARGETARCH
WORKDIR /app
COPY . .
# ONNX Runtime brings its own CPU library; its install script would only add one for graphics cards.
RUN ONNXRUNTIME_NODE_INSTALL=skip npm ci --no-audit --no-fund && npm run build:service \
  && npm run --silent sbom > build/sbom.cdx.json
# Of other systems and processors, ONNX Runtime's libraries are more than all the rest.
RUN architecture=$(echo "$TARGETARCH" | sed s/amd64/x64/) && cd build/node_modules/onnxruntime-node/bin/napi-v6 \
  && test -d "linux/$architecture" \
  && rm -rf darwin && find linux -mindepth 1 -maxdepth 1 ! -name "$architecture" -exec rm -rf {} +

# Embeddings without a model key. Mount another folder and set EMBEDDING_MODEL_DIR to bring your own.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS models
WORKDIR /app
COPY scripts/models scripts/
COPY scripts/lib/npm-archive scripts/lib/
COPY scripts/lib/licences/Apache-2.0.txt scripts/lib/licences/MIT.txt scripts/lib/licences/
RUN scripts/models --into /models

FROM ${NODE_IMAGE} AS node

# Node alone: no npm, and nothing that builds.
FROM ${BASE_IMAGE}
ARG VERSION=dev
ARG REVISION=
LABEL org.opencontainers.image.title="Footnote" \
  org.opencontainers.image.description="Answers readers' questions from your documentation, with a source for every sentence." \
  org.opencontainers.image.url="https://footnote.dev" \
  org.opencontainers.image.source="https://github.com/footnotedev/footnote" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION"
WORKDIR /app
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=8080 \
  ORT_DISABLE_TELEMETRY=1 \
  EMBEDDING_MODEL_DIR=/models/minilm-int8
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=models /models /models
COPY --from=build /app/build ./
# Nothing under /app is written at run time, so the file system may be mounted read-only.
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "main.js"]
CMD ["all"]
