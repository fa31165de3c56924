import type { ComponentProps } from 'react'
import { Page } from '../ui/page.tsx'
import { Changes, ReadOnlyNotice } from './changes.tsx'

type EditablePageProps = Omit<ComponentProps<typeof Changes>, 'children'> &
  Omit<ComponentProps<typeof Page>, 'notice'>

/** A page that everybody may read and only some may change. */
export const EditablePage = ({ need, place, ...page }: EditablePageProps) => (
  <Changes need={need} {...(place ? { place } : {})}>
    <Page {...page} notice={<ReadOnlyNotice />} />
  </Changes>
)
