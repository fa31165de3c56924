import { Icon } from '../../ui/icon.tsx'
import { PageSearch } from '../documents/page-search.tsx'
import { t } from './texts.ts'

type PagePickerProps = { urls: readonly string[]; onUrls: (urls: readonly string[]) => void }

/** Pages found by title or address. One that is not there yet can be named by its address. */
export const PagePicker = ({ urls, onUrls }: PagePickerProps) => (
  <div className="flex min-w-0 flex-col gap-2">
    <PageSearch
      label={t.evaluations.pages}
      hint={t.evaluations.pagesHint}
      placeholder={t.evaluations.findPage}
      listLabel={t.evaluations.foundPages}
      chosen={urls}
      otherAddress={t.evaluations.thisAddress}
      onPick={({ url }) => onUrls([...urls, url])}
    />
    {urls.length > 0 && (
      <ul className="flex flex-col gap-1">
        {urls.map((url) => (
          <li key={url} className="flex items-center gap-2 text-sm">
            <span className="min-w-0 [overflow-wrap:anywhere]">{url}</span>
            <button
              type="button"
              aria-label={t.evaluations.removePage(url)}
              className="grid size-6 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-sunken"
              onClick={() => onUrls(urls.filter((one) => one !== url))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
    )}
  </div>
)
