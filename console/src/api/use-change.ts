import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '../texts.ts'
import { toast } from '../ui/toast.tsx'

type Change<Input, Result> = {
  readonly run: (input: Input) => Promise<Result>
  /** Keys of the queries that show what was changed. */
  readonly refreshes: readonly (readonly unknown[])[]
  /** Said when it is done. */
  readonly said?: string | ((result: Result) => string)
  /** Called before it is run: what would take it back, offered beside what is said. */
  readonly undo?: (input: Input) => (() => Promise<unknown>) | undefined
  readonly onDone?: (result: Result) => void
}

/** A change over the admin API: what shows it is fetched again, and the person is told. */
export function useChange<Input = void, Result = unknown>(change: Change<Input, Result>) {
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all(
      change.refreshes.map((queryKey) => queries.invalidateQueries({ queryKey: [...queryKey] })),
    )
  return useMutation({
    mutationFn: change.run,
    onMutate: (input) => change.undo?.(input),
    onSuccess: async (result, _, undo) => {
      await refresh()
      const { said } = change
      const takeBack = async () => {
        await undo?.()
        await refresh()
        toast(t.common.undone)
      }
      const onUndo = undo && (() => void takeBack().catch((error: Error) => toast(error.message)))
      if (said !== undefined) toast(typeof said === 'function' ? said(result) : said, onUndo)
      change.onDone?.(result)
    },
  })
}
