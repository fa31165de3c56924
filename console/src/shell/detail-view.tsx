import type { ComponentProps } from 'react'
import { Page } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { ListLink } from './list-link.tsx'

type DetailViewProps<Data> = ComponentProps<typeof QueryView<Data>> &
  ComponentProps<typeof ListLink>

/** One thing of a list, or why it cannot be shown, with the way back to the list. */
export function DetailView<Data>({ list, title, ...view }: DetailViewProps<Data>) {
  const { data, isError } = view.query
  if (data !== undefined || !isError) return <QueryView {...view} />
  return (
    <Page title={title} above={<ListLink list={list} title={title} />}>
      <QueryView {...view} />
    </Page>
  )
}
