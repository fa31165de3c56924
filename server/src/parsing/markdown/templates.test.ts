import { expect, test } from 'vitest'
import { parseMarkdown } from './markdown.ts'

const texts = (content: string) => parseMarkdown(content).blocks.map(({ text }) => text)

test('Hugo: shortcodes show what a reader of the site would see, never nothing in a sentence', () => {
  const page = [
    'A {{< glossary_tooltip term_id=\'replica-set\' >}} keeps {{< glossary_tooltip text="Pods" term_id="pod" >}}.',
    '{{< feature-state for_k8s_version="v1.24" state="stable" >}}',
    '{{% code_sample file="pods/simple.yaml" %}}',
    '{{< warning >}}\nThis deletes data.\n{{< /warning >}}',
    'Install v{{< skew currentVersion >}} from {{< param "docs" >}}, or [{{< latest-version >}}]({{< ref "x" >}}).',
    '{{< include "common.md" >}}',
    '{{< figure src="a.svg" alt="The control plane" >}}',
    '## {{% heading "whatsnext" %}}',
  ].join('\n\n')
  expect(texts(page)).toEqual([
    'A replica set keeps Pods.',
    'FEATURE STATE: Kubernetes v1.24, stable',
    '`pods/simple.yaml`',
    'Warning: This deletes data.',
    'Install vX.Y from docs, or latest version.',
    'The control plane',
    "What's next",
  ])
})

test('Hugo: a tab that names a language holds code, and no headings', () => {
  const tab = (attributes: string, content: string) =>
    `{{< tab ${attributes} >}}\n${content}\n{{< /tab >}}`
  const page = [
    '# Volumes',
    '{{< tabs name="examples" >}}',
    tab('name="Windows node" codelang="yaml"', '---\n# mount C:\\Data\nkind: Pod'),
    tab('header="Linux" lang="sh"', '# as root\napt install'),
    tab('name="Helm"', 'Run **it**.'),
    '{{< /tabs >}}',
    'After.',
  ].join('\n')
  const { blocks } = parseMarkdown(page)
  expect(blocks.filter(({ kind }) => kind === 'heading')).toMatchObject([{ text: 'Volumes' }])
  expect(texts(page).slice(1)).toEqual([
    'Windows node',
    '---\n# mount C:\\Data\nkind: Pod',
    'Linux',
    '# as root\napt install',
    'Helm',
    'Run it.',
    'After.',
  ])
})

test('GitHub: variables are names, steps kept elsewhere are named, other tags go with their lines', () => {
  const page = [
    'Use {% data variables.product.prodname_code_scanning %} on {% data variables.product.github %}.',
    '{% ifversion ghes %}\n\nAsk your {% ifversion ghec %}owner{% else %}admin{% endif %}.\n\n{% endif %}',
    '{% data reusables.repositories.navigate-to-repo %}\n1. Click **{% octicon "gear" aria-hidden="true" %} Settings**.\n1. {% data reusables.repositories.save_it %}',
    '{% data reusables.gated-features.some-note %}',
    'Click {% octicon "kebab-horizontal" aria-label="More" %}, see [AUTOTITLE](/a/locking-it#why).',
    '| A |\n|---|\n| 1 |\n{% ifversion fpt %}\n| 2 |\n{% endif %}',
    '{% mac %}\n\nRun it.\n\n{% endmac %}',
    '{% comment %}\nhidden\n{% endcomment %}',
    '```yaml\n{% raw %}\nrun: ${{ github.ref }}\n{% endraw %}\nurl: {% data variables.product.product_url %}\n```',
    'Read `{% raw %}${{ github.ref }}{% endraw %}`.',
  ].join('\n\n')
  expect(texts(page)).toEqual([
    'Use Code Scanning on GitHub.',
    'Ask your owneradmin.',
    '1. Navigate to repo\n2. Click Settings.\n3. Save it',
    'Click More, see Locking it.',
    '1\n2',
    'macOS:',
    'Run it.',
    'run: ${{ github.ref }}\nurl: github.com',
    'Read `${{ github.ref }}`.',
  ])
})

test('Jekyll: highlighted code is code, an include shows its content, values their name', () => {
  const page = [
    '{% include note.html content="Back up first." %}',
    '{% highlight ruby %}\nputs "{{ site.x }}"\n{% endhighlight %}',
    'Of {{ site.title }}, see [it]({% link _posts/a.md %}). Write `{% include %}` and {% raw %}{{ page.a }}{% endraw %}.',
    '```jinja\n{% if a %}{{ b }}{% endif %}\n```',
  ].join('\n\n')
  expect(texts(page)).toEqual([
    'Back up first.',
    'puts "{{ site.x }}"',
    'Of title, see it. Write `{% include %}` and {{ page.a }}.',
    '{% if a %}{{ b }}{% endif %}',
  ])
})

test('MkDocs: admonitions and tabs are read by their titles and what they hold', () => {
  const page = [
    '# Install {: #setup .big }',
    '!!! warning "Mind the gap"\n    First.\n\n    ```sh\n    !!! run\n    ```\n\nAfter.',
    '=== "Linux"\n\n    ??? tip\n        Use apt.\n\n=== "macOS"\n\n    Use brew.',
    '[Buy](/buy){ .md-button } now.\n{: .note }',
    '--8<-- "snippets/a.md"',
    '```\n=== "not a tab"\n```',
  ].join('\n\n')
  expect(parseMarkdown(page).blocks[0]).toMatchObject({ text: 'Install', anchor: 'setup' })
  expect(texts(page).slice(1)).toEqual([
    'Mind the gap:',
    'First.',
    '!!! run',
    'After.',
    'Linux:',
    'Tip:',
    'Use apt.',
    'macOS:',
    'Use brew.',
    'Buy now.',
    '=== "not a tab"',
  ])
})

test('VitePress and Docusaurus: included files by name, badges by text, no contents, no comments', () => {
  const page = [
    '<script setup>\nimport A from "./a.vue"\n</script>',
    '# API <Badge type="tip" text="beta" />',
    '[[toc]]',
    '<<< @/snippets/a.ts{1,3}',
    'Of {{ $frontmatter.title }} {/* hidden */}here.',
    ':::tip[Hint]\nDo it.\n:::',
  ].join('\n\n')
  expect(texts(page)).toEqual(['API beta', '`@/snippets/a.ts`', 'Of title here.', 'Hint', 'Do it.'])
})
