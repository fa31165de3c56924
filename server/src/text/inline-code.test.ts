import { expect, test } from 'vitest'
import { asInlineCode, withoutInlineCode } from './inline-code.ts'

test('inline code keeps its limits, and they go again', () => {
  expect(asInlineCode('npm ci')).toBe('`npm ci`')
  expect(asInlineCode(' $& ')).toBe(' `$&` ')
  for (const plain of ['', ' ', 'a`b', 'a\nb']) expect(asInlineCode(plain)).toBe(plain)
  expect(withoutInlineCode('Run `npm ci`, then `x`.')).toBe('Run npm ci, then x.')
  expect(withoutInlineCode('Use ```x``` or a ` alone.')).toBe('Use ```x``` or a ` alone.')
})
