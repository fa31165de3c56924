import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { snippet } from '../../console/src/pages/widgets/snippets.ts'
import { WEBHOOK_EVENT_TYPES } from '../../contract/src/admin/webhooks/webhook-events.ts'
import { signedHeaders } from '../../server/src/webhooks/signature.ts'

const GUIDES = join(import.meta.dirname, '../../docs/guides')
const guide = readFileSync(join(GUIDES, 'integrations.md'), 'utf8')
const EMBED = {
  origin: 'https://answers.example.com',
  clientKey: 'fnp_…',
  widgetId: '0199c1f4-…',
}
const TAG = {
  src: 'https://answers.example.com/widget.js',
  'data-client-key': EMBED.clientKey,
  'data-widget-id': EMBED.widgetId,
}

/** The first code of a section, as somebody would copy it. */
function codeUnder(heading: string): string {
  const code = new RegExp(`^## ${heading}\n[^]*?\`\`\`\\w+\n([^]*?)\n\`\`\``, 'm').exec(guide)?.[1]
  if (code === undefined) throw new Error(`${heading} has no code`)
  return code
}

/** What the configuration evaluates to; the frameworks' functions hand it on. */
async function evaluated(code: string): Promise<Record<string, never>> {
  const stand = 'const defineConfig = (it) => it; const starlight = (it) => it;'
  const loaded = await import(`data:text/javascript,${encodeURIComponent(stand + code)}`)
  return loaded.default
}

function getAttributes(html: string): Record<string, string> {
  const [, tag = ''] = /<script([^>]*)><\/script>/.exec(html) ?? []
  expect(tag).toMatch(/\basync\b/)
  return Object.fromEntries([...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, a, b]) => [a, b]))
}

describe('each snippet is the one that the console shows', () => {
  test.each([
    ['Docusaurus', 'docusaurus'],
    ['VitePress', 'vitepress'],
    ['Starlight', 'starlight'],
    ['MkDocs', 'mkdocs'],
    ['Sphinx', 'sphinx'],
    ['Zendesk', 'html'],
    ['Discourse', 'html'],
  ] as const)('%s', (heading, kind) => {
    expect(codeUnder(heading)).toBe(snippet(kind, EMBED))
  })
})

describe('each snippet makes the tag', () => {
  test('Docusaurus', async () => {
    const { scripts } = await evaluated(codeUnder('Docusaurus'))
    expect(scripts).toEqual([{ ...TAG, async: true }])
  })

  test('VitePress', async () => {
    const { head } = await evaluated(codeUnder('VitePress'))
    expect(head).toEqual([['script', { ...TAG, async: '' }]])
  })

  test('Starlight', async () => {
    const { integrations } = await evaluated(codeUnder('Starlight'))
    expect(integrations).toEqual([{ head: [{ tag: 'script', attrs: { ...TAG, async: true } }] }])
  })

  test('Sphinx', () => {
    // Tuples as lists, this is YAML.
    const list = codeUnder('Sphinx')
      .replace(/^[^]*?= /, '')
      .replaceAll('(', '[')
      .replaceAll(')', ']')
    const { src, ...attributes } = TAG
    expect(parse(list)).toEqual([[src, { ...attributes, async: 'async' }]])
  })

  test.each(['MkDocs', 'Zendesk', 'Discourse'])('%s', (heading) => {
    expect(getAttributes(codeUnder(heading))).toEqual(TAG)
  })

  test('GitBook, on a page of your own', () => {
    const code = codeUnder('GitBook')
    const { 'data-mode': mode, 'data-target': target, ...rest } = getAttributes(code)
    expect(rest).toEqual(TAG)
    expect(mode).toBe('inline')
    expect(code).toContain(`id="${target?.slice(1)}"`)
  })
})

describe('the receiver for Slack', () => {
  const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const folder = mkdtempSync(join(tmpdir(), 'footnote-slack-'))
  const posted: { headers: IncomingHttpHeaders; body: { text: string } }[] = []
  let slackStatus = 200
  let receiverUrl: string
  let receiver: ReturnType<typeof spawn>
  const slack = createServer((request, response) => void take(request, response))
  async function take(request: IncomingMessage, response: ServerResponse) {
    posted.push({ headers: request.headers, body: JSON.parse(await text(request)) })
    response.writeHead(slackStatus).end('ok')
  }

  beforeAll(async () => {
    await once(slack.listen(0, '127.0.0.1'), 'listening')
    const verify = /```js\n([^]*?)```/.exec(readFileSync(join(GUIDES, 'webhooks.md'), 'utf8'))?.[1]
    writeFileSync(join(folder, 'verify-webhook.mjs'), verify ?? '')
    // The port that was taken is all that is added.
    const code = codeUnder('Slack').replace(
      '.listen(Number(PORT))',
      '.listen(Number(PORT), function () { console.log(this.address().port) })',
    )
    writeFileSync(join(folder, 'slack.mjs'), code)
    receiver = spawn(process.execPath, [join(folder, 'slack.mjs')], {
      env: {
        WEBHOOK_SECRET: SECRET,
        SLACK_WEBHOOK_URL: `http://127.0.0.1:${(slack.address() as AddressInfo).port}/services/x`,
        PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(receiver.stdout!, 'data')) as [Buffer]
    receiverUrl = `http://127.0.0.1:${Number(line)}/`
  })

  afterAll(async () => {
    receiver.kill()
    slack.close()
    rmSync(folder, { recursive: true })
  })

  const send = async (id: string, event: object, secret = SECRET) => {
    const body = JSON.stringify(event)
    const headers = signedHeaders([secret], { id, body, nowMs: Date.now() })
    return (await fetch(receiverUrl, { method: 'POST', body, headers })).status
  }

  test('posts every type of event, and each delivery once', async () => {
    for (const type of WEBHOOK_EVENT_TYPES) {
      posted.length = 0
      const event = { type, timestamp: new Date().toISOString(), data: { message: 'A test.' } }
      expect(await send(`msg_${type}`, event), type).toBe(204)
      expect(await send(`msg_${type}`, event), type).toBe(204)
      expect(posted, type).toHaveLength(1)
      expect(posted[0]?.headers['content-type']).toBe('application/json')
      expect(posted[0]?.body.text, type).toMatch(/\w/)
    }
  })

  test('refuses what is not signed with its secret', async () => {
    posted.length = 0
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
    expect(await send('msg_other', { type: 'webhook.test', data: { message: 'x' } }, other)).toBe(
      401,
    )
    expect(posted).toEqual([])
  })

  test('takes the power from what readers write', async () => {
    posted.length = 0
    await send('msg_gap', { type: 'gap.created', data: { title: '<!channel> a & b' } })
    expect(posted[0]?.body.text).toContain('&lt;!channel&gt; a &amp; b')
  })

  test('has a delivery sent again that Slack did not take', async () => {
    slackStatus = 429
    const event = { type: 'sync.failed', data: { reason: 'The sitemap answered 503.' } }
    expect(await send('msg_again', event)).toBe(502)
    slackStatus = 200
    expect(await send('msg_again', event)).toBe(204)
    expect(posted.at(-1)?.body.text).toBe('A sync failed: The sitemap answered 503.')
  })
})
