import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../ui/toast.tsx'

type Change<Input, Result> = {
  readonly run: (input: Input) => Promise<Result>
  /** Keys of the queries that show what was changed. */
  readonly refreshes: readonly (readonly unknown[])[]
  /** Said when it is done. */
  readonly said?: string | ((result: Result) => string)
  readonly onDone?: (result: Result) => void
}

/** A change over the admin API: what shows it is fetched again, and the person is told. */
export function useChange<Input = void, Result = unknown>(change: Change<Input, Result>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change.run,
    onSuccess: async (result) => {
      await Promise.all(
        change.refreshes.map((queryKey) => queries.invalidateQueries({ queryKey: [...queryKey] })),
      )
      const { said } = change
      if (said !== undefined) toast(typeof said === 'function' ? said(result) : said)
      change.onDone?.(result)
    },
  })
}
