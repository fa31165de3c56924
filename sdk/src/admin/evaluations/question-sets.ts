import type {
  ListQuestionSetsQuery,
  NewQuestionsBody,
  QuestionSet,
  QuestionSetBody,
  QuestionSetList,
  QuestionSetPatch,
  QuestionSetWithItems,
  SetQuestion,
  SetQuestionBody,
} from '../../wire/admin.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

export type { QuestionSet, QuestionSetList, QuestionSetWithItems, SetQuestion }
export type SetQuestionInput = SetQuestionBody
export type QuestionSetInput = QuestionSetBody
export type QuestionSetChange = QuestionSetPatch
export type NewQuestionsInput = NewQuestionsBody

/** Questions with what is expected of their answers. */
export function questionSetCalls(connection: Connection) {
  const base = (id: string) => path`/api/v1/admin/knowledge-bases/${id}/question-sets`
  const one = (id: string, setId: string) => base(id) + path`/${setId}`
  return {
    list: (
      knowledgeBaseId: string,
      query: ListQuestionSetsQuery = {},
      options?: CallOptions,
    ): Promise<QuestionSetList> =>
      request(connection, { method: 'GET', path: base(knowledgeBaseId), query }, options),
    create: (
      knowledgeBaseId: string,
      body: QuestionSetInput,
      options?: CallOptions,
    ): Promise<QuestionSetWithItems> =>
      request(connection, { method: 'POST', path: base(knowledgeBaseId), body }, options),
    get: (
      knowledgeBaseId: string,
      setId: string,
      options?: CallOptions,
    ): Promise<QuestionSetWithItems> =>
      request(connection, { method: 'GET', path: one(knowledgeBaseId, setId) }, options),
    /** Renames it, or replaces all of its questions. */
    change: (
      knowledgeBaseId: string,
      setId: string,
      body: QuestionSetChange,
      options?: CallOptions,
    ): Promise<QuestionSetWithItems> =>
      request(connection, { method: 'PATCH', path: one(knowledgeBaseId, setId), body }, options),
    remove: (knowledgeBaseId: string, setId: string, options?: CallOptions): Promise<void> =>
      request(connection, { method: 'DELETE', path: one(knowledgeBaseId, setId) }, options),
    /** Given, from a CSV file, readers', or generated from pages. */
    addQuestions: (
      knowledgeBaseId: string,
      setId: string,
      body: NewQuestionsInput,
      options?: CallOptions,
    ): Promise<QuestionSetWithItems> =>
      request(
        connection,
        { method: 'POST', path: `${one(knowledgeBaseId, setId)}/questions`, body },
        options,
      ),
  }
}
