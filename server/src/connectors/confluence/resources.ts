import type { StorageElement } from './read-storage.ts'
import { findInside, getAttribute } from './read-storage.ts'

/** What a link or a macro is about: a page, an attachment, an address. */
export const readResource = (element: StorageElement): StorageElement | undefined =>
  findInside(element, ({ tagName }) => tagName.startsWith('ri:'))

/** By what readers know it. Empty: they would not know it, as with the number of a person. */
export function nameResource(resource: StorageElement): string {
  switch (resource.tagName) {
    case 'ri:page':
    case 'ri:blog-post':
      return getAttribute(resource, 'ri:content-title') || getAttribute(resource, 'ri:space-key')
    case 'ri:attachment':
      return getAttribute(resource, 'ri:filename')
    case 'ri:url':
      return getAttribute(resource, 'ri:value')
    case 'ri:space':
      return getAttribute(resource, 'ri:space-key')
    case 'ri:shortcut':
      return getAttribute(resource, 'ri:parameter')
    default:
      return ''
  }
}
