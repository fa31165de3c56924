const FENCE_LINE = /^[ \t]*(?:`{3,}|~{3,})[^`\n]{0,60}$\n?/gm

/** A passage as it is searched and excerpted: code without its fences. */
export const withoutFences = (content: string): string =>
  content.replaceAll(FENCE_LINE, '').trimEnd()
