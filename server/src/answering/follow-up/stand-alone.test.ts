import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analyse } from '../../text/terms.ts'
import { standAlone } from './stand-alone.ts'

const turn = (question: string, answer = '') => ({ question, answer })

test.each([
  'How do I rotate a client secret without downtime?',
  'Which regions store customer backups?',
  'Wie können Sie eine Sicherung im Rechenzentrum wiederherstellen?',
  '¿Dónde configuro las copias de seguridad programadas?',
  'Où puis-je configurer les sauvegardes planifiées du serveur ?',
])('a question with a subject of its own stays as it is: %s', (question) => {
  expect(standAlone(question, [turn('What does the Team plan cost?', 'It costs 20 euros.')])).toBe(
    question,
  )
})

test('the first question of a conversation stays as it is, however short', () => {
  expect(standAlone('And on Windows?', [])).toBe('And on Windows?')
})

test.each([
  ['en', 'How do I install the CLI on Linux?', 'And on Windows?', 'install'],
  ['en', 'What is a client key?', 'How long is it valid after the first use?', 'client'],
  ['en', 'How do I export invoices?', 'What about receipts from the previous year?', 'export'],
  [
    'de',
    'Wie erstelle ich einen Schlüssel?',
    'Und wie lange ist er danach im Browser gültig?',
    'Schlüssel',
  ],
  [
    'es',
    '¿Cómo creo una clave?',
    '¿Cuánto tiempo dura esta después de crear el primer proyecto?',
    'clave',
  ],
  [
    'fr',
    'Comment créer une clé ?',
    'Et combien de temps reste-t-elle valable après la première utilisation ?',
    'clé',
  ],
  [
    'it',
    'Come creo una chiave?',
    'Quanto tempo resta valida questa dopo il primo utilizzo?',
    'chiave',
  ],
  [
    'pt',
    'Como crio uma chave?',
    'Por quanto tempo ela continua válida depois do primeiro uso?',
    'chave',
  ],
  [
    'nl',
    'Hoe maak ik een sleutel?',
    'Hoe lang blijft deze geldig na het eerste gebruik?',
    'sleutel',
  ],
  ['pl', 'Jak utworzyć klucz?', 'Jak długo on pozostaje ważny po pierwszym użyciu?', 'klucz'],
  ['ru', 'Как создать ключ?', 'Как долго он действует после первого использования?', 'ключ'],
  [
    'tr',
    'Anahtar nasıl oluşturulur?',
    'Bu ilk kullanımdan sonra ne kadar süre geçerli kalır?',
    'Anahtar',
  ],
  ['zh', '如何创建密钥？', '它的有效期在首次使用之后是多久？', '密钥'],
  ['ja', 'キーを作成するには？', 'それは最初の使用後にどのくらい有効ですか', 'キー'],
  ['ko', '키를 만드는 방법은?', '그것은 처음 사용한 후 얼마나 유효합니까?', '만드'],
  ['ar', 'كيف أنشئ مفتاحا؟', 'كم من الوقت يبقى هذا صالحا بعد أول استخدام؟', 'مفتاحا'],
])(
  'a follow-up in %s takes its subject from the question before',
  (_language, before, question, subject) => {
    const rewritten = standAlone(question, [turn(before)])
    expect(rewritten.startsWith(question)).toBe(true)
    expect(rewritten.slice(question.length)).toContain(subject)
  },
)

test('a turn without a subject is skipped for the one before', () => {
  const earlier = [turn('How do I rotate a client secret?'), turn('Thanks!'), turn('Why?')]
  expect(standAlone('How often?', earlier)).toBe('How often? Thanks rotate client secret')
})

test('what an answer repeats is part of the subject', () => {
  const earlier = [
    turn(
      'What should I use?',
      'Use the gateway. The gateway checks tokens, and the gateway is free.',
    ),
  ]
  expect(standAlone('Is it fast?', earlier)).toContain('gateway')
})

test('terms that the question already has are not added', () => {
  const rewritten = standAlone('And the exported invoices?', [
    turn('How do I export an invoice as PDF?'),
  ])
  expect(analyse(rewritten).filter((term) => term === 'export')).toHaveLength(1)
})

test('a long conversation adds a dozen words at most', () => {
  const long = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ')
  const added = standAlone('And then?', [turn(long, `${long} ${long}`)]).replace('And then? ', '')
  expect(added.split(' ')).toHaveLength(12)
})

test('the question itself is kept verbatim and comes first', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.array(fc.record({ question: fc.string({ unit: 'binary' }), answer: fc.string() })),
      (question, earlier) => {
        expect(standAlone(question, earlier).startsWith(question)).toBe(true)
      },
    ),
    { numRuns: 300 },
  )
})
