import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { sharing } from '../support/sharing.ts'
import { startHeaderProxy } from '../support/network/header-proxy.ts'
import { putPages } from '../support/knowledge.ts'

const { test } = sharing()

const run = promisify(execFile)
const COMMAND = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
)

/** Required of every server with tools and resources. */
const APPLY = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'dns-rebinding-protection',
]

/**
 * The rest call tools, resources and prompts that the suite's own example server has, such as
 * `test_simple_text` and `test://static-text`, or features that a read-only, stateless server does
 * not offer: logging levels, completion, sampling, elicitation, subscriptions, prompts, sessions.
 */
const DO_NOT_APPLY = [
  'logging-set-level',
  'completion-complete',
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-with-logging',
  'tools-call-error',
  'tools-call-with-progress',
  'tools-call-sampling',
  'tools-call-elicitation',
  'json-schema-2020-12',
  'elicitation-sep1034-defaults',
  'server-sse-polling',
  'server-sse-multiple-streams',
  'elicitation-sep1330-enums',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'resources-subscribe',
  'resources-unsubscribe',
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
]

test('every scenario of the conformance suite is run or listed as not applicable', async () => {
  const { stdout } = await run(process.execPath, [COMMAND, 'list'])
  const [servers = ''] = stdout.split('Client scenarios')
  const scenarios = [...servers.matchAll(/^ {2}- (\S+)/gm)].map(([, name = '']) => name)
  expect([...APPLY, ...DO_NOT_APPLY].sort()).toEqual(scenarios.sort())
})

test(
  'the scenarios that apply pass, over the wire with the suite’s own client',
  { timeout: 240_000 },
  async ({ service, knowledge }) => {
    await putPages(service, knowledge.knowledgeBaseId, [
      { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
    ])
    const headers = { 'x-client-key': knowledge.clientKey }
    await using proxy = await startHeaderProxy(service.baseUrl, headers)
    const results = await mkdtemp(join(tmpdir(), 'footnote-conformance-'))
    try {
      const verdicts = await Promise.all(
        APPLY.map(async (scenario) => {
          const given = ['server', '--url', `${proxy.url}/mcp`, '--scenario', scenario]
          const { stdout } = await run(process.execPath, [COMMAND, ...given], {
            cwd: results,
          }).catch(({ stdout: said }: { stdout: string }) => ({ stdout: said }))
          const passed = /Passed: [1-9]\d*\/\d+, 0 failed, 0 warnings/.test(stdout)
          return { scenario, said: passed ? 'passed' : stdout }
        }),
      )
      expect(verdicts).toEqual(APPLY.map((scenario) => ({ scenario, said: 'passed' })))
    } finally {
      await rm(results, { recursive: true })
    }
  },
)
