import { useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'

/** Public keys are shown once, so one made for a snippet is kept until the page is reloaded. */
const madeKeys = new Map<string, string>()

/** A public key for one snippet. `purpose` tells the snippets apart, `name` is the key's. */
export function useMadeKey(purpose: string, name: string) {
  const { knowledgeBaseId } = useScope()
  const [clientKey, setClientKey] = useState(madeKeys.get(purpose))
  const make = useChange({
    run: () => admin().keys.create(knowledgeBaseId, { name, kind: 'public' }),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'keys')],
    said: t.widgets.keyMade,
    onDone: (key) => {
      if (key.client_key === undefined) return
      madeKeys.set(purpose, key.client_key)
      setClientKey(key.client_key)
    },
  })
  return { clientKey, make }
}

export type MadeKey = ReturnType<typeof useMadeKey>
