import { readFileSync } from 'node:fs'

export type Verify = (
  secret: string,
  headers: Record<string, string | string[] | undefined>,
  body: string,
) => { type: string; timestamp: string; data: Record<string, unknown> }

const GUIDE = new URL('../../../docs/guides/webhooks.md', import.meta.url)

/** The code of the guide, as somebody would copy it. */
export async function loadGuideExample(): Promise<Verify> {
  const code = /```js\n([^]*?)```/.exec(readFileSync(GUIDE, 'utf8'))?.[1]
  if (code === undefined) throw new Error('The guide has no example')
  const loaded: { verifyWebhook: Verify } = await import(
    `data:text/javascript,${encodeURIComponent(code)}`
  )
  return loaded.verifyWebhook
}
