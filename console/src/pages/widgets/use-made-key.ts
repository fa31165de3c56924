import { useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'

/** Public keys are shown once, so one that was made is kept until the page is reloaded. */
const madeKeys = new Map<string, string>()

type Wanted = {
  name: string
  /** The only pages it may be used on; null: on any page, and by what is no page. */
  origins: readonly string[] | null
}

/** A public key for snippets. Those for the same origins share one. */
export function useMadeKey({ name, origins }: Wanted) {
  const { knowledgeBaseId } = useScope()
  const [groupIds, setGroupIds] = useState<readonly string[]>([])
  const [, setMade] = useState('')
  const place = JSON.stringify([knowledgeBaseId, origins && [...origins].sort()])
  const make = useChange({
    run: () =>
      admin().keys.create(knowledgeBaseId, {
        name,
        kind: 'public',
        allowed_group_ids: [...groupIds],
        ...(origins ? { allowed_origins: [...origins] } : {}),
      }),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'keys')],
    said: t.widgets.keyMade,
    onDone: ({ client_key }) => {
      if (client_key === undefined) return
      madeKeys.set(place, client_key)
      setMade(client_key)
    },
  })
  return { clientKey: madeKeys.get(place), make, origins, groupIds, setGroupIds }
}

export type MadeKey = ReturnType<typeof useMadeKey>
