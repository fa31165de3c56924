import { basename, dirname, join } from 'node:path'

/** `npm run build:service` writes all code into one folder, so paths beside a source file do not hold. */
const IS_BUILT = import.meta.filename.endsWith('.js')

/** Holds the files that come with the code. The build has copies of them in the same places. */
const ROOT = IS_BUILT ? import.meta.dirname : join(import.meta.dirname, '../../..')

export const applicationFile = (path: string): string => join(ROOT, path)

/** The command, and code that runs in a thread or a process of its own. The build makes a file of each. */
export const ENTRY_POINTS = {
  command: 'cli/src/main.ts',
  embedding: 'server/src/models/embedding/embedding-worker.ts',
  parsing: 'server/src/parsing/child/parser-entry.ts',
  reranking: 'server/src/models/reranking/rerank-worker.ts',
} as const

export function entryPoint(name: keyof typeof ENTRY_POINTS): string {
  const source = ENTRY_POINTS[name]
  return IS_BUILT
    ? join(import.meta.dirname, basename(source).replace(/\.ts$/, '.js'))
    : applicationFile(source)
}

/** What a process must be able to read to run this code, and no more: a `.env` may be next to it. */
export const CODE_FOLDERS: readonly string[] = [
  ...(IS_BUILT ? ['./'] : ['contract/', 'server/']).map(applicationFile),
  ...packageFolders(ROOT),
]

/** Where Node looks for packages: an installed package has its dependencies beside it. */
function packageFolders(folder: string): string[] {
  const above = dirname(folder)
  return [`${join(folder, 'node_modules')}/`, ...(above === folder ? [] : packageFolders(above))]
}
