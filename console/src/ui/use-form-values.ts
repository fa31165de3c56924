import { useMemo, useState } from 'react'

/**
 * What a form shows: what is saved, and over it what somebody has changed. When what is saved is
 * fetched again, only what nobody has changed follows it. `forget` the changes once they are saved.
 */
export function useFormValues<Values extends object>(saved: Values) {
  const [changed, setChanged] = useState<Partial<Values>>({})
  const values = useMemo((): Values => ({ ...saved, ...changed }), [saved, changed])
  return {
    values,
    /** Whether what is shown is not what is saved. */
    isChanged: Object.keys(differing(changed, saved)).length > 0,
    /** All values or some of them; those that are as they were do not count as changed. */
    set: (next: Partial<Values>) => setChanged({ ...changed, ...differing(next, values) }),
    forget: () => setChanged({}),
  }
}

export type FormState = Pick<ReturnType<typeof useFormValues>, 'isChanged' | 'forget'>

function differing<Values extends object>(next: Partial<Values>, values: Values): Partial<Values> {
  const result: Partial<Values> = {}
  for (const name in next) if (next[name] !== values[name]) result[name] = next[name]
  return result
}
