import type { SearchOrder } from './search-process.ts'
import { searchSteadily } from './steady-searches.ts'

/** The process of `search-process.ts`: searches from the first message to the second. */
process.once('message', ({ service, questions, perSecond }: SearchOrder) => {
  const searches = searchSteadily(service, questions, perSecond)
  process.once('message', () => {
    void searches.stop().then((seen) => process.send?.(seen, () => process.disconnect()))
  })
})
