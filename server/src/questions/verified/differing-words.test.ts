import { expect, test } from 'vitest'
import { differingWords } from './differing-words.ts'

const english = { languages: ['en'], knowledgeBaseName: 'Acme docs' }
const compare = (one: string, other: string, context = english) =>
  differingWords(one, other, context)

test.for([
  ['How can I replace a client key?', 'How do I rotate a client key?'],
  ['deleting repositories', 'How do I get rid of a repository?'],
  ['Turn it on: dark mode', 'How do I enable dark mode?'],
  ['label a pod', 'How do I add a label to a pod?'],
  ['merge PR', 'How do I merge a pull request?'],
  ['workspace meaning', 'What is a workspace?'],
  ['pod stays pending, what is the reason', 'Why is my pod stuck in pending?'],
])('%s: the same as %s', ([one = '', other = '']) => {
  expect(compare(one, other)).toEqual([])
  expect(compare(other, one)).toEqual([])
})

test.for([
  ['How do I create a secret?', 'How do I delete a secret?'],
  ['How do I turn off dark mode?', 'How do I turn on dark mode?'],
  ['How do I use Acme without a model?', 'How do I use Acme with a model?'],
  ['Why was a key rotated?', 'How do I rotate a key?'],
  ['Which personal data is redacted?', 'How do I redact personal data?'],
  ['How do I copy a file into a pod?', 'How do I copy a file out of a pod?'],
  ['How do I make a public repository private?', 'How do I make a private repository public?'],
  ['Where do I put the CODEOWNERS file?', 'What is a CODEOWNERS file?'],
  ['How do I rotate a key?', 'How do I rotate a client key?'],
  ['How do I use a discount code?', 'How do I create a discount code?'],
  ['How do I refund a customer?', 'How do I get a refund?'],
  ['Which data can I export?', 'export data'],
  ['Who is assigned a ticket?', 'How do I assign a ticket?'],
  ['How do I create a workspace?', 'Can you explain what a workspace is?'],
  ['How do I do that?', 'How can I do this?'],
])('%s: another question than %s', ([one = '', other = '']) => {
  expect(compare(one, other)).not.toEqual([])
  expect(compare(other, one)).not.toEqual([])
})

test('another language compares its terms without stop words', () => {
  const german = { languages: ['de'], knowledgeBaseName: 'Handbuch' }
  expect(compare('Wie lösche ich einen Schlüssel?', 'einen Schlüssel löschen', german)).toEqual([])
  expect(compare('Wie lösche ich einen Schlüssel?', 'Schlüssel erstellen', german)).not.toEqual([])
})

test('one of several languages is enough', () => {
  const both = { languages: ['de', 'en'], knowledgeBaseName: 'Handbuch' }
  expect(compare('How can I remove a key?', 'delete key', both)).toEqual([])
})
