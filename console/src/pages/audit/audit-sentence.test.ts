import { expect, test } from 'vitest'
import { describeEvent } from './audit-sentence.ts'

const target = '01a1f67c-65a5-7000-bd24-b07c93f73b49'
const unknown = () => undefined

test.each([
  ['key.revoke', [{ field: 'name', from: 'Website' }], 'Revoked the key “Website”'],
  [
    'document.delete',
    [{ field: 'url', from: 'https://a.example/' }],
    'Deleted the page “https://a.example/”',
  ],
  ['invitation.create', [{ field: 'email', to: 'ada@example.com' }], 'Invited “ada@example.com”'],
  ['session.sign_in', [], 'Signed in'],
  ['sync.start', [], 'Started a sync'],
  ['verified_answer.change', [], 'Changed the verified answer'],
  ['something_new.paint', [], 'paint: the something new'],
])('%s with %j reads as a sentence', (action, changes, sentence) => {
  expect(describeEvent({ action, target, changes }, unknown)).toBe(sentence)
})

test('a page is named by its title, and by what its visibility has become', () => {
  const changes = [{ field: 'visibility', from: 'public', to: 'restricted' }]
  const event = { action: 'document.change', target, changes }
  const getName = (id: string) => (id === target ? 'Internal runbook' : undefined)
  expect(describeEvent(event, getName)).toBe('Restricted the page “Internal runbook”')
  expect(describeEvent(event, unknown)).toBe('Restricted the page')
})
