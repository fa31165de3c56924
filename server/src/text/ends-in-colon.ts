/** Whether a text announces what follows it. */
export const endsInColon = (text: string): boolean => /[:：]\s*$/u.test(text)
