import { expect, test } from 'vitest'
import { pageOfFile } from './page-template.ts'

test.each([
  ['https://a.example/{path}', 'guide/setup.md', 'https://a.example/guide/setup'],
  ['https://a.example/{path}.html', 'guide/setup.md', 'https://a.example/guide/setup.html'],
  ['https://a.example/{path}', 'guide/index.md', 'https://a.example/guide/'],
  ['https://a.example/{path}', 'README.md', 'https://a.example/'],
  ['https://a.example/{path}', 'my-index.md', 'https://a.example/my-index'],
  ['https://a.example/blob/{file}', 'a b/ä#1.md', 'https://a.example/blob/a%20b/%C3%A4%231.md'],
  ['https://a.example/{path}', 'v1.2/notes.md', 'https://a.example/v1.2/notes'],
  ['https://a.example/{path}', 'LICENSE', 'https://a.example/LICENSE'],
  ['https://a.example/{other}', 'a.md', 'https://a.example/{other}'],
  ['https://a.example/{constructor}', 'a.md', 'https://a.example/{constructor}'],
  ['https://a.example/{path}', '{file}.md', 'https://a.example/%7Bfile%7D'],
])('with %s the page of %s is %s', (template, path, url) => {
  expect(pageOfFile(template, path)).toBe(url)
})
