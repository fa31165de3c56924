import { z } from 'zod'

export const Citation = z
  .object({
    index: z.int().describe('An `[n]` marker in the answer points at the citation with index n.'),
    title: z.string(),
    url: z.string(),
    document_id: z.string(),
    chunk_id: z.string(),
    heading_path: z.array(z.string()).describe('Section breadcrumb.'),
    excerpt: z.string(),
  })
  .meta({ id: 'Citation' })
export type Citation = z.infer<typeof Citation>
