import { expect, test } from 'vitest'
import { withoutFences } from './passage-text.ts'

test('the fences around code go, and the code stays', () => {
  expect(withoutFences('Run:\n\n```bash\nls -l\n```\n\nThen:\n\n````\n```\n````')).toBe(
    'Run:\n\nls -l\n\nThen:',
  )
  expect(withoutFences('Use ```x``` inline.')).toBe('Use ```x``` inline.')
})
