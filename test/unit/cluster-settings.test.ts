import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'footnote-cluster-settings-'))
execFileSync(join(ROOT, 'scripts/cluster'), ['render', folder])
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

afterAll(() => rmSync(folder, { recursive: true }))

test('every place in the settings of the cluster is filled in', () => {
  const names = readdirSync(folder)
  expect(names).toHaveLength(10)
  for (const name of names) expect(read(name), name).not.toContain('__')
})

test.each(['a', 'b', 'c'])('node %s acknowledges a write only when it is on two nodes', (node) => {
  const { dcs } = parse(read(`patroni-${node}.yml`)).bootstrap
  expect(dcs).toMatchObject({
    synchronous_mode: true,
    synchronous_mode_strict: true,
    synchronous_node_count: 1,
    primary_start_timeout: 0,
    postgresql: { use_pg_rewind: true, parameters: { synchronous_commit: 'on' } },
  })
})

test('a leader that is cut off steps down before another may be chosen', () => {
  const { ttl, loop_wait, retry_timeout } = parse(read('patroni-a.yml')).bootstrap.dcs
  expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl)
})

test('no two nodes share a port, and all listen on this machine only', () => {
  const listening = ['a', 'b', 'c'].flatMap((node) => {
    const patroni = parse(read(`patroni-${node}.yml`))
    const etcd = parse(read(`etcd-${node}.yml`))
    return [
      patroni.postgresql.listen,
      patroni.restapi.listen,
      etcd['listen-client-urls'].replace('http://', ''),
      etcd['listen-peer-urls'].replace('http://', ''),
      /bind (\S+)/.exec(read(`relay-${node}.cfg`))?.[1],
    ]
  })
  expect(new Set(listening).size).toBe(15)
  for (const address of listening) expect(address).toMatch(/^127\.0\.0\.1:\d+$/)
})

test('the proxy leads to the node that leads, and cuts connections to any other', () => {
  const proxy = read('haproxy.cfg')
  expect(proxy).toContain('option httpchk OPTIONS /primary')
  expect(proxy).toMatch(/default-server .* on-marked-down shutdown-sessions/)
  for (const node of ['a', 'b', 'c']) {
    const { postgresql, restapi } = parse(read(`patroni-${node}.yml`))
    const port = restapi.listen.split(':')[1]
    expect(proxy).toContain(`server ${node} ${postgresql.listen} check port ${port}`)
  }
})

test('the manifest for Kubernetes makes the same choices', () => {
  const { spec } = parse(readFileSync(join(ROOT, 'deploy/cluster/cloudnative-pg.yaml'), 'utf8'))
  expect(spec.instances).toBe(3)
  expect(spec.affinity.podAntiAffinityType).toBe('required')
  expect(spec.postgresql.synchronous).toEqual({
    method: 'any',
    number: 1,
    dataDurability: 'required',
    failoverQuorum: true,
  })
  expect(spec.postgresql.parameters.synchronous_commit).toBe('on')
})
