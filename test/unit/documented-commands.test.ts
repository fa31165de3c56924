import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REFUSALS } from '@footnote/contract/errors'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { createProgram } from '../../cli/src/program.ts'
import { Environment, readConfig } from '../../server/src/config/config.ts'
import { BLOCKS_NOT_RUN } from '../support/documentation/blocks-not-run.ts'
import {
  blocks,
  commandBlocks,
  documents,
  footnoteCommands,
  toSettings,
} from '../support/documentation/command-blocks.ts'

const ROOT = join(import.meta.dirname, '../..')
const PROGRAMS =
  /^\$? ?(footnote|npm|npx|node|scripts\/|curl|psql|pg_|docker|kubectl|helm|export) ?/

/** The command that the first words name, and what follows them. */
function resolve(words: readonly string[]): { command: Command; rest: readonly string[] } {
  let command = createProgram({
    url: undefined,
    token: undefined,
    databaseUrl: undefined,
    keyPepper: undefined,
    knowledgeBase: undefined,
    key: undefined,
  })
  for (const [index, word] of words.entries()) {
    const next = command.commands.find((each) => each.name() === word)
    if (!next) return { command, rest: words.slice(index) }
    command = next
  }
  return { command, rest: [] }
}

const isPlaceholder = (word: string) => /[…$<]/.test(word)

/** What commander would say about it, before it does anything. */
function findProblem(words: readonly string[]): string | null {
  const { command, rest } = resolve(words)
  if (rest.includes('--help') || rest.includes('…')) return null
  if (command.commands.length > 0 && rest[0] !== undefined && !/^[-…]/.test(rest[0])) {
    return `${command.name()} has no command ${rest[0]}`
  }
  const known = new Set(command.options.flatMap(({ long, short }) => [long, short]))
  const unknown = rest
    .filter((word) => /^--?[a-z]/.test(word))
    .map((word) => word.split('=', 1)[0])
    .filter((word) => !known.has(word))
  return unknown.length === 0 ? null : `${command.name()} has no ${unknown.join(' and no ')}`
}

/** And that nothing is missing, of a command that somebody types. */
function problemOfTyped(words: readonly string[]): string | null {
  const problem = findProblem(words)
  if (problem !== null) return problem
  const { command, rest } = resolve(words)
  command.exitOverride().configureOutput({ writeErr: () => undefined })
  const values = rest.map((word) => (isPlaceholder(word) ? '1' : word))
  const { operands } = command.parseOptions(values)
  const { registeredArguments } = command
  const needed = registeredArguments.filter(({ required }) => required).length
  const most = registeredArguments.some(({ variadic }) => variadic)
    ? Number.POSITIVE_INFINITY
    : registeredArguments.length
  const fits = operands.length >= needed && operands.length <= most
  return fits ? null : `${command.name()} is given ${operands.length} arguments`
}

describe('every command', () => {
  const typed = blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ file, text }) => footnoteCommands(text).map((words) => ({ file, words })))
  const mentioned = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/`(footnote [^`]+)`/g)].flatMap(([, code = '']) =>
      footnoteCommands(code).map((words) => ({ file, words })),
    ),
  )
  const listed = (problem: (words: readonly string[]) => string | null, all: typeof typed) =>
    all
      .map(({ file, words }) => ({ file, words, says: problem(words) }))
      .filter(({ says }) => says !== null)
      .map(({ file, words, says }) => `${file}: footnote ${words.join(' ')}: ${says}`)

  test('that is typed is complete', () => {
    expect(typed.length).toBeGreaterThan(50)
    expect(listed(problemOfTyped, typed)).toEqual([])
  })

  test('that is mentioned exists, with its options', () => {
    expect(mentioned.length).toBeGreaterThan(30)
    expect(listed(findProblem, mentioned)).toEqual([])
  })

  test.each([
    [['keys', 'invent'], 'keys has no command invent'],
    [['keys', 'list', '--knowledge-base', '1', '--invented'], 'list has no --invented'],
    [['keys', 'revoke', '--knowledge-base', '1'], 'revoke is given 0 arguments'],
  ])('%s would be found', (words, says) => {
    expect(problemOfTyped(words)).toBe(says)
  })
})

describe('every script', () => {
  test('of npm that a text names is in package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    const named = documents.flatMap(({ text }) =>
      [...text.matchAll(/npm run (\w[\w:-]*)/g)].map(([, name = '']) => name),
    )
    expect(named.length).toBeGreaterThan(10)
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named))
  })

  test('that a text names by its path is there', () => {
    const named = documents.flatMap(
      ({ text }) => text.match(/(?<![\w/])scripts\/[\w/.-]*\w/g) ?? [],
    )
    expect(named.length).toBeGreaterThan(10)
    expect([...new Set(named)].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })
})

describe('every block of commands', () => {
  test('is marked as one', () => {
    const unmarked = blocks.filter(
      ({ language, text }) => (language === '' || language === 'bash') && PROGRAMS.test(text),
    )
    // A conversation, with what was answered.
    const isTranscript = ({ text }: { text: string }) => text.startsWith('$ ')
    expect(unmarked.filter((block) => !isTranscript(block))).toEqual([])
  })

  test('that is left out of the run is there, once', () => {
    const counts = BLOCKS_NOT_RUN.map(({ file, begins }) => ({
      file,
      begins,
      blocks: commandBlocks.filter((each) => each.file === file && each.text.startsWith(begins))
        .length,
    }))
    expect(counts.filter((each) => each.blocks === 0)).toEqual([])
  })

  test('names what exists, when it is run elsewhere', () => {
    const files = BLOCKS_NOT_RUN.flatMap(
      ({ because }) => because.match(/\btest\/[\w/.-]+\.ts/g) ?? [],
    )
    expect(files.length).toBeGreaterThan(5)
    for (const file of files) expect(readFileSync(join(ROOT, file), 'utf8')).not.toBe('')
  })

  test('of the quick start is the one of the README', () => {
    const [first, second] = ['README.md', 'docs/guides/quick-start.md'].map(
      (file) =>
        commandBlocks.find(
          (each) => each.file === file && each.text.startsWith('scripts/install-system'),
        )?.text,
    )
    expect(first).toBe(second)
  })
})

describe('every setting', () => {
  const settings = Object.keys(Environment.shape)
  const shown = commandBlocks.flatMap((block) => {
    const found = toSettings(block)
    return found === null ? [] : [{ where: `${block.file}:${block.line}`, found }]
  })
  const NEEDED = {
    DATABASE_URL: 'postgres://localhost/footnote',
    KEY_PEPPER: 'a pepper of at least 32 characters',
    EMBEDDING_MODEL_DIR: '/models/small',
  }

  test('that a block shows is accepted', () => {
    expect(shown.length).toBeGreaterThan(5)
    for (const { where, found } of shown) {
      expect.soft(settings, where).toEqual(expect.arrayContaining(Object.keys(found)))
      const values = Object.entries(found).map(([name, value]) => [
        name,
        value.replaceAll('…', '0').replace(/^\$\(openssl rand -base64 32\)$/, `${'A'.repeat(43)}=`),
      ])
      const alone = 'EMBEDDING_URL' in found ? { EMBEDDING_MODEL_DIR: '' } : {}
      const environment = { ...NEEDED, ...alone, ...Object.fromEntries(values) }
      expect.soft(() => readConfig(environment), where).not.toThrow()
    }
  })

  test('that a text names is one, or something else that the code knows', () => {
    const elsewhere = execFileSync(
      'git',
      ['grep', '-ohwE', '[A-Z][A-Z0-9]*(_[A-Z0-9]+)+', '--', ':!*.md', ':!test', ':!bench'],
      { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    ).split('\n')
    const inCommands = commandBlocks.flatMap(({ text }) => text.match(/(?<=\$)[A-Z_]+/g) ?? [])
    const known = new Set([...settings, ...Object.keys(REFUSALS), ...elsewhere, ...inCommands])
    // Decisions name what the system has too, such as its limits.
    const guides = documents.filter(({ file }) => !file.startsWith('docs/decisions/'))
    const unknown = guides.flatMap(({ file, text }) =>
      [...text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)]
        .filter(([, name = '']) => !known.has(name) && !name.startsWith('YOUR_'))
        .map(([, name = '']) => `${file}: ${name}`),
    )
    expect(unknown).toEqual([])
  })
})

describe('every path of the API', () => {
  type OpenApi = { paths: Record<string, Record<string, unknown>> }
  const { paths }: OpenApi = JSON.parse(
    readFileSync(join(ROOT, 'docs/reference/openapi.json'), 'utf8'),
  )
  const served = Object.entries(paths).map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    parts: path.split('/').map((part) => (part.startsWith('{') ? null : part)),
    methods: Object.keys(methods),
  }))
  const isServed = (path: string, method: string) =>
    served.some(
      ({ pattern, methods }) => pattern.test(path) && methods.includes(method.toLowerCase()),
    )

  test('that curl is given is served, with its method', () => {
    const calls = commandBlocks.flatMap(({ file, line, text }) =>
      [...text.replaceAll('\\\n', ' ').matchAll(/^curl (.*(?:\n .*)*)/gm)].map(([, rest = '']) => {
        const path = /"[^"]*?(\/(?:api|mcp)\/[^"?]*)/.exec(rest)?.[1] ?? ''
        const body = / (-d|--data|--data-binary) /.test(rest)
        const method = /-X (\w+)/.exec(rest)?.[1] ?? (body ? 'POST' : 'GET')
        return { where: `${file}:${line}`, method, path }
      }),
    )
    const known = calls.filter(({ path }) => path !== '')
    expect(known.length).toBeGreaterThan(25)
    expect(known.filter(({ path, method }) => !isServed(path, method))).toEqual([])
  })

  test('that a text names is served', () => {
    const named = documents.flatMap(({ file, text }) =>
      [...text.matchAll(/`(?:[A-Z]+ )?(\/api\/v1\/[^`\s?]*)(?:\?[^`]*)?`/g)].map(
        ([, path = '']) => ({
          file,
          path: path.replaceAll(/:\w+/g, '1'),
        }),
      ),
    )
    expect(named.length).toBeGreaterThan(10)
    // What all paths of a part begin with, such as `/api/v1/admin`, is a name too.
    const isBeginning = (path: string) =>
      served.some(({ parts }) =>
        path
          .replace(/\/[…*]?$/, '')
          .split('/')
          .every((part, index) => parts[index] === null || parts[index] === part),
      )
    expect(named.filter(({ path }) => !isBeginning(path))).toEqual([])
  })
})
