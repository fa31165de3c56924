/** Two things side by side, each pattern with a group for either. English, German, French, Spanish. */
const COMPARED: readonly RegExp[] = [
  /\bdifferences? between (.{2,80}?) and (.{2,80}?)\s*\??$/iu,
  /\bcompare (.{2,80}?) (?:and|with|to) (.{2,80}?)\s*[.?]?$/iu,
  /(.{2,80}?)\s+(?:vs\.?|versus|instead of|rather than|compared (?:to|with))\s+(.{2,80}?)\s*\??$/iu,
  /\bunterschied zwischen (.{2,80}?) und (.{2,80}?)\s*\??$/iu,
  /\bdifférences? entre (.{2,80}?) et (.{2,80}?)\s*\??$/iu,
  /\bdiferencias? entre (.{2,80}?) y (.{2,80}?)\s*\??$/iu,
]
const TWO_QUESTIONS =
  /^(.{8,200}?)(?:\?\s+|,?\s+(?:and|und|et|y)\s+)((?:how|what|why|when|where|which|who|can|wie|was|warum|wann|wo|comment|pourquoi|cómo|qué)\b.{4,200})$/iu

/** The two things that a question compares or asks for; [] when it asks for one. */
export function questionParts(question: string): string[] {
  const text = question.trim()
  for (const pattern of [TWO_QUESTIONS, ...COMPARED]) {
    const found = pattern.exec(text)
    if (found?.[1] !== undefined && found[2] !== undefined) return [found[1], found[2]]
  }
  return []
}
