import type { Service } from '../service.ts'

/** For NODE_OPTIONS of a service that is to say which routes it has. */
export const ROUTE_PROBE = `--import=${new URL('./route-probe-hook.ts', import.meta.url).href}`

/** Every route that its server registered, such as `POST /mcp/:knowledgeBaseId`. */
export const registeredRoutes = ({ log }: Pick<Service, 'log'>): string[] =>
  log.flatMap(({ route }) => (typeof route === 'string' ? [route] : []))
