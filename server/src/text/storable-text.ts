/** Text from elsewhere as PostgreSQL can store it: without U+0000 and unpaired surrogates. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()
