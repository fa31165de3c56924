/** `problem`: something does not work, or soon will not. `warning`: it works, with a drawback. */
export type Finding =
  | { readonly check: string; readonly state: 'ok'; readonly message: string }
  | {
      readonly check: string
      readonly state: 'warning' | 'problem'
      readonly message: string
      /** What to do. */
      readonly remedy: string
    }

export const ok = (check: string, message: string): Finding => ({ check, state: 'ok', message })

export const warning = (check: string, message: string, remedy: string): Finding => ({
  check,
  state: 'warning',
  message,
  remedy,
})

export const problem = (check: string, message: string, remedy: string): Finding => ({
  check,
  state: 'problem',
  message,
  remedy,
})

/** A text whose first sentence says what is wrong, and the rest what to do. */
export function problemFrom(check: string, text: string, otherwise: string): Finding {
  const [, message, remedy] = /^(.+?\.)\s+(.+)$/s.exec(text) ?? []
  return message === undefined || remedy === undefined
    ? problem(check, text, otherwise)
    : problem(check, message, remedy)
}

export const readText = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : String(error)
