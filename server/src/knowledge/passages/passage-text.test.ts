import { expect, test } from 'vitest'
import { withoutCodeMarks } from './passage-text.ts'

test('the fences around code go, and the code stays', () => {
  expect(withoutCodeMarks('Run:\n\n```bash\nls -l\n```\n\nThen:\n\n````\n```\n````')).toBe(
    'Run:\n\nls -l\n\nThen:',
  )
  expect(withoutCodeMarks('Use ```x``` inline.')).toBe('Use ```x``` inline.')
  expect(withoutCodeMarks('Use `x` inline.')).toBe('Use x inline.')
})
