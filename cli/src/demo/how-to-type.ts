import { basename, delimiter, dirname } from 'node:path'

type Started = {
  /** The script, as the shell found it: `process.argv[1]`. */
  readonly script: string
  readonly node: string
  readonly path: string
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

/** How to type `footnote` in another terminal, which has none of the PATH that npx or a shell set here. */
export function howToType({ script, node, path }: Started): string {
  const root = /^(.*)\/node_modules\/\.bin\/footnote$/.exec(script)?.[1]
  if (root !== undefined) {
    // npx fetched it into a folder of its own.
    if (root.includes('/_npx/')) return 'npx @footnote/cli'
    return `cd ${quoted(root)} && npx footnote`
  }
  const isOnPath =
    basename(script) === 'footnote' && path.split(delimiter).includes(dirname(script))
  return isOnPath ? 'footnote' : `${quoted(node)} ${quoted(script)}`
}
