FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
# ONNX Runtime brings its own CPU library; its install script would only add one for graphics cards.
RUN ONNXRUNTIME_NODE_INSTALL=skip npm ci --no-audit --no-fund && npm run build:service
# Libraries for other systems are most of what ONNX Runtime weighs.
RUN rm -rf build/node_modules/onnxruntime-node/bin/*/darwin

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
COPY --from=build /app/build ./
# Nothing under /app is written at run time, so the file system may be mounted read-only.
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "main.js"]
CMD ["all"]
