/** `{% name parameters %}`. A longer one is no tag, and neither is one over several lines. */
const TAG = /\{%-?[ \t]*([a-z_]{1,40})\b([^\n]{0,300}?)-?%\}/g
/** Only GitHub's documentation has these tags, so the rest of the page is Liquid too, in code as well. */
const GITHUB = /\{%-?[ \t]*(?:data|ifversion|octicon)[ \t]/
/** What a site puts in: `{{ site.title }}`, `{{ $frontmatter.title }}`. Others may be meant as text. */
const VALUE =
  /\{\{-?[ \t]*(?:site|page|layout|include|\$frontmatter)\.([\w.-]{1,100})[^{}\n]{0,100}\}\}/g
/** Not `${{ github.ref }}`, which GitHub's pages are about. */
const GITHUB_VALUE = /(?<!\$)\{\{-?[ \t]*([A-Za-z_][\w.]{0,100})[^{}\n]{0,100}\}\}/g
/** A link to another page of GitHub's documentation, which is shown by that page's title. */
const AUTOTITLE = /\[AUTOTITLE\]\(([^()\s]{1,300})\)/g

/** Sections for one system or tool, by what readers choose. */
const SYSTEMS: Readonly<Record<string, string>> = {
  mac: 'macOS',
  windows: 'Windows',
  linux: 'Linux',
  cli: 'GitHub CLI',
  webui: 'In the browser',
  desktop: 'GitHub Desktop',
  powershell: 'PowerShell',
  vscode: 'Visual Studio Code',
}

/** Names that their variable does not spell out. */
const VARIABLES: Readonly<Record<string, string>> = {
  github: 'GitHub',
  company_short: 'GitHub',
  product_location: 'GitHub',
  product_url: 'github.com',
  oauth_host_code: 'github.com',
  prodname_dotcom: 'GitHub',
  prodname_dotcom_the_website: 'GitHub.com',
  prodname_ghe_server: 'GitHub Enterprise Server',
  prodname_ghe_cloud: 'GitHub Enterprise Cloud',
  prodname_enterprise: 'GitHub Enterprise',
  prodname_emus: 'Enterprise Managed Users',
  prodname_actions: 'GitHub Actions',
  prodname_cli: 'GitHub CLI',
  prodname_codeql: 'CodeQL',
  prodname_codeql_cli: 'CodeQL CLI',
  prodname_copilot: 'GitHub Copilot',
  prodname_desktop: 'GitHub Desktop',
  prodname_github_app: 'GitHub App',
  prodname_github_apps: 'GitHub Apps',
  prodname_github_codespaces: 'GitHub Codespaces',
  prodname_marketplace: 'GitHub Marketplace',
  prodname_mobile: 'GitHub Mobile',
  prodname_oauth_app: 'OAuth app',
  prodname_oauth_apps: 'OAuth apps',
  prodname_pages: 'GitHub Pages',
  prodname_registry: 'GitHub Packages',
  prodname_vs: 'Visual Studio',
  prodname_vscode: 'Visual Studio Code',
  prodname_vscode_shortname: 'VS Code',
  pat_generic: 'personal access token',
  pat_generic_caps: 'Personal access token',
  pat_generic_plural: 'personal access tokens',
  pat_generic_caps_plural: 'Personal access tokens',
  pat_v1_caps: 'Personal access token (classic)',
  pat_v1_caps_plural: 'Personal access tokens (classic)',
  pat_v2_caps: 'Fine-grained personal access token',
  pat_v1: 'personal access token (classic)',
  pat_v1_plural: 'personal access tokens (classic)',
  pat_v2: 'fine-grained personal access token',
  pat_v2_plural: 'fine-grained personal access tokens',
  pat_v2_caps_plural: 'Fine-grained personal access tokens',
  product_name_short: 'Git LFS',
  product_name_long: 'Git Large File Storage',
  github_support: 'GitHub Support',
}

/** A step that is kept in another file and has only its name here. */
const KEPT_STEP =
  /^([ \t]*)(\d{1,3}\.[ \t]+)?\{%-?[ \t]*(?:data|indented_data_reference)[ \t]+reusables\.([\w.-]{1,200})[^%\n]{0,100}%\}[ \t]*$/
const STEP = /^[ \t]*\d{1,3}\.[ \t]/

/** Reads the tags of Liquid, line by line: Jekyll's, and those of GitHub's documentation. */
export type Liquid = {
  /** null: nothing but tags that show nothing; an empty line would end a table. */
  prose(line: string): string | null
  code(line: string): string | null
}

const RAW = /\{%-?[ \t]*(?:end)?raw[ \t]*-?%\}/g
const END_HIGHLIGHT = /^[ \t]*\{%-?[ \t]*endhighlight[ \t]*-?%\}/

export function readLiquid(source: string): Liquid {
  const isGitHub = GITHUB.test(source)
  let isRaw = false
  let isComment = false
  let isHighlighted = false

  /** What stands between `{% raw %}` and `{% endraw %}` shows as it is. */
  function replaceTags(line: string, shown: Shown): string {
    let text = ''
    let position = 0
    const add = (part: string) => {
      if (!isComment) text += isRaw ? part : shown.text(part)
    }
    for (const match of line.matchAll(TAG)) {
      const [tag, name = '', parameters = ''] = match
      add(line.slice(position, match.index))
      position = match.index + tag.length
      if (name === 'endraw') isRaw = false
      else if (isRaw) text += tag
      else if (name === 'raw') isRaw = true
      else if (name === 'comment') isComment = true
      else if (name === 'endcomment') isComment = false
      else if (!isComment) text += shown.tag(name, parameters)
      // `**{% octicon … %} Save**`: a space within the marks would leave them as text.
      if (/[*[]$/.test(text) && line[position] === ' ') position += 1
    }
    add(line.slice(position))
    return text
  }

  const value = isGitHub ? GITHUB_VALUE : VALUE
  const prose: Shown = {
    tag: proseText,
    text: (part) =>
      part.replaceAll(AUTOTITLE, titledLink).replaceAll(value, (_value, name) => lastWords(name)),
  }

  return {
    prose(line) {
      if (!isComment && !line.includes('{') && !line.includes('[AUTOTITLE]')) return line
      // Inline code of a page that is not GitHub's may be about tags.
      const parts = isGitHub ? [line] : line.split(/(`[^`]*`)/)
      const text = parts
        .map((part, at) => (at % 2 === 1 ? part : replaceTags(part, prose)))
        .join('')
      if (!isGitHub) isHighlighted = /^\s*```/.test(text) && line.includes('highlight')
      return isEmptied(line, text) ? null : text
    },
    code(line) {
      if (isHighlighted && END_HIGHLIGHT.test(line)) return '```'
      const text = isGitHub ? replaceTags(line, CODE) : line.replaceAll(RAW, '')
      return isEmptied(line, text) ? null : text
    },
  }
}

const isEmptied = (line: string, text: string): boolean => text.trim() === '' && line.trim() !== ''

/** What shows of a tag, and of the text between tags. */
type Shown = { tag: (name: string, parameters: string) => string; text: (part: string) => string }

function proseText(name: string, parameters: string): string {
  if (name === 'highlight') return `\`\`\`${parameters.trim().split(/\s/)[0] ?? ''}`
  if (name === 'octicon')
    return isHidden(parameters) ? '' : (parameter(parameters, 'aria-label') ?? '')
  if (name === 'include') return parameter(parameters, 'content') ?? ''
  if (name === 'data') return variable(parameters)
  const system = SYSTEMS[name]
  return system === undefined ? '' : `\n${system}:\n`
}

const CODE: Shown = {
  tag: (name, parameters) => (name === 'data' ? variable(parameters) : ''),
  text: (part) => part,
}

/** An icon beside its own name. */
const isHidden = (parameters: string): boolean => parameter(parameters, 'aria-hidden') === 'true'

/** `variables.product.prodname_code_scanning` is "Code Scanning". Text kept elsewhere is not known. */
function variable(parameters: string): string {
  const [kind = '', ...path] = parameters.trim().split('.')
  if (kind !== 'variables') return ''
  const name = path.at(-1) ?? ''
  const known = VARIABLES[name]
  if (known !== undefined) return known
  const text = lastWords(name.replace(/^prodname_/, '').replace(/_(?:short|caps)$/, ''))
  const isName = name.startsWith('prodname_') || name.startsWith('copilot_')
  return isName ? text.replaceAll(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase()) : text
}

function parameter(parameters: string, name: string): string | undefined {
  const at = parameters.indexOf(`${name}=`)
  return at === -1 ? undefined : /^["']([^"']*)/.exec(parameters.slice(at + name.length + 1))?.[1]
}

/** The page's own title is not known; its address says nearly the same. */
function titledLink(_link: string, target: string): string {
  const page =
    target
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? ''
  return `[${capitalised(lastWords(page))}](${target})`
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const lastWords = (path: string): string =>
  (path.split('.').at(-1) ?? '').replaceAll(/[-_]/g, ' ').trim()

/** A step kept elsewhere by its name, or the steps around it would be all that readers see. */
export function nameKeptSteps(lines: readonly string[]): string[] {
  const named = lines.map((line) => KEPT_STEP.exec(line))
  const isStep = lines.map((line, index) => STEP.test(line) || named[index]?.[2] !== undefined)
  // Steps without a number of their own stand next to those with one.
  for (let index = 1; index < lines.length; index += 1)
    isStep[index] ||= named[index] !== null && isStep[index - 1] === true
  for (let index = lines.length - 2; index >= 0; index -= 1)
    isStep[index] ||= named[index] !== null && isStep[index + 1] === true
  return lines.map((line, index) => {
    const match = named[index]
    if (!match || isStep[index] !== true) return line
    return `${match[1] ?? ''}${match[2] ?? '1. '}${capitalised(lastWords(match[3] ?? ''))}`
  })
}
