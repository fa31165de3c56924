import { z } from 'zod'

export const POWERED_BY = {
  powered_by: 'Powered by Footnote',
  powered_by_url: 'https://footnote.dev',
} as const

export const attributionFields = {
  powered_by: z.string().describe('Attribution text.'),
  powered_by_url: z.string().describe('Attribution link.'),
}
