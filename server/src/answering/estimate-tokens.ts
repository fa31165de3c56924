/**
 * Tokens of a text, a little more than models count: English has 4 bytes a token, Chinese 3 bytes a
 * character and about as many tokens. Every provider counts its own way, so a budget needs no more.
 */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3)
