/** What a caller may send: a body before its defaults are filled in. `z.input`, without zod. */
export type Input<Schema extends { _zod: { input: unknown } }> = Schema['_zod']['input']
