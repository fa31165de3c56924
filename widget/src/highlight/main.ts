import { tokenize } from '@speed-highlight/core'

export type Piece = { readonly text: string; readonly kind: string | undefined }

/** Beyond it a page would wait for colours. */
const MAX_CHARACTERS = 20_000

/** What the highlighter knows, a file each. Anything else shows without colours. */
const LANGUAGES: ReadonlySet<string> = new Set(
  'bash c css diff docker go html http ini java js json lua make md pl py regex rs sql toml ts xml yaml'.split(
    ' ',
  ),
)

const ALIASES: Readonly<Record<string, string>> = {
  sh: 'bash',
  shell: 'bash',
  console: 'bash',
  zsh: 'bash',
  javascript: 'js',
  jsx: 'js',
  mjs: 'js',
  typescript: 'ts',
  tsx: 'ts',
  python: 'py',
  rust: 'rs',
  golang: 'go',
  yml: 'yaml',
  dockerfile: 'docker',
  makefile: 'make',
  kotlin: 'java',
  csharp: 'java',
  cs: 'java',
  cpp: 'c',
  'c++': 'c',
  jsonc: 'json',
  json5: 'json',
  env: 'ini',
  svg: 'xml',
  vue: 'html',
  postgresql: 'sql',
}

/** The code in pieces, each with its kind; null when the language is not known. */
export async function highlight(code: string, language: string): Promise<Piece[] | null> {
  const lower = language.toLowerCase()
  const name = ALIASES[lower] ?? lower
  if (!LANGUAGES.has(name) || code.length > MAX_CHARACTERS) return null
  const pieces: Piece[] = []
  await tokenize(code, name, (text, kind) => {
    if (text !== '') pieces.push({ text, kind })
  })
  // It must show the code and nothing but the code.
  return pieces.map(({ text }) => text).join('') === code ? pieces : null
}
