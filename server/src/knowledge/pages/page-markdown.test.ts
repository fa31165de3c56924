import { expect, test } from 'vitest'
import { pageMarkdown } from './page-markdown.ts'

test('headings are written once, where their section begins', () => {
  const text = pageMarkdown('Keys', [
    { headingPath: ['Keys'], content: 'What keys are.' },
    { headingPath: ['Keys', 'Rotate'], content: 'First half.' },
    { headingPath: ['Keys', 'Rotate'], content: 'Second half.' },
    { headingPath: ['Keys', 'Revoke', 'At once'], content: 'Now.' },
  ])
  expect(text).toBe(
    [
      '# Keys',
      'What keys are.',
      '## Rotate',
      'First half.',
      'Second half.',
      '## Revoke',
      '### At once',
      'Now.',
      '',
    ]
      .join('\n\n')
      .replace(/\n\n$/, '\n'),
  )
})

test('a page whose headings do not begin with its title keeps both', () => {
  const text = pageMarkdown('Given title', [{ headingPath: ['Intro'], content: 'Hello.' }])
  expect(text).toBe('# Given title\n\n## Intro\n\nHello.\n')
})

test('a section without text has its heading only', () => {
  const text = pageMarkdown('A', [{ headingPath: ['A', 'B'], content: 'B' }])
  expect(text).toBe('# A\n\n## B\n')
})

test('headings go no deeper than markdown does', () => {
  const headingPath = ['1', '2', '3', '4', '5', '6', '7']
  expect(pageMarkdown('1', [{ headingPath, content: 'x' }])).toContain('\n\n###### 7\n\nx')
})
