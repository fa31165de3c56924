import type { Trace } from '@footnote/contract/admin/messages'
import type { Answerability } from '@footnote/contract/admin/knowledge-bases'
import { sql } from 'kysely'
import type { LanguageModel } from '../../models/language/language-model.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Tenant } from '../../platform/database/tenant.ts'
import { runPrepared } from '../../platform/database/statements.ts'
import { readAsTenant } from '../../platform/database/tenant.ts'
import { costCapReached, countDraft, countLostAnswer } from '../../workspaces/quota.ts'
import type { AdmittedQuestion } from '../admit.ts'
import type { BegunTurn } from '../begin-turn.ts'
import { revalidateAccess } from '../revalidate-access.ts'
import type { EstimatedUsage } from '../writing/estimate-usage.ts'

/**
 * A turn of a draft: no question of the allowance and nothing stored, but what the model takes is
 * counted, and at the cap there is no model. `onEnd` gets the trace.
 */
export const draftTurn =
  (chosen: LanguageModel | null, onEnd: (trace: Trace) => void) =>
  async ({ db }: { db: Db }, question: AdmittedQuestion): Promise<BegunTurn> => {
    const { caller } = question
    const { answerability, split_questions: maySplit, is_capped } = await readSettings(db, caller)
    const isCostCapped = is_capped && chosen !== null
    const model = isCostCapped ? null : chosen
    let ended = false
    let lostUsage: () => EstimatedUsage | null = () => null
    return {
      model,
      isCostCapped,
      wantsModel: true,
      // A model declines by itself, and an editor reads the draft before any reader does.
      answerability: model ? 'lenient' : answerability,
      maySplit,
      // The draft is to come from the pages.
      hasVerified: false,
      turns: [],
      setLostUsage(estimate) {
        lostUsage = estimate
      },
      commitCount: async () => undefined,
      async commit({ trace, sourceDocumentIds }, prompt) {
        if (model && prompt) await countDraft(db, caller, model.name, trace)
        ended = true
        await revalidateAccess(db, question, sourceDocumentIds)
        onEnd(trace)
        return { isStored: false }
      },
      async [Symbol.asyncDispose]() {
        const usage = ended ? null : lostUsage()
        if (model && usage)
          await countLostAnswer(db, caller, model.name, usage).catch(() => undefined)
      },
    }
  }

type Settings = { answerability: Answerability; split_questions: boolean; is_capped: boolean }

async function readSettings(db: Db, tenant: Tenant): Promise<Settings> {
  const settings = sql<Settings>`
    select answerability, split_questions, ${costCapReached} as is_capped
    from knowledge_bases where id = ${tenant.knowledgeBaseId}`
  const [row] = await readAsTenant(db, tenant, (tx) => runPrepared(tx, settings))
  if (!row) throw new Error('The knowledge base is gone')
  return row
}
