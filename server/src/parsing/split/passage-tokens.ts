import { estimateTokens } from '../../text/estimate-tokens.ts'
import { withoutInlineCode } from '../../text/inline-code.ts'

/** The backticks of inline code are not searched, so they take no room in a passage. */
export const passageTokens = (text: string): number => estimateTokens(withoutInlineCode(text))
