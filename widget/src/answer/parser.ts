import { signal } from '@preact/signals'
import type { Token } from 'marked'

type Parse = (text: string) => Token[]

/** A file of its own: the panel is drawn before anything has to be parsed. */
export const parser = signal<Parse | null>(null)

export async function loadParser(): Promise<void> {
  if (parser.value) return
  const { parseMarkdown } = await import('./parse.ts')
  parser.value = parseMarkdown
}
