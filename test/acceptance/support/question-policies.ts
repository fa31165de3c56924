import type { Expected } from './question-script.ts'
import { PLAIN } from './question-script.ts'
import type { World } from './question-world.ts'
import { query } from './question-world.ts'
import type { Asking, Shown } from './transports.ts'
import { PAGE } from './widget.ts'

export const KINDS = ['key', 'pair', 'bearer'] as const
export type Kind = (typeof KINDS)[number]

/** The credential of this kind of client. */
export function showing(kind: Kind, { key, pair }: { key: Shown; pair: Shown }): Shown {
  if (kind === 'bearer') return { bearer: key.clientKey ?? '' }
  return kind === 'key' ? key : pair
}

/** What applies to every caller and every kind of key. */
export const POLICIES: readonly {
  name: string
  shown: (world: World) => { key: Shown; pair: Shown }
  asking: (world: World) => Partial<Asking>
  expected: Expected
}[] = [
  {
    name: 'a revoked credential',
    shown: ({ shown }) => ({ key: shown.revokedKey, pair: shown.revokedPair }),
    asking: () => ({}),
    expected: { refused: 'UNAUTHORIZED' },
  },
  {
    name: 'a foreign credential',
    shown: ({ shown }) => ({ key: shown.foreignKey, pair: shown.foreignPair }),
    asking: () => ({}),
    expected: { refused: 'FORBIDDEN' },
  },
  {
    name: 'allowed groups',
    shown: ({ shown }) => ({ key: shown.boundKey, pair: shown.boundPair }),
    asking: ({ groups }) => ({ body: { query, group_ids: [groups.inner] } }),
    expected: { refused: 'GROUP_NOT_ALLOWED' },
  },
  {
    name: 'a widget that is off',
    shown: ({ shown }) => shown,
    asking: ({ widgets }) => ({ origin: PAGE, body: { query, widget_id: widgets.off } }),
    expected: { refused: 'WIDGET_DISABLED' },
  },
  {
    name: 'the origins of a widget',
    shown: ({ shown }) => shown,
    asking: ({ widgets }) => ({
      origin: 'https://evil.test',
      body: { query, widget_id: widgets.good },
    }),
    expected: { refused: 'ORIGIN_NOT_ALLOWED' },
  },
  {
    name: 'a blank question',
    shown: ({ shown }) => shown,
    asking: () => ({ body: { query: '' } }),
    expected: { refused: 'BAD_REQUEST' },
  },
  {
    name: 'a spent allowance',
    shown: ({ spent }) => ({ key: { clientKey: spent.clientKey }, pair: spent.pair }),
    asking: ({ spent }) => ({ knowledgeBaseId: spent.knowledgeBaseId }),
    expected: { failed: 'QUOTA_EXCEEDED' },
  },
  {
    name: 'no policy at all',
    shown: ({ shown }) => shown,
    asking: () => ({}),
    expected: PLAIN,
  },
]
