import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { sourcesQuery } from '../api/queries.ts'
import { sourceTrouble } from '../api/source-trouble.ts'
import { t } from '../texts.ts'
import { Icon } from '../ui/icon.tsx'
import { Wordmark } from '../ui/mark.tsx'
import { AccountMenu } from './account-menu.tsx'
import { useScope } from './knowledge-base.ts'
import { scrollToItem } from './scroll-to-item.ts'
import { useNavGroups } from './nav-items.ts'
import { Switcher } from './switcher.tsx'

const LINK = 'flex min-h-6.5 items-center justify-between gap-2 rounded-[7px] px-2'
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
    <div className="flex h-full min-h-88 flex-col">
      <div className="flex flex-col px-3 pt-4">
        <Link
          to="/w/$workspaceId/kb/$knowledgeBaseId"
          params={scope}
          className="mb-3.5 rounded-control px-2"
        >
          <Wordmark />
        </Link>
        <Switcher />
      </div>
      <nav
        ref={list}
        aria-label={t.nav.label}
        className="mt-2 flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto px-3 py-1"
      >
        {useNavGroups().map((group) =>
          group.isFolded ? (
            <FoldedGroup key={group.title} group={group} />
          ) : (
            <div key={group.title ?? ''}>
              {group.title !== null && (
                <p className="px-2 pb-0.5 text-xs text-ink-3">{group.title}</p>
              )}
              <Items items={group.items} />
            </div>
          ),
        )}
      </nav>
      <div className="px-3 pt-2 pb-3">
        <AccountMenu />
      </div>
    </div>
  )
}

type Group = ReturnType<typeof useNavGroups>[number]

/** Unfolded by its title, and while one of its pages is shown. */
function FoldedGroup({ group: { title, items } }: { group: Group }) {
  const id = useId()
  const { pathname } = useLocation()
  const isHere = items.some(({ to }) => pathname.endsWith(to.slice(to.lastIndexOf('/'))))
  const [isOpen, setIsOpen] = useState(isHere)
  useEffect(() => {
    if (isHere) setIsOpen(true)
  }, [isHere])
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className={`${LINK} w-full text-ink-2 hover:bg-sunken`}
      >
        {title}
        <span className={isOpen ? 'rotate-180' : ''}>
          <Icon name="down" size={16} />
        </span>
      </button>
      <div id={id} hidden={!isOpen} className="ps-2">
        <Items items={items} />
      </div>
    </div>
  )
}

const Items = ({ items }: Pick<Group, 'items'>) => {
  const scope = useScope()
  return (
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
