import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

export type Block = {
  file: string
  line: number
  /** What stands after the fence. */
  language: string
  text: string
}

/** All that people read to use or change Footnote. Benchmarks name their commands in `bench/run.ts`. */
export const documents: readonly { file: string; text: string }[] = execFileSync(
  'git',
  ['ls-files', '--', '*.md', ':!:bench', ':!:test', ':!:CHANGELOG.md'],
  { cwd: ROOT, encoding: 'utf8' },
)
  .trim()
  .split('\n')
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))

export function readBlocks({ file, text }: { file: string; text: string }): Block[] {
  return [...text.matchAll(/^( *)```(\w*)\n([^]*?)\n\1```$/gm)].map((match) => {
    const [, indent = '', language = '', code = ''] = match
    return {
      file,
      line: text.slice(0, match.index).split('\n').length,
      language,
      text: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }
  })
}

export const blocks: readonly Block[] = documents.flatMap(readBlocks)

/** What is meant to be typed. */
export const commandBlocks = blocks.filter(({ language }) => language === 'sh')

const withoutComments = (text: string) =>
  text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '')

/** The settings that a block shows, if it shows nothing else. */
export function toSettings({ text }: Block): Record<string, string> | null {
  const settings: Record<string, string> = {}
  for (const line of withoutComments(text)) {
    for (const word of line.replace(/^export /, '').split(/ +/)) {
      const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(word) ?? []
      if (name === undefined || value === undefined) return null
      settings[name] = value
    }
  }
  return settings
}

/** Each use of `footnote` in a text, as a shell would split it. */
export function footnoteCommands(text: string): string[][] {
  return withoutComments(text).flatMap((line) =>
    line
      .split(/&&|\|\|?|;|(?<![<>])&(?!\w)/)
      .map((command) => command.trim())
      .filter((command) => command.startsWith('footnote '))
      .map((command) =>
        [...command.matchAll(/'([^']*)'|"([^"]*)"|>+|([^\s'"]+)/g)].map(
          ([whole, single, double]) => single ?? double ?? whole,
        ),
      )
      // What follows is where the output goes.
      .map((words) => (words.includes('>') ? words.slice(0, words.indexOf('>')) : words))
      .map((words) => words.slice(1)),
  )
}
