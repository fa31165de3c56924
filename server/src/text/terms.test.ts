import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analyse, AVERAGE_LENGTH, passageWeights, termId } from './terms.ts'
import { TERM_SPACE } from './vector-text.ts'
import { growth, MAX_LINEAR_GROWTH } from '../../../test/support/growth.ts'

test('words are lower-cased, stemmed, and without stop words', () => {
  expect(analyse('The Controllers are RUNNING in a cluster’s nodes; don’t stop.')).toEqual([
    'control',
    'run',
    'cluster',
    'node',
    'stop',
  ])
})

test('forms of one word match', () => {
  expect(analyse('adoption adopted adopting adopts')).toEqual(Array(4).fill('adopt'))
})

test.each([
  ['ERR_INVALID_ARG', ['err_invalid_arg', 'err', 'invalid', 'arg']],
  ['v1.29.3', ['v1.29.3', 'v1', '29', '3']],
  ['spec.template', ['spec.template', 'spec', 'templat']],
  ['foo/bar.yaml', ['foo/bar.yaml', 'foo', 'bar', 'yaml']],
  ['getUserById', ['getuserbyid', 'get', 'user', 'id']],
  ['HTTPServer', ['httpserver', 'http', 'server']],
  ['kubectl get pods -A', ['kubectl', 'get', 'pod', '-a']],
  ['use --dry-run', ['use', '--dry-run', 'dri', 'run']],
  ['IPv6 PVCs', ['ipv6', 'pvcs', 'pvc']],
  ['a-b_c', ['a-b_c', 'b', 'c']],
])('%s is found whole and by its parts', (text, terms) => {
  expect(analyse(text)).toEqual(terms)
})

test.each([
  ['使用kubectl管理集群', ['使用', 'kubectl', '管理', '集群']],
  ['データベースを使う', ['データベース', 'を', '使う']],
  ['ฐานข้อมูล', ['ฐาน', 'ข้อมูล']],
  ['데이터 검색을', ['데이', '이터', '검색', '색을']],
])('scripts without spaces are cut into words: %s', (text, terms) => {
  expect(analyse(text)).toEqual(terms)
})

test('each language has its own stems and stop words; an unknown one has neither', () => {
  expect(analyse('die Häuser', 'de')).toEqual(analyse('Häusern', 'de'))
  expect(analyse('les maisons', 'fr')).toEqual(['maison'])
  expect(analyse('the houses', 'xx')).toEqual(['the', 'houses'])
  expect(analyse('the houses', 'en-GB')).toEqual(['hous'])
})

test.each([
  ['ar', 'الشهادات', 'شهادة'],
  ['da', 'certifikaterne', 'certifikater'],
  ['de', 'Zertifikaten', 'Zertifikats'],
  ['es', 'certificados', 'certificado'],
  ['fi', 'varmenteet', 'varmenteen'],
  ['fr', 'certifications', 'certification'],
  ['it', 'certificati', 'certificato'],
  ['nl', 'certificaten', 'certificaat'],
  ['pt', 'certificados', 'certificado'],
  ['ru', 'сертификатов', 'сертификата'],
  ['sv', 'filerna', 'filer'],
  ['tr', 'sunucuda', 'SUNUCULAR'],
  ['uk', 'серверів', 'сервери'],
  ['ko', '인증서를', '인증서'],
])('an inflected form matches another: %s, %s and %s', (language, passage, query) => {
  expect(analyse(passage, language)).toEqual(expect.arrayContaining(analyse(query, language)))
})

test.each(['ar', 'de', 'en', 'es', 'ja', 'ko', 'pl', 'ru', 'th', 'tr', 'zh', 'xx'])(
  'identifiers are found whole and by their parts in %s',
  (language) => {
    const passage = new Set(
      analyse('kubectl get pods -A → ERR_INVALID_ARG v1.29.3 spec.template getUserById', language),
    )
    for (const query of [
      'kubectl',
      'pods',
      '-A',
      'ERR_INVALID_ARG',
      'invalid',
      'v1.29.3',
      '29',
      'getUserById',
      'user',
    ]) {
      expect([...passage]).toEqual(expect.arrayContaining(analyse(query, language)))
    }
    for (const whole of ['-a', 'err_invalid_arg', 'v1.29.3', 'spec.template', '3']) {
      expect([...passage]).toContain(whole)
    }
  },
)

test.each([
  ['zh', '报错ERR_INVALID_ARG时检查spec.template字段'],
  ['ja', 'エラーERR_INVALID_ARGではspec.templateを確認'],
  ['ko', '오류ERR_INVALID_ARG가 나면 spec.template을 확인'],
  ['th', 'ข้อผิดพลาดERR_INVALID_ARGให้ตรวจspec.templateก่อน'],
])('an identifier inside text without spaces is found: %s', (language, text) => {
  expect(analyse(text, language)).toEqual(
    expect.arrayContaining(['err_invalid_arg', 'invalid', 'spec.template', 'spec']),
  )
})

test('English words in another script match by their stems', () => {
  expect(analyse('проверьте pods', 'ru')).toContain('pod')
  expect(analyse('检查 templates', 'zh')).toContain(analyse('template', 'zh')[0])
})

test('French and Italian articles are cut off, apostrophes of all kinds are one', () => {
  expect(analyse("l'application", 'fr')).toEqual(analyse('applications', 'fr'))
  expect(analyse('dell’oggetto', 'it')).toEqual(analyse('oggetto', 'it'))
  expect(analyse('обʼєкт', 'uk')).toEqual(analyse("об'єкт", 'uk'))
})

test('the Turkish capital İ is an i, and a word that is all suffix is kept', () => {
  expect(analyse('İstemci', 'tr')).toEqual(analyse('istemci', 'tr'))
  expect(analyse('ları', 'tr')).toEqual(['ları'])
})

test('full-width and composed letters are the same term as plain ones', () => {
  expect(analyse('Ｋｕｂｅ cafe\u0301')).toEqual(analyse('kube café'))
})

test('tokens over 64 characters are dropped, their shorter parts are not', () => {
  expect(analyse(`${'x'.repeat(65)} ${'w'.repeat(40)}.${'z'.repeat(40)}`)).toEqual([
    'w'.repeat(40),
    'z'.repeat(40),
  ])
})

test('any text gives terms of 1 to 64 characters', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('en', 'de', 'ja', 'tr', 'xx'),
      (text, language) => {
        for (const term of analyse(text, language)) {
          expect(term.length).toBeGreaterThan(0)
          expect(term.length).toBeLessThanOrEqual(64)
        }
      },
    ),
    { numRuns: 500 },
  )
})

test.each([['a.'], ['数据库'], ['--a '], ["a'"], ['aB'], ['_a']])(
  'takes time in proportion to length: %j',
  (part) => {
    const repeated = (length: number) => part.repeat(length / part.length)
    expect(growth(250_000, repeated, analyse)).toBeLessThan(MAX_LINEAR_GROWTH)
  },
)

// Stored passages hold these numbers: a change means that every passage must be indexed again.
test.each([
  ['0197a3c2-7d6e-7b1a-9c55-1f2e3d4c5b6a', 'pod', 961_214_690],
  ['0197a3c2-7d6e-7b1a-9c55-1f2e3d4c5b6a', 'err_invalid_arg', 3_140_251],
  ['0197a3c2-7d6e-7b1a-9c55-1f2e3d4c5b6a', '数据库', 233_672_590],
  ['0197a3c2-7d6e-7b1a-9c55-1f2e3d4c5b6b', 'pod', 18_370_717],
  ['', '', 84_696_352],
])('the id of %s / %s never changes', (knowledgeBaseId, term, id) => {
  expect(termId(knowledgeBaseId, term)).toBe(id)
})

test('every term id fits the sparse vector, in whatever order ids are asked for', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), fc.string(), (one, other, term) => {
      const id = termId(one, term)
      termId(other, term)
      expect(termId(one, term)).toBe(id)
      expect(Number.isInteger(id) && id >= 1 && id <= TERM_SPACE).toBe(true)
    }),
  )
})

test('a weight grows with repeats, but ever less, and falls with length', () => {
  const pad = (length: number) => Array.from({ length }, (_, index) => `pad${index}`)
  const weight = (repeats: number, length: number) =>
    passageWeights([...Array<string>(repeats).fill('x'), ...pad(length - repeats)]).get('x') ?? 0
  // tf 1 at the average length: 1.9 / (1 + 0.9).
  expect(weight(1, AVERAGE_LENGTH)).toBeCloseTo(1, 10)
  expect(weight(2, AVERAGE_LENGTH)).toBeCloseTo(3.8 / 2.9, 10)
  expect(weight(1, 2 * AVERAGE_LENGTH)).toBeCloseTo(1.9 / (1 + 0.9 * 1.4), 10)
  expect(passageWeights([])).toEqual(new Map())
})

test('a word of a heading weighs as four in the text, and adds one to the length', () => {
  const weights = passageWeights(['x', 'y', 'y', 'y', 'pad'], ['x'])
  const text = passageWeights(['x', 'y', 'y', 'y', 'pad', 'x'])
  expect(weights.get('y')).toBe(text.get('y'))
  expect(weights.get('x')).toBe(passageWeights(['x', 'x', 'x', 'x', 'x', 'y']).get('x'))
})
