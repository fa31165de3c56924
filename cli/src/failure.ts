/** Used wrongly or set up wrongly, as against tried and failed. */
export const USAGE_EXIT_CODE = 2

/** A failure explained in words for whoever typed the command; no stack is shown for it. */
export class Failure extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = 1, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Failure'
    this.exitCode = exitCode
  }
}
