import type { ModelScript } from '../../fakes/model-scripts.ts'
import type { World } from './question-world.ts'
import { query, TEXT } from './question-world.ts'
import type { Asking, Transport } from './transports.ts'
import { PAGE } from './widget.ts'

export type QuestionScript = {
  name: string
  /** How it differs from a plain question with a public key. */
  change: (world: World, transport: Transport) => Partial<Asking>
  /** What the model does; by default it answers well. */
  model?: readonly ModelScript[]
  expected: Expected
}

export type Expected =
  | { refused: string }
  | { failed: string }
  | { says: string | RegExp; cites: string[]; covered: boolean; isStored?: boolean }

type Answered = Extract<Expected, { says: unknown }>

/** The outcome of the question. */
export const PLAIN: Answered = {
  says: TEXT,
  cites: [`${PAGE}/keys#keys`],
  covered: true,
  isStored: true,
}

export const refused = (
  code: string,
  name: string,
  change: QuestionScript['change'],
): QuestionScript => ({
  name,
  change,
  expected: { refused: code },
})

export const answered = (
  name: string,
  change: QuestionScript['change'],
  expected: Partial<Answered> = {},
  ...model: ModelScript[]
): QuestionScript => ({
  name,
  change,
  expected: { ...PLAIN, ...expected },
  ...(model.length > 0 ? { model } : {}),
})

export const failed = (code: string, name: string, ...model: ModelScript[]): QuestionScript => ({
  name,
  change: () => ({}),
  model,
  expected: { failed: code },
})

export const body = (fields: object): Partial<Asking> => ({ body: { query, ...fields } })
