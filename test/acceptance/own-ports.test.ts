import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { freePort } from '../support/network/free-port.ts'
import { startService } from '../support/service.ts'
import { asOperator, send } from './support/wire.ts'

const { test } = acceptance()

const ADMIN = '/api/v1/admin/workspaces'
/** The same route to the router. */
const SPELT_OTHERWISE = '/%61pi/v1/admin/workspaces'

test('the admin API, the console and metrics are served on their own ports alone', async ({
  database,
}) => {
  const [admin, metrics] = [await freePort(), await freePort()]
  await using service = await startService({
    databaseUrl: database.ownerUrl,
    env: { ADMIN_PORT: String(admin), METRICS_PORT: String(metrics) },
  })
  const status = async (port: number | null, path: string): Promise<number> => {
    const at = port === null ? service : { baseUrl: `http://127.0.0.1:${port}` }
    return (await send(at, path, { headers: asOperator })).status
  }
  for (const path of [ADMIN, SPELT_OTHERWISE, '/console', '/console/people', '/sign-in']) {
    expect(await status(null, path), path).toBe(404)
    expect(await status(metrics, path), path).toBe(404)
    expect(await status(admin, path), path).toBe(200)
  }
  expect(await status(null, '/metrics')).toBe(404)
  expect(await status(admin, '/metrics')).toBe(404)
  expect(await status(metrics, '/metrics')).toBe(200)
  for (const port of [null, admin, metrics]) {
    expect(await status(port, '/healthz')).toBe(200)
    expect(await status(port, '/widget.js')).toBe(200)
  }
  // Nor is a method told that such a path would take.
  const elsewhere = await send(service, ADMIN, { method: 'PUT', headers: asOperator })
  expect(elsewhere).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect(await service.stop()).toBe(0)
})

test('one port may have both, and one that is taken is named', async ({ database }) => {
  const port = String(await freePort())
  const env = { ADMIN_PORT: port, METRICS_PORT: port }
  await using _ = await startService({ databaseUrl: database.ownerUrl, env })
  const own = { baseUrl: `http://127.0.0.1:${port}` }
  expect((await send(own, '/metrics')).status).toBe(200)
  expect((await send(own, ADMIN, { headers: asOperator })).status).toBe(200)
  await expect(startService({ databaseUrl: database.ownerUrl, env })).rejects.toThrow(port)
})
