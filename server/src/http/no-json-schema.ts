function refuse(): never {
  throw new Error('A route has a JSON Schema. Schemas are those of zod, and for requests only.')
}

/** For Fastify, which otherwise loads the compilers of JSON Schema: a tenth of all code at a start. */
export const NO_JSON_SCHEMA = {
  compilersFactory: { buildValidator: refuse, buildSerializer: refuse },
}
