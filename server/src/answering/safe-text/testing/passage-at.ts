import type { CitablePassage } from '../../citations/citable-passage.ts'

/** A passage of which only the address and the words matter. */
export const passageAt = (url: string, content = ''): CitablePassage => ({
  citation: {
    title: 'Keys',
    url,
    document_id: '',
    chunk_id: '',
    heading_path: [],
    excerpt: '',
  },
  content,
  language: 'en',
})
