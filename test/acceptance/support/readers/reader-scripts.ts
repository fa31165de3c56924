import { says } from '../../../fakes/model-scripts.ts'
import {
  endsIn,
  signReaderToken,
  SIGNER_SECRET,
} from '../../../support/signed-readers/reader-tokens.ts'
import type { QuestionScript } from '../question-script.ts'
import { answered, refused } from '../question-script.ts'
import type { World } from '../question-world.ts'
import type { Asking, Shown } from '../transports.ts'
import { PAGE } from '../widget.ts'

const lantern = 'Does the harbour have a lantern?'
const LANTERN = { says: 'The harbour has a lantern [1].', cites: [`${PAGE}/lantern#lantern`] }

/** With the plain key, or another. */
const signed =
  (claims: object, body: object = {}, as: (world: World) => Shown = ({ shown }) => shown.key) =>
  (world: World): Partial<Asking> => {
    const { knowledgeBaseId: aud } = world
    const readerToken = signReaderToken({ sub: 'ada', aud, ...claims })
    return { shown: { ...as(world), readerToken }, body: { query: lantern, ...body } }
  }

const withToken =
  (makeToken: (world: World) => string) =>
  (world: World): Partial<Asking> => ({
    shown: { ...world.shown.key, readerToken: makeToken(world) },
  })

/** Questions of readers whom a signed token names, or should. */
export const readers: readonly QuestionScript[] = [
  answered('a signed reader of no groups', signed({}, { query: 'How do I reset a key?' })),
  answered(
    'a signed reader of the group',
    signed({ groups: ['members'] }),
    LANTERN,
    says(LANTERN.says),
  ),
  answered(
    'a signed reader of the group who asks as a pair',
    signed({ groups: ['members'] }, {}, ({ shown }) => shown.pair),
    LANTERN,
    says(LANTERN.says),
  ),
  {
    name: 'a group that the token names, by its id',
    change: (world) => {
      const groups = [world.groups.members]
      return signed({ groups }, { group_ids: groups })(world)
    },
    model: [says(LANTERN.says)],
    expected: { ...LANTERN, covered: true, isStored: true },
  },
  refused('GROUP_NOT_ALLOWED', 'a group for signed readers, and no token', ({ groups }) => ({
    body: { query: lantern, group_ids: [groups.members] },
  })),
  refused('GROUP_NOT_ALLOWED', 'a group that the token does not name', (world) =>
    signed({ groups: ['staff'] }, { group_ids: [world.groups.members] })(world),
  ),
  refused(
    'GROUP_NOT_ALLOWED',
    'a group that the token names, and the key does not reach',
    (world) =>
      signed(
        { groups: ['members'] },
        { group_ids: [world.groups.members] },
        ({ shown }) => shown.boundKey,
      )(world),
  ),
  refused(
    'READER_TOKEN_INVALID',
    'an empty token',
    withToken(() => ''),
  ),
  refused(
    'READER_TOKEN_INVALID',
    'a token that is none',
    withToken(() => 'token'),
  ),
  refused('READER_TOKEN_INVALID', 'an expired token', signed({ exp: endsIn(-1) })),
  refused('READER_TOKEN_INVALID', 'a token for another audience', signed({ aud: 'another' })),
  refused('READER_TOKEN_INVALID', 'a token without a reader', signed({ sub: undefined })),
  refused(
    'READER_TOKEN_INVALID',
    'a token of nobody here',
    withToken(({ knowledgeBaseId: aud }) =>
      signReaderToken({ sub: 'ada', aud }, 'a-secret-that-nobody-registered-here'),
    ),
  ),
  refused(
    'READER_TOKEN_INVALID',
    'a token that is not signed',
    withToken(({ knowledgeBaseId: aud }) =>
      signReaderToken({ sub: 'ada', aud }, SIGNER_SECRET, { alg: 'none' }),
    ),
  ),
  refused(
    'UNAUTHORIZED',
    'a good token beside a revoked key',
    signed({}, {}, ({ shown }) => shown.revokedKey),
  ),
  refused('FORBIDDEN', 'a token beside a key of another knowledge base', (world) => ({
    shown: world.shown.foreignKey,
  })),
  refused('NOT_FOUND', 'a thread that began without a token', (world) =>
    signed({}, { thread_id: world.threads.own })(world),
  ),
]
