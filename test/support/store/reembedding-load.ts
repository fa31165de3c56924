import { changeDocument, deleteDocument } from '../../../server/src/knowledge/documents.ts'
import type { Reembedding } from './reembedding.ts'
import { findCaller } from './reembedding.ts'
import { asWorker } from './store.ts'

export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Until it is stopped: rewrites, restricts, deletes and adds pages. */
export function keepWriting(base: Reembedding, pages: number) {
  const { store } = base
  const stopped = new AbortController()
  let round = 0
  const work = async () => {
    for (; !stopped.signal.aborted; round += 1) {
      const id = await base.write((round * 7) % pages, `round ${round}`)
      const visibility = round % 2 === 0 ? 'restricted' : 'public'
      await asWorker(store, (tx) =>
        changeDocument({ tx, queue: store.queue, tenant: store.tenant }, id, { visibility }),
      )
      if (round % 5 === 0)
        await asWorker(store, (tx) =>
          deleteDocument({ tx, queue: store.queue, tenant: store.tenant }, id),
        )
      if (round % 3 === 0) await base.write(pages + round, 'new')
    }
  }
  const working = work()
  const stop = () => {
    stopped.abort()
    return working
  }
  return { rounds: () => round, stop }
}

/** Until it is stopped: searches, with a caller that is some searches old as in the key cache. */
export function keepSearching({ store, search }: Reembedding, pages: number) {
  const stopped = new AbortController()
  const byModel = new Map<string, number>()
  const work = async () => {
    let caller = await findCaller(store)
    for (let round = 0; !stopped.signal.aborted; round += 1) {
      if (round % 5 === 0) caller = await findCaller(store)
      const found = await search(caller, `text of page ${round % pages}`)
      if (found.length === 0) throw new Error(`A search in ${caller.space.model} found nothing`)
      byModel.set(caller.space.model, (byModel.get(caller.space.model) ?? 0) + 1)
    }
  }
  const working = work()
  const stop = () => {
    stopped.abort()
    return working
  }
  return { count: (model: string) => byModel.get(model) ?? 0, stop }
}
