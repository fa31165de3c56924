import { z } from 'zod'
import { MAX_API_KEY_CHARACTERS, MAX_NAME_CHARACTERS, MAX_URL_CHARACTERS } from '../limits.ts'
import { hasBlockedPort } from '../blocked-ports.ts'
import { StreamFailureCode } from '../errors.ts'
import { HttpUrl, limitedText, nonBlankText } from '../text.ts'

export const ModelProvider = z
  .enum(['openai', 'anthropic', 'google', 'azure', 'mistral', 'bedrock', 'openai-compatible'])
  .meta({
    id: 'ModelProvider',
    description:
      'Who serves the model. openai-compatible: any server that speaks the OpenAI API, at `base_url`.',
  })
export type ModelProvider = z.infer<typeof ModelProvider>

/** Both become part of a host name. */
const AZURE_RESOURCE = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const AWS_REGION = /^[a-z]{2,5}(?:-[a-z]{2,12}){1,3}-\d{1,2}$/

function isBaseUrl(text: string): boolean {
  // The previous check has already reported it.
  if (!URL.canParse(text)) return true
  const { search, hash } = new URL(text)
  return search === '' && hash === '' && !/[?#]$/.test(text)
}

export const ModelName = nonBlankText(MAX_NAME_CHARACTERS).describe(
  "The provider's name for the model; for azure the name of the deployment.",
)
export const ModelAddress = HttpUrl.refine(isBaseUrl, 'must have no query and no fragment')
  .refine(
    (text) => !hasBlockedPort(text),
    'must use another port: HTTP clients do not connect to this one, which belongs to another protocol',
  )
  .meta({ format: 'uri', maxLength: MAX_URL_CHARACTERS })
  .describe('Including the version, such as `https://llm.example.com/v1`.')
export const AzureResource = z
  .string()
  .regex(AZURE_RESOURCE, 'must be the name of a resource')
  .describe('For azure: the resource in `https://<resource>.openai.azure.com`.')
export const AwsRegion = z
  .string()
  .regex(AWS_REGION, 'must be a region, such as us-east-1')
  .describe('For bedrock.')

const settings = {
  provider: ModelProvider,
  model: ModelName,
  base_url: ModelAddress.optional(),
  resource: AzureResource.optional(),
  region: AwsRegion.optional(),
}

export const AnswerModelBody = z
  .strictObject({
    ...settings,
    api_key: limitedText(MAX_API_KEY_CHARACTERS)
      .refine((key) => /^[\x21-\x7e]+$/.test(key), 'must be printable ASCII without spaces')
      .meta({ minLength: 1, maxLength: MAX_API_KEY_CHARACTERS })
      .optional()
      .describe(
        "The provider's key, stored encrypted and never shown. When absent, the key that is stored " +
          'stays, unless the provider or the address changes: then it has to be given again.',
      ),
    skip_test: z
      .boolean()
      .default(false)
      .describe(
        'true: saved without asking the model for a few words first. Readers get errors if it fails.',
      ),
  })
  .meta({ id: 'AnswerModelBody' })
export type AnswerModelBody = z.infer<typeof AnswerModelBody>

export const AnswerModel = z
  .object({
    answer_model: z
      .object({
        ...settings,
        api_key_hint: z
          .string()
          .nullable()
          .describe('The last characters of the key; null: no key is stored.'),
      })
      .nullable()
      .describe("null: answers are written by the deployment's model."),
    deployment_model: z
      .string()
      .nullable()
      .describe(
        'provider/model of the deployment; null: without a model, answers are made of sentences ' +
          'from the sources.',
      ),
  })
  .meta({ id: 'AnswerModel' })
export type AnswerModel = z.infer<typeof AnswerModel>

export const AnswerModelTest = z
  .object({
    ok: z.boolean().describe('Whether the model began to write.'),
    model: z.string().describe('provider/model. `extract`: there is none, and answers are quoted.'),
    first_delta_ms: z.int().nullable().describe('Until its first words; null: there were none.'),
    error: z
      .object({
        error_code: StreamFailureCode,
        message: z.string().describe('What a reader would be shown.'),
        detail: z
          .string()
          .nullable()
          .describe("The status and the provider's codes; null: it gave none."),
      })
      .nullable()
      .describe('null: it works.'),
  })
  .meta({ id: 'AnswerModelTest' })
export type AnswerModelTest = z.infer<typeof AnswerModelTest>
