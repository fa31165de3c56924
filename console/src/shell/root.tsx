import type { ErrorComponentProps } from '@tanstack/react-router'
import { Link, Outlet } from '@tanstack/react-router'
import { t } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Empty } from '../ui/query-view.tsx'
import { Toasts } from '../ui/toast.tsx'

export const Root = () => (
  <>
    <Outlet />
    <Toasts />
  </>
)

export const NotFound = () => (
  <main className="py-12">
    <h1 className="sr-only">{t.notFound.title}</h1>
    <Empty
      title={t.notFound.title}
      reason={t.notFound.reason}
      action={
        <Link to="/" className={buttonClass('primary')}>
          {t.notFound.toStart}
        </Link>
      }
    />
  </main>
)

export const Failed = ({ error, reset }: ErrorComponentProps) => (
  <main className="mx-auto max-w-lg px-4 py-12">
    <ErrorNotice error={error} onRetry={reset} />
  </main>
)
