import { expect, test } from 'vitest'
import { parseDocument } from './parse-document.ts'

/** U+0000 survives in these formats; what is parsed is stored, and PostgreSQL refuses it. */
const FILES: Record<string, string> = {
  'text/plain': 'Oil the valve\0 once a year.\n\n\0',
  'text/csv': 'val\0ve,oil\n1\0,yearly\n',
}

test.each(Object.entries(FILES))(
  '%s: nothing that is parsed contains U+0000',
  async (contentType, text) => {
    for (const content of [text, Buffer.from(text)]) {
      const parsed = await parseDocument({ content, contentType, givenTitle: null })
      expect(parsed.passages).toHaveLength(1)
      expect(JSON.stringify(parsed)).not.toContain(String.raw`\u0000`)
    }
  },
)
