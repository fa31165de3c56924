import { expect, test } from 'vitest'
import { versionsInQuestion } from './versions-in-question.ts'

test.for([
  ['How do I install it in 1.28?', ['1.28']],
  ['Is v2 faster?', ['2']],
  ['What changed in version 2?', ['2']],
  ['upgrade from 1.28 to v1.30.2', ['1.30.2', '1.28']],
  ['Wie geht das in Version 3?', ['3']],
  ['¿Y en la versión 3?', ['3']],
  ['バージョン2の設定', ['2']],
  ['does release 4.1 support it', ['4.1']],
  ['in 1.x, how do I reset a key?', ['1.x']],
  ['How is it in the next version?', ['next']],
  ['Which version has it?', ['which']],
  ['Does it need 1.5 GB of memory?', []],
  ['Wait 2.5 seconds', []],
  ['I have 2 keys', []],
  ['What listens on 127.0.0.1:8080?', ['127.0.0.1']],
  ['see /docs/1.28/setup and v1beta1', []],
  ['How do I reset a key?', []],
] as const)('%s', ([question, versions]) => {
  expect(versionsInQuestion(question).map(([first]) => first)).toEqual(versions)
})

test('a version may be documented under a shorter number, with a v or as a series', () => {
  const [ways = []] = versionsInQuestion('in 1.28.3')
  expect(ways.indexOf('1.28')).toBeGreaterThan(ways.indexOf('1.28.3'))
  expect(ways).toContain('v1.28')
  expect(ways).toContain('1.28.x')
  expect(versionsInQuestion('in 1.x')[0]).toEqual(
    expect.arrayContaining(['1.x', 'v1.x', '1', 'v1']),
  )
})

test('few are looked up, and a hostile question takes no longer', () => {
  const many = Array.from({ length: 100 }, (_, index) => `v${index}`).join(' ')
  expect(versionsInQuestion(many)).toHaveLength(5)
  const start = performance.now()
  for (const text of ['1.'.repeat(2_000), 'version '.repeat(500), `v${'1'.repeat(3_990)}`]) {
    versionsInQuestion(text)
  }
  expect(performance.now() - start).toBeLessThan(5_000)
})
