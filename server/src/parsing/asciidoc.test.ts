import { expect, test } from 'vitest'
import { parseAsciidoc } from './asciidoc.ts'

const blocks = async (content: string) => (await parseAsciidoc(content)).blocks

test('a page is read as its readers see it', async () => {
  const page = `= Installing Acme
Ada Lovelace <ada@example.com>
:toc:
:lang: de
:tool: Acme CLI

The {tool} needs xref:node.adoc#versions[Node 24] or \`later\`.

include::partial$setup.adoc[]

== Install the {tool}

. Run this:
+
[source,bash]
----
npm install acme # <1>
acme up
----
<1> Takes a minute.
. Then *sign in*.

NOTE: Keep your key safe.

[%header]
|===
|Name |Default
|port |8080
|===

image::planes.svg[The control plane]

[#own]
=== Save
Press kbd:[Ctrl+S], or menu:File[Save].
`
  expect(await parseAsciidoc(page)).toEqual({
    title: 'Installing Acme',
    language: 'de',
    publishedAt: undefined,
    canonicalUrl: undefined,
    blocks: [
      { kind: 'heading', text: 'Installing Acme', depth: 1 },
      { kind: 'text', text: 'The Acme CLI needs Node 24 or `later`.' },
      { kind: 'heading', text: 'Install the Acme CLI', depth: 2, anchor: 'install-the-acme-cli' },
      { kind: 'list', text: '1. Run this:' },
      { kind: 'code', text: 'npm install acme #\nacme up', language: 'bash' },
      { kind: 'list', text: '  1. Takes a minute.\n2. Then sign in.' },
      { kind: 'text', text: 'Note:' },
      { kind: 'text', text: 'Keep your key safe.' },
      { kind: 'table', headerRow: 'Name | Default', text: 'port | 8080' },
      { kind: 'text', text: 'The control plane' },
      { kind: 'heading', text: 'Save', depth: 3, anchor: 'own' },
      { kind: 'text', text: 'Press Ctrl+S, or File › Save.' },
    ],
  })
})

test('anchors are those of GitHub and Antora, unless the document chooses others', async () => {
  const headings = async (content: string) =>
    (await blocks(content)).map((block) => (block.kind === 'heading' ? block.anchor : null))
  expect(await headings('== Get started now')).toEqual(['get-started-now'])
  expect(await headings(':idprefix: _\n:idseparator: _\n\n== Get started now')).toEqual([
    '_get_started_now',
  ])
})

test('a document reads no file and no other address', async () => {
  const page = `:url: https://docs.example.com/secret.adoc
:allow-uri-read:

include::/etc/passwd[]
include::{url}[opts=optional]
 include::/etc/hosts[]

[%header,format=csv]
|===
include::/etc/passwd[]
|===

image::/etc/passwd[opts=inline]
plantuml::/etc/passwd[]
`
  const text = (await blocks(page)).map((block) => block.text).join('\n')
  expect(text).not.toMatch(/root:|localhost/)
})
