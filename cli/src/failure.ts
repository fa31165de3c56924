/** Wrong usage or set-up, rather than a failed attempt. */
export const USAGE_EXIT_CODE = 2

/** An error whose message is for the user; no stack trace is shown. */
export class Failure extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = 1, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Failure'
    this.exitCode = exitCode
  }
}
