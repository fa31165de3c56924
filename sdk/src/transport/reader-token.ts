type Token = string | null | undefined

/**
 * Says who is asking: a token signed by your own login, or a function that is called for one before each
 * request, so that it can give a fresh one. Null or undefined: nobody in particular.
 */
export type ReaderToken = string | (() => Token | Promise<Token>)

/** Undefined where nobody in particular asks. Ends with the signal. */
export const resolveReaderToken = async (
  token: ReaderToken | undefined,
  signal: AbortSignal | undefined,
): Promise<string | undefined> =>
  (typeof token === 'function' ? await callUnlessAborted(token, signal) : token) ?? undefined

/** Settled by whichever comes first, and not by the page's promise alone. */
const callUnlessAborted = (
  token: () => Token | Promise<Token>,
  signal: AbortSignal | undefined,
): Promise<Token> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    signal?.addEventListener('abort', () => reject(signal.reason))
    Promise.resolve(token()).then(resolve, reject)
  })
