import { test } from 'vitest'
import type { TestAPI, TestFunction } from 'vitest'
import { requirements } from '../requirements.ts'
import type { RequirementId } from '../requirements.ts'

declare module 'vitest' {
  interface TaskMeta {
    requirements?: readonly RequirementId[]
  }
}

type Cited = RequirementId | readonly [RequirementId, ...RequirementId[]]

export type Verifies<Context> = {
  /** The test is named by the texts of its requirements. */
  (cited: Cited, run: TestFunction<Context>): void
  (cited: Cited, name: string, run: TestFunction<Context>): void
}

/** Makes `verifies` for a test with fixtures, such as one made by `test.extend`. */
export function makeVerifies<Context>(baseTest: TestAPI<Context>): Verifies<Context> {
  return (
    cited: Cited,
    ...rest: [TestFunction<Context>] | [name: string, run: TestFunction<Context>]
  ) => {
    const ids = typeof cited === 'string' ? [cited] : cited
    const [name, run] = rest.length === 2 ? rest : [getName(ids), rest[0]]
    // `run` is passed on unchanged: vitest reads its source to see which fixtures it uses.
    baseTest(name, { meta: { requirements: ids } }, run)
  }
}

/** A test that proves requirements: when it passes, the run records them as proven. */
export const verifies = makeVerifies(test)

function getName(ids: readonly RequirementId[]): string {
  return ids.map((id) => requirements[id].text).join('; ')
}
