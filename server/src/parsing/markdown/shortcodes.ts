/** Anything longer is an unclosed marker and stays as it is. */
const MAX_SHORTCODE_LENGTH = 2000

/**
 * Replaces Hugo's `{{< … >}}` and `{{% … %}}` with what they show. Like Hugo, it does so in code too.
 * Each closing marker is searched for once.
 */
export function replaceShortcodes(source: string): string {
  const out: string[] = []
  let position = 0
  let isInCodeTab = false
  for (;;) {
    const start = source.indexOf('{{', position)
    if (start === -1) break
    const kind = source[start + 2]
    const end = kind === '<' || kind === '%' ? shortcodeEnd(source, start, kind) : -1
    if (end === -1) {
      out.push(source.slice(position, start + 2))
      position = start + 2
      continue
    }
    out.push(source.slice(position, start))
    const inner = source.slice(start + 3, end).trim()
    position = end + 3
    if (isInCodeTab && CLOSING_TAB.test(inner)) {
      isInCodeTab = false
      out.push(CODE_END)
      continue
    }
    const shown = shortcodeText(inner, hasWordsBeside(source, start, end + 3))
    if (shown === null) position = commentEnd(source, position)
    else out.push(shown)
    isInCodeTab ||= opensCodeTab(inner)
  }
  out.push(source.slice(position))
  return out.join('')
}

function shortcodeEnd(source: string, start: number, kind: '<' | '%'): number {
  const window = source.slice(start + 3, start + 3 + MAX_SHORTCODE_LENGTH)
  const end = window.indexOf(kind === '<' ? '>}}' : '%}}')
  return end === -1 ? -1 : start + 3 + end
}

/** Whether it stands in a sentence rather than on a line of its own, or as the target of a link. */
const hasWordsBeside = (source: string, start: number, end: number): boolean =>
  /[^\s(]\s?$/.test(source.slice(Math.max(0, start - 2), start)) ||
  /^\s?[^\s)]/.test(source.slice(end, end + 2).replace(/\n.*/s, ''))

/** Headings that Kubernetes' theme looks up. */
const HEADINGS: Readonly<Record<string, string>> = {
  prerequisites: 'Before you begin',
  whatsnext: "What's next",
  seealso: 'See also',
  cleanup: 'Clean up',
  objectives: 'Objectives',
  synopsis: 'Synopsis',
  options: 'Options',
  optionsparentcmd: 'Options inherited from parent commands',
  inheritedflags: 'Inherited flags',
}

const NOTES = /^(?:note|warning|caution|tip|important|info|danger)$/
const FILES = /^(?:code_sample|code|codenew|example|readfile)$/
/** The target of a link, text that is kept elsewhere, or what only holds tabs. */
const SILENT = /^(?:ref|relref|url|baseurl|absurl|include|tabs|tabpane)$/

const CODE_END = '\n```\n'
const CLOSING_TAB = /^\/\s*tab$/

/** A tab of Kubernetes' theme or of Docsy may hold code without a fence. */
const codeLanguage = (tab: Parameters): string | undefined => tab.get('codelang') ?? tab.get('lang')
const opensCodeTab = (inner: string): boolean =>
  /^tab\s/.test(inner) && codeLanguage(toParameters(inner)) !== undefined

/** null: a comment follows. */
function shortcodeText(inner: string, isInSentence: boolean): string | null {
  if (inner.startsWith('/*')) return `{{< ${inner.replace(/^\/\*|\*\/$/g, '').trim()} >}}`
  const name = /^\/?\s*([\w-]{1,60})/.exec(inner)?.[1] ?? ''
  const closing = inner.startsWith('/')
  if (name === 'comment') return closing ? '' : null
  if (name === 'highlight' || name === 'mermaid') {
    const language = /^highlight\s+"?([\w+#-]+)/.exec(inner)?.[1] ?? name
    return closing ? CODE_END : codeStart(language)
  }
  if (closing) return ''
  return openingText(name, toParameters(inner), isInSentence)
}

type Parameters = ReadonlyMap<string, string>

function openingText(name: string, parameters: Parameters, isInSentence: boolean): string {
  const first = parameters.get('') ?? ''
  const file = parameters.get('file') ?? first
  if (name === 'heading') return HEADINGS[first] ?? first
  if (name === 'tab') {
    const title = around('\n\n', parameters.get('name') ?? parameters.get('header') ?? '')
    const language = codeLanguage(parameters)
    return language === undefined ? title : title + codeStart(language)
  }
  if (name === 'skew') return 'X.Y'
  if (name === 'feature-state') return featureState(parameters)
  if (FILES.test(name)) return around('`', file)
  const shown =
    parameters.get('text') ??
    parameters.get('title') ??
    (name === 'figure' ? parameters.get('alt') : null) ??
    parameters.get('caption') ??
    parameters.get('summary')
  if (shown !== undefined && shown !== '') return shown
  if (NOTES.test(name)) return `${capitalised(name)}:`
  const term = parameters.get('term_id')
  if (term !== undefined) return words(term)
  if (!isInSentence || SILENT.test(name)) return ''
  return words(name === 'param' ? first : name)
}

function featureState(parameters: Parameters): string {
  const version = parameters.get('for_k8s_version')
  const parts = [
    parameters.get('feature_gate_name') ?? (version === undefined ? '' : `Kubernetes ${version}`),
    parameters.get('state') ?? '',
  ]
  return `FEATURE STATE: ${parts.filter((part) => part !== '').join(', ')}`
}

const PARAMETER = /(?:(?<![\w-])([\w-]{1,60})\s?=\s?)?(?:"([^"]*)"|'([^']*)')/g

/** By name; the first without a name as ''. */
function toParameters(inner: string): Parameters {
  const parameters = new Map<string, string>()
  for (const [, name = '', double, single] of inner.matchAll(PARAMETER)) {
    if (!parameters.has(name)) parameters.set(name, double ?? single ?? '')
  }
  return parameters
}

const codeStart = (language: string): string => `\n\`\`\`${language}\n`

const around = (marks: string, text: string): string => (text === '' ? '' : marks + text + marks)

const words = (name: string): string => name.replaceAll(/[-_]/g, ' ')

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

function commentEnd(source: string, from: number): number {
  const end = /\{\{[<%]\s*\/comment\s*[>%]\}\}/g
  end.lastIndex = from
  return end.test(source) ? end.lastIndex : source.length
}
