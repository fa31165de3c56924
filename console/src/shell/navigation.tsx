import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { sourcesQuery } from '../api/queries.ts'
import { sourceTrouble } from '../api/source-trouble.ts'
import { t } from '../texts.ts'
import { Wordmark } from '../ui/mark.tsx'
import { AccountMenu } from './account-menu.tsx'
import { useScope } from './knowledge-base.ts'
import { scrollToItem } from './scroll-to-item.ts'
import { useNavGroups } from './nav-items.ts'
import { Switcher } from './switcher.tsx'

const LINK = 'flex min-h-7 items-center justify-between gap-2 rounded-[7px] px-2'
const ACTIVE = { className: 'bg-tint text-accent font-semibold' }
const INACTIVE = { className: 'text-ink-2 hover:bg-sunken' }

export function Navigation() {
  const scope = useScope()
  const list = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // On a low screen the list scrolls, and the page may be one of its last.
  useEffect(() => {
    scrollToItem(list.current?.querySelector('[aria-current="page"]'))
  }, [pathname])
  return (
    <div className="flex min-h-full flex-col">
      <Link
        to="/w/$workspaceId/kb/$knowledgeBaseId"
        params={scope}
        className="mb-3.5 rounded-control px-2"
      >
        <Wordmark />
      </Link>
      <Switcher />
      <nav ref={list} aria-label={t.nav.label} className="mt-3 flex flex-col gap-2.5">
        {useNavGroups().map(({ title, items }) => (
          <div key={title ?? ''}>
            {title !== null && <p className="px-2 pb-1 text-xs text-ink-3">{title}</p>}
            <ul className="flex flex-col gap-px">
              {items.map(({ to, text }) => (
                <li key={to}>
                  <Link
                    to={to}
                    params={scope}
                    activeOptions={{ exact: text === t.nav.overview, includeSearch: false }}
                    activeProps={ACTIVE}
                    inactiveProps={INACTIVE}
                    className={LINK}
                  >
                    {text}
                    {text === t.nav.sources && <SourceBadge />}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="sticky -bottom-4 mt-auto -mb-4 bg-paper pt-3 pb-4">
        <AccountMenu />
      </div>
    </div>
  )
}

/** Sources that are not in step, or wait for a person. */
function SourceBadge() {
  const { knowledgeBaseId } = useScope()
  const { data } = useQuery(sourcesQuery(knowledgeBaseId))
  const count = (data?.sources ?? []).filter((source) => sourceTrouble(source) !== null).length
  if (count === 0) return null
  return (
    <span className="rounded-full bg-warn-tint px-1.5 text-[0.6875rem]/4 font-semibold text-warn">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{t.nav.needsALook(count)}</span>
    </span>
  )
}
