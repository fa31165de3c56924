/** A reader whose connection takes nothing for this long has left, whatever the network says. */
export const STALLED_MS = 20_000

/** Resolves when there is room again, or when the reader has left or is taken to have. */
export async function taken(
  sent: Promise<void> | null,
  reader: AbortSignal,
  onStalled: () => void,
): Promise<void> {
  if (!sent || reader.aborted) return
  const stalled = setTimeout(onStalled, STALLED_MS)
  const gone = Promise.withResolvers<void>()
  const leave = () => gone.resolve()
  reader.addEventListener('abort', leave, { once: true })
  await Promise.race([sent, gone.promise])
  reader.removeEventListener('abort', leave)
  clearTimeout(stalled)
}
