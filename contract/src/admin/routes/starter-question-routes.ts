import { ADMIN_KNOWLEDGE_BASE } from '../../paths.ts'
import { anyRefusal, defineRoutes, json } from '../../route.ts'
import { AdminKnowledgeBaseParams } from '../params.ts'
import { StarterQuestions } from '../answers/starter-questions.ts'

const STARTER_QUESTIONS = `${ADMIN_KNOWLEDGE_BASE}/starter-questions`
const refusals = [...anyRefusal, 'BAD_REQUEST', 'NOT_FOUND'] as const

export const starterQuestionRoutes = defineRoutes({
  listStarterQuestions: {
    method: 'get',
    path: STARTER_QUESTIONS,
    tag: 'admin',
    summary: 'List the generated starter questions, each with its page',
    params: AdminKnowledgeBaseParams,
    response: json(200, StarterQuestions),
    refusals,
    role: 'viewer',
  },
  refreshStarterQuestions: {
    method: 'post',
    path: `${STARTER_QUESTIONS}/refresh`,
    tag: 'admin',
    summary: 'Write the starter questions anew from the present pages',
    params: AdminKnowledgeBaseParams,
    response: json(202, StarterQuestions),
    refusals,
    role: 'editor',
    audit: 'starter_questions.refresh',
  },
})
