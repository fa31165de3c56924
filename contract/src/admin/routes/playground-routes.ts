import { StreamFailureCode } from '../../errors.ts'
import { ADMIN_KNOWLEDGE_BASE } from '../../paths.ts'
import { anyRefusal, bodyRefusals, defineRoutes } from '../../route.ts'
import { AdminKnowledgeBaseParams } from '../params.ts'
import { PlaygroundBody, PlaygroundFrame } from '../answers/playground.ts'

export const playgroundRoutes = defineRoutes({
  askPlayground: {
    method: 'post',
    path: `${ADMIN_KNOWLEDGE_BASE}/playground`,
    tag: 'admin',
    summary: 'Try a question as a reader would ask it, with the trace of the answer',
    params: AdminKnowledgeBaseParams,
    body: PlaygroundBody,
    response: { status: 200, schema: PlaygroundFrame, contentType: 'text/event-stream' },
    refusals: [...anyRefusal, ...bodyRefusals, 'NOT_FOUND', 'GROUP_NOT_ALLOWED'],
    streamFailures: StreamFailureCode.options,
    waitsForModel: true,
    role: 'viewer',
  },
})
