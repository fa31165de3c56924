import { z } from 'zod'
import type { TracingConfig } from '../platform/tracing/open-tracing.ts'
import { SAMPLERS } from '../platform/tracing/open-tracing.ts'
import { ConfigError } from './config-error.ts'
import { flag } from './setting-types.ts'

/** The settings of traces, under the names that OpenTelemetry gives them. */
export const tracingEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Where traces are sent, by OTLP over HTTP in JSON, such as http://collector:4318; `/v1/traces` is ' +
        'added. Without it nothing is traced (docs/guides/tracing.md).',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .describe('Headers of those requests, such as `authorization=Bearer%20secret,x-team=docs`.'),
  OTEL_SERVICE_NAME: z
    .string()
    .min(1)
    .default('footnote')
    .describe('The name of the service in traces.'),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS)
    .default('parentbased_always_on')
    .describe(
      'Which traces are recorded. Those that begin with `parentbased_` do as the caller’s `traceparent` ' +
        'says, where there is one.',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('For the samplers with a ratio: the share of traces that is recorded, such as 0.1.'),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: flag
    .default(false)
    .describe(
      'Record questions, prompts and answers in traces. Never those of workspaces with Zero data ' +
        'retention or with redaction.',
    ),
} as const

type Environment = z.infer<z.ZodObject<typeof tracingEnvironment>>

/** null: nothing is traced. */
export function readTracing(environment: Environment): TracingConfig | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = environment
  if (endpoint === undefined) return null
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: headersIn(environment.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
    serviceName: environment.OTEL_SERVICE_NAME,
    sampler: environment.OTEL_TRACES_SAMPLER,
    ratio: environment.OTEL_TRACES_SAMPLER_ARG,
    keepsText: environment.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT,
  }
}

const headersIn = (list: string): Record<string, string> =>
  Object.fromEntries(
    list
      .split(',')
      .filter((pair) => pair.trim() !== '')
      .map((pair) => {
        const [name = '', ...value] = pair.split('=')
        try {
          if (name.trim() === '' || value.length === 0) throw new Error('No name or no value')
          return [name.trim(), decodeURIComponent(value.join('=').trim())]
        } catch {
          throw new ConfigError(
            'OTEL_EXPORTER_OTLP_HEADERS has to be a list such as name=value,other=value.',
          )
        }
      }),
  )
