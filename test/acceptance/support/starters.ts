import { expect } from 'vitest'
import type { Knowledge } from '../../support/knowledge.ts'
import type { Service } from '../../support/service.ts'
import { asOperator, send } from './wire.ts'

/** A refresh waits 3 s for more changes, and then for a worker. */
export const PATIENCE = { interval: 100 }

export const url = (name: string) => `https://docs.example.com/${name}`
export const page = (title: string, change: object = {}) => ({
  url: url(encodeURIComponent(title)),
  title,
  content: `All of ${title} is here.`,
  ...change,
})

export async function listQuestions({ client }: Knowledge): Promise<string[]> {
  return (await client.suggestedQuestions()).questions
}

/** Polls until the questions are these, in any order. */
export async function expectQuestions(knowledge: Knowledge, wanted: string[]): Promise<void> {
  const sorted = wanted.toSorted()
  await expect.poll(async () => (await listQuestions(knowledge)).sort(), PATIENCE).toEqual(sorted)
}

export const changeSettings = (service: Service, knowledge: Knowledge, json: object) =>
  send(service, `/api/v1/admin/knowledge-bases/${knowledge.knowledgeBaseId}`, {
    method: 'PATCH',
    json,
    headers: asOperator,
  })
