import { t } from '../texts.ts'
import { Button } from './button.tsx'
import { ErrorNotice } from './error-notice.tsx'

type Pages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: Error | null
  fetchNextPage: () => unknown
}

/** The next part of a list, or why it did not come. */
export function LoadMore({ query }: { query: Pages }) {
  if (!query.hasNextPage) return null
  return (
    <div className="flex flex-col gap-3 border-t border-line p-3 text-center">
      {query.isFetchNextPageError && <ErrorNotice error={query.error} />}
      <div>
        <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t.common.loadMore}
        </Button>
      </div>
    </div>
  )
}
