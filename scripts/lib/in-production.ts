/** Tests run with another NODE_ENV, which builds for development; they have to get what browsers get. */
export async function inProduction<Result>(run: () => Promise<Result>): Promise<Result> {
  const { NODE_ENV: before } = process.env
  process.env['NODE_ENV'] = 'production'
  try {
    return await run()
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}
