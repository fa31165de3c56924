const SHORTCODE = /\{\{[<%].*?[>%]\}\}|\{%.*?%\}/gs

/** Words alone: no markdown, template tags or markers, straight quotes, single spaces. */
export const plainText = (text: string): string =>
  text
    .replace(SHORTCODE, (tag) => /\btext="([^"]*)"/.exec(tag)?.[1] ?? ' ')
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/\s?\[(?:\d{1,3}|\?)\](?!\w)/g, '')
    .replace(/<\/?[a-z][^>\n]{0,200}>/gi, ' ')
    .replace(/[*`\\]/g, '')
    .replace(/[#>|]/g, ' ')
    .replace(/(?<!\w)_|_(?!\w)/g, '')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
