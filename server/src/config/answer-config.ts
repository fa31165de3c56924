import { ModelProvider } from '@footnote/contract/admin/answer-model'
import { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { LanguageModelSettings, needsKey } from '../models/language/language-model-settings.ts'
import type { StandardModel } from '../models/language/language-models.ts'
import { count, flag } from './setting-types.ts'

/** The settings of the model that writes answers. */
export const answerEnvironment = {
  ANSWER_PROVIDER: ModelProvider.optional().describe(
    'Who runs the model that writes the answers: openai, anthropic, google, azure, mistral, ' +
      'bedrock or openai-compatible. Without it answers quote sentences from the sources.',
  ),
  ANSWER_MODEL: z
    .string()
    .optional()
    .describe('Name of the model; for azure, of the deployment. Required with ANSWER_PROVIDER.'),
  ANSWER_API_KEY: z
    .string()
    .optional()
    .describe('API key of the provider. Only openai-compatible works without one.'),
  ANSWER_BASE_URL: z
    .url()
    .optional()
    .describe(
      'Base URL of the provider, including the version. Required for openai-compatible; the ' +
        'others have a default.',
    ),
  ANSWER_RESOURCE: z.string().optional().describe('For azure: the name of the resource.'),
  ANSWER_REGION: z.string().optional().describe('For bedrock: the region, such as us-east-1.'),
  ANSWER_TIMEOUT_SECONDS: count
    .min(5)
    .max(300)
    .default(60)
    .describe('An answer still running after this ends with timeout.'),
  ANSWER_IDLE_TIMEOUT_SECONDS: count
    .min(1)
    .max(300)
    .default(20)
    .describe('An answer whose model is silent for this long ends with timeout.'),
  ANSWER_PROMPT_TOKENS: count
    .min(1_000)
    .max(1_000_000)
    .default(12_000)
    .describe('How much of the model’s context passages and earlier turns may fill.'),
  ANSWER_OUTPUT_TOKENS: count
    .min(100)
    .max(100_000)
    .default(1_500)
    .describe('The longest answer; a longer one ends with truncated.'),
  STARTER_QUESTIONS_BY_MODEL: flag
    .default(true)
    .describe(
      'Let the answering model, if there is one, write the starter questions: one call with the ' +
        'titles of public pages when documents have changed, and once a day.',
    ),
  SECRETS_KEY: z
    .string()
    .min(32)
    .optional()
    .describe(
      'Encrypts the model keys of knowledge bases, the secrets of webhooks, sources and channels, and what readers’ sign-in ' +
        'stores: 32 bytes in base64, or a passphrase of at least 32 characters. Without it such keys ' +
        'and webhooks are refused and readers cannot sign in. If it is lost, they have to be entered again.',
    ),
  SECRETS_KEY_PREVIOUS: z
    .string()
    .min(32)
    .optional()
    .describe('During a rotation: the previous value of SECRETS_KEY, to open what it sealed.'),
  ALLOW_PRIVATE_MODEL_HOSTS: flag
    .default(false)
    .describe(
      'Let knowledge bases use models at private addresses. Only if everybody who can configure ' +
        'them is trusted.',
    ),
} as const

const AnswerSettings = z.object(answerEnvironment)
export type AnswerEnvironment = z.infer<typeof AnswerSettings>

/** The deployment's model, or null when there is none. */
export function readAnswerModel(environment: AnswerEnvironment): StandardModel | null {
  const { ANSWER_PROVIDER: provider, ANSWER_MODEL: model, ANSWER_API_KEY: apiKey } = environment
  const others = {
    base_url: environment.ANSWER_BASE_URL,
    resource: environment.ANSWER_RESOURCE,
    region: environment.ANSWER_REGION,
  }
  const given = Object.fromEntries(
    Object.entries(others).filter(([, value]) => value !== undefined),
  )
  if (provider === undefined) {
    const isOrphan = model !== undefined || apiKey !== undefined || Object.keys(given).length > 0
    if (isOrphan) throw new ConfigError('Settings of the answer model also need ANSWER_PROVIDER.')
    return null
  }
  if (model === undefined) throw new ConfigError('ANSWER_PROVIDER also needs ANSWER_MODEL.')
  const settings = LanguageModelSettings.safeParse({ provider, model, ...given })
  if (!settings.success) throw new ConfigError(settings.error.issues.map(explain).join('\n'))
  if (needsKey(settings.data) && apiKey === undefined) {
    throw new ConfigError(`ANSWER_PROVIDER ${provider} also needs ANSWER_API_KEY.`)
  }
  return { settings: settings.data, apiKey }
}

function explain(issue: z.core.$ZodIssue): string {
  const names = issue.code === 'unrecognized_keys' ? issue.keys : issue.path.map(String)
  const shown = names.map((name) => `ANSWER_${name.toUpperCase()}`).join(', ')
  const problem =
    issue.code === 'unrecognized_keys' ? 'is not used by this provider' : issue.message
  return `${shown}: ${problem}.`
}

/** How long an answer may take, and how much the model is given and may write. */
export const answeringSettings = (settings: {
  ANSWER_TIMEOUT_SECONDS: number
  ANSWER_PROMPT_TOKENS: number
  ANSWER_OUTPUT_TOKENS: number
}) => ({
  timeoutMs: settings.ANSWER_TIMEOUT_SECONDS * 1000,
  promptTokens: settings.ANSWER_PROMPT_TOKENS,
  maxOutputTokens: settings.ANSWER_OUTPUT_TOKENS,
})

/** Where the answer models are, and how long they may be silent. */
export const modelSettings = (settings: {
  answer: StandardModel | null
  ALLOW_PRIVATE_MODEL_HOSTS: boolean
  ANSWER_IDLE_TIMEOUT_SECONDS: number
  ANSWER_TIMEOUT_SECONDS: number
}) => ({
  standard: settings.answer,
  allowPrivateHosts: settings.ALLOW_PRIVATE_MODEL_HOSTS,
  idleTimeoutMs: settings.ANSWER_IDLE_TIMEOUT_SECONDS * 1000,
  totalTimeoutMs: settings.ANSWER_TIMEOUT_SECONDS * 1000,
})
