import { z } from 'zod'
import { Labels } from '../labels.ts'

export const Citation = z
  .object({
    index: z.int().describe('An `[n]` marker in the answer points at the citation with index n.'),
    title: z.string().describe('Title of the page cited.'),
    url: z.string().describe('URL of the page, to link to.'),
    document_id: z.string().describe('The indexed document behind the page.'),
    chunk_id: z.string().describe('The passage cited, within that document.'),
    heading_path: z.array(z.string()).describe('Section breadcrumb.'),
    excerpt: z
      .string()
      .describe(
        'The beginning of the passage, or of what the answer quotes from it, as plain text.',
      ),
    labels: Labels.optional().describe(
      'The labels of the page, such as `{"version": ["2"]}`. Left out when it has none.',
    ),
  })
  .meta({ id: 'Citation' })
export type Citation = z.infer<typeof Citation>
