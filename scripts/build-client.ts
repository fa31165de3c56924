import { join } from 'node:path'
import { buildClient } from './lib/build-client.ts'

/** `npm publish sdk/dist` publishes what this writes. */
await buildClient(join(import.meta.dirname, '../sdk/dist'))
