import { useState } from 'react'

export type Selection = {
  /** How many rows are chosen; 1 where all that match are. */
  count: number
  isAll: boolean
  has: (id: string) => boolean
  ids: readonly string[]
  toggle: (ids: readonly string[], isOn: boolean) => void
  selectAll: () => void
  clear: () => void
}

type Chosen = { of: string; ids: ReadonlySet<string>; isAll: boolean }

/** Pages that were chosen in the list. Another filter begins anew. */
export function useSelection(filter: string): Selection {
  const nothing: Chosen = { of: filter, ids: new Set(), isAll: false }
  const [kept, setChosen] = useState(nothing)
  const chosen = kept.of === filter ? kept : nothing
  return {
    count: chosen.isAll ? 1 : chosen.ids.size,
    isAll: chosen.isAll,
    has: (id) => chosen.isAll || chosen.ids.has(id),
    ids: [...chosen.ids],
    toggle: (ids, isOn) => {
      const next = new Set(chosen.ids)
      for (const id of ids) {
        if (isOn) next.add(id)
        else next.delete(id)
      }
      setChosen({ of: filter, ids: next, isAll: false })
    },
    selectAll: () => setChosen({ ...nothing, isAll: true }),
    clear: () => setChosen(nothing),
  }
}
