import { limitedText } from './text.ts'

/** What a browser sends as `Origin`: scheme, host and port, nothing else. */
function isOriginPattern(text: string): boolean {
  const concrete = text.replace(/^(https?:\/\/)\*\./, '$1wildcard.')
  return (
    /^https?:\/\//.test(text) &&
    !concrete.includes('*') &&
    URL.canParse(concrete) &&
    new URL(concrete).origin === concrete
  )
}

export const AllowedOrigin = limitedText(300)
  .refine(
    isOriginPattern,
    'must be an origin such as https://docs.example.com or https://*.example.com',
  )
  .describe('Scheme, host and port of a page. A leading `*.` stands for exactly one label.')
