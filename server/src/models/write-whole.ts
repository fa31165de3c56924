import type { LanguageModel, Prompt } from './language-model.ts'

/** All that the model writes, for where nobody reads along. */
export async function writeWhole(
  model: LanguageModel,
  prompt: Prompt,
  signal: AbortSignal,
): Promise<string> {
  let text = ''
  for await (const pieces of model.write(prompt, signal)) text += pieces.join('')
  return text
}
