import { parse } from 'yaml'
import { z } from 'zod'

const Condition = z.enum(['service_started', 'service_healthy', 'service_completed_successfully'])
export type Condition = z.infer<typeof Condition>

/** As much of Compose as compose.yaml uses: what is not here would be started otherwise than by Compose. */
const Service = z.strictObject({
  image: z.string().optional(),
  build: z.string().optional(),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  env_file: z.array(z.strictObject({ path: z.literal('.env'), required: z.boolean() })).default([]),
  init: z.boolean().default(false),
  read_only: z.boolean().default(false),
  tmpfs: z.array(z.string()).default([]),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  shm_size: z.string().optional(),
  stop_grace_period: z.string().optional(),
  restart: z.string().optional(),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  configs: z.array(z.strictObject({ source: z.string(), target: z.string() })).default([]),
  healthcheck: z
    .strictObject({
      test: z.array(z.string()).default([]),
      disable: z.boolean().default(false),
      interval: z.string().optional(),
      timeout: z.string().optional(),
      retries: z.number().optional(),
    })
    .optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: Condition })).default({}),
})
export type Service = z.infer<typeof Service>

const Compose = z.object({
  services: z.record(z.string(), Service),
  configs: z.record(z.string(), z.strictObject({ content: z.string() })).default({}),
})
export type Compose = z.infer<typeof Compose>

/** Reads a compose file as Docker Compose does with these variables. */
export const readCompose = (text: string, variables: Readonly<Record<string, string>>): Compose =>
  Compose.parse(interpolated(parse(text, { merge: true }), variables))

function interpolated(value: unknown, variables: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return interpolate(value, variables)
  if (Array.isArray(value)) return value.map((each) => interpolated(each, variables))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, interpolated(each, variables)]),
  )
}

/** `$$`, `${NAME}`, `${NAME:-default}` and `${NAME:?what is missing}`; a default may have more of them. */
function interpolate(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(
    /\$\$|\$\{(\w+)(?::([-?])((?:[^{}]|\{[^{}]*\})*))?\}/g,
    (_whole, name: string | undefined, kind: string | undefined, rest = '') => {
      if (name === undefined) return '$'
      const value = variables[name]
      if (value) return value
      if (kind === '-') return interpolate(rest, variables)
      throw new Error(`${name} ${kind === '?' ? rest : 'is not set.'}`)
    },
  )
}

/** The services, each after those that it depends on. */
export function startOrder({ services }: Pick<Compose, 'services'>): string[] {
  const order: string[] = []
  const visit = (name: string): void => {
    if (order.includes(name)) return
    for (const needed of Object.keys(services[name]?.depends_on ?? {})) visit(needed)
    order.push(name)
  }
  for (const name of Object.keys(services)) visit(name)
  return order
}
