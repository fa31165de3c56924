import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { callSitesIn } from '../support/browser/call-sites.ts'
import { leadsTo, getRoute } from '../support/browser/called-route.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Sites that do one thing or another, as the control or the choice in it says. */
const KINDS: Readonly<Record<string, number>> = {
  // Visibility, group, indexing again, deletion.
  'use-bulk.ts documents.bulk': 4,
  // Pause, resume.
  'source.tsx sources.change': 2,
  // Zendesk's secret, Notion's token, forgotten.
  'webhook-card.tsx sources.putHookSecret': 3,
  // On, off.
  'digests.tsx digests.put': 2,
}

function read(glob: string): { name: string; text: string }[] {
  const names = globSync(glob, { cwd: ROOT })
  expect(names.length).toBeGreaterThan(10)
  return names.map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') }))
}

/** Every admin route that changes something has an action in the audit log. */
async function changesSomething(call: string): Promise<boolean> {
  const { method, tag, audit } = await getRoute(call)
  return method !== 'get' && (tag === 'account' || audit !== undefined)
}

/** How many controls make each changing call of the console, by file and call. */
async function changingSites(): Promise<Map<string, number>> {
  const sites = new Map<string, number>()
  for (const { name, text } of read('console/src/**/*.{ts,tsx}')) {
    for (const { call, controls } of callSitesIn(text)) {
      if (!(await changesSomething(call))) continue
      const site = `${basename(name)} ${call}`
      expect(sites.has(site), `two files with ${site}`).toBe(false)
      sites.set(site, KINDS[site] ?? controls)
    }
  }
  return sites
}

test('every control of the console that changes something is pressed in Chromium', async () => {
  const sites = await changingSites()
  expect(sites.size).toBeGreaterThan(80)
  const pressed = read('test/browser/**/*.test.ts').flatMap(({ text }) =>
    [...text.matchAll(/\bpresses\(\s*\w+,\s*'([^']+)'/g)].map(([, site = '']) => site),
  )
  const times = (site: string) => pressed.filter((each) => each === site).length
  const missing = [...sites].filter(([site, controls]) => times(site) < controls)
  expect(missing.map(([site, controls]) => `${site}: ${times(site)} of ${controls}`)).toEqual([])
  // A call that was renamed, moved or taken out is not claimed any more.
  expect([...pressed, ...Object.keys(KINDS)].filter((site) => !sites.has(site))).toEqual([])
})

test('a call is found however its part of the client is reached, with the controls that make it', () => {
  const found = callSitesIn(`
    function Key() {
      const revoke = useChange({ run: () => admin().keys.revoke(id) })
      return <Dialog change={revoke}><Button onClick={() => revoke.mutate()} /></Dialog>
    }
    function Other() {
      const revoke = useMutation({ mutationFn: () => byCookie.account.signOut() })
      return <Form onSubmit={() => revoke.mutate()} />
    }
    const useBoth = () => ({
      save: useChange({ run: () => admin()
        .widgets.change(id) }),
    })
    const First = () => <Button onClick={() => save.mutate({ a: 1 })} />
    const Second = () => ask({ change: save })
    async function upload() {
      const { documents, sourceFiles } = admin()
      await documents.put(id)
      await sourceFiles
        .put(id)
    }
    const count = useMutation({ mutationFn: () => admin().askers.erase(id, { dry_run: true }) })
    const elsewhere = () => documents().list()`)
  expect(found).toEqual([
    { call: 'keys.revoke', controls: 2 },
    { call: 'account.signOut', controls: 1 },
    { call: 'widgets.change', controls: 2 },
    { call: 'documents.put', controls: 1 },
    { call: 'sourceFiles.put', controls: 1 },
  ])
})

test('a call leads to its route', async () => {
  const { operationId, path } = await getRoute('documents.bulk')
  expect(operationId).toBe('changeDocuments')
  const base = '/api/v1/admin/knowledge-bases'
  expect(leadsTo({ path }, `${base}/1/documents/bulk`)).toBe(true)
  for (const other of [
    '/1/documents',
    '/1/documents/2',
    '/1/documents/bulk/2',
    '//documents/bulk',
  ]) {
    expect(leadsTo({ path }, base + other), other).toBe(false)
  }
  // One that is asked once somebody reads it.
  expect((await getRoute('gaps.draft')).operationId).toBe('draftArticle')
  await expect(getRoute('documents.burn')).rejects.toThrow('The client has no documents.burn')
})
