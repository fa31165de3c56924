import type { Citation } from '@footnote/contract/public/citation'
import { expect, test } from 'vitest'
import { coveredSection, openSection, plainLine, withLinks } from './compose-draft.ts'

const citation = (index: number, title: string, url: string, excerpt = ''): Citation => ({
  index,
  title,
  url,
  excerpt,
  document_id: '0199c1f2-0000-7000-8000-000000000001',
  chunk_id: '0199c1f2-0000-7000-8000-000000000002',
  heading_path: [],
})
const KEYS = citation(1, 'Keys', 'https://docs.example.com/keys#reset', 'Reset a key.')
const TEAMS = citation(2, 'Teams', 'https://docs.example.com/teams')
const KEYS_LINK = '[Keys](https://docs.example.com/keys#reset)'
const TEAMS_LINK = '[Teams](https://docs.example.com/teams)'

test.each([
  ['Reset it [1].', `Reset it (${KEYS_LINK}).`],
  ['Reset it[1].', `Reset it (${KEYS_LINK}).`],
  ['Both [1][2].', `Both (${KEYS_LINK}, ${TEAMS_LINK}).`],
  ['One [1], two [2], one [1]', `One (${KEYS_LINK}), two (${TEAMS_LINK}), one (${KEYS_LINK})`],
  ['In code `a[1]` it stays [2].', `In code \`a[1]\` it stays (${TEAMS_LINK}).`],
  ['```\nlist[1]\n```\n\nAfter [1].', `\`\`\`\nlist[1]\n\`\`\`\n\nAfter (${KEYS_LINK}).`],
  ['No source.', 'No source.'],
])('%j names its sources as links', (text, expected) => {
  expect(withLinks(text, [KEYS, TEAMS])).toBe(expected)
})

test('a title and an address cannot end their link', () => {
  const odd = citation(1, 'Keys](https://evil.example) `x`', 'https://docs.example.com/a_(b)')
  const text = withLinks('So [1].', [odd])
  expect(text).toMatch(/^So \(\[.*\]\(https:\/\/docs\.example\.com\/a_%28b%29\)\)\.$/)
  expect(text).not.toMatch(/[^\\]\]\(https:\/\/evil/)
  expect(withLinks('So [1].', [citation(1, 'File', 'javascript:alert(1)')])).toBe('So (File).')
})

test('a question is one line, without markup of its own', () => {
  expect(plainLine('How?\n\n# <img src=x> ![a](https://evil.example/x.png)')).not.toMatch(
    /\n|<img|!\[a\]\(|https:\/\/evil/,
  )
})

test('a covered section answers, an open one says what is missing and what comes near', () => {
  expect(coveredSection('How do I reset a key?', 'Under Settings [1].', [KEYS])).toBe(
    `## How do I reset a key?\n\nUnder Settings (${KEYS_LINK}).\n`,
  )
  expect(openSection('Who pays?', [KEYS])).toBe(
    [
      '## Who pays?',
      '',
      '> **TODO: not covered by the documentation:** Who pays?',
      '>',
      '> What comes near:',
      '>',
      `> - “Reset a key.” (${KEYS_LINK})`,
      '',
    ].join('\n'),
  )
  expect(openSection('Who pays?', [])).not.toContain('What comes near')
})
