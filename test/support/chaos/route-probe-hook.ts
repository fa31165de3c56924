import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

// Fastify tells of itself before it has any route.
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) {
      process.stdout.write(`${JSON.stringify({ route: `${each} ${url}` })}\n`)
    }
  })
})
