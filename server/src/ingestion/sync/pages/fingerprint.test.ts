import { expect, test } from 'vitest'
import { fingerprint } from './fingerprint.ts'

const page = (address: string, words: string) =>
  `<html><head><title>x</title><link rel=canonical href="${address}"></head>` +
  `<body><nav>here: ${address}</nav><p>${words}</p><script>var at = "${address}"</script></body></html>`

const WORDS = 'Turn the valve by hand after every restart, and oil it twice.'

test('a page at another address has the same fingerprint', () => {
  const [one, two] = ['/a', '/b'].map((address) => fingerprint('text/html', page(address, WORDS)))
  expect(one).toEqual(two)
  expect(one).not.toBeNull()
})

test('other words have another', () => {
  const one = fingerprint('text/html', page('/a', WORDS))
  expect(fingerprint('text/html', page('/a', `${WORDS} No.`))).not.toEqual(one)
})

test('a few words tell no page from another', () => {
  expect(fingerprint('text/markdown', '# Index')).toBeNull()
})

test.each(['<', '<script>', '<a <a ', '</nav', '<nav><nav>'])(
  '%s a million times is quick',
  (bait) => {
    const startedMs = performance.now()
    fingerprint('text/html', bait.repeat(1_000_000))
    expect(performance.now() - startedMs).toBeLessThan(10_000)
  },
)
