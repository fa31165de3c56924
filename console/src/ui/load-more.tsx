import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

export function LoadMore({ query }: { query: Pages }) {
  if (!query.hasNextPage) return null
  return (
    <div className="border-t border-line p-3 text-center">
      <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t.common.loadMore}
      </Button>
    </div>
  )
}
