import type { MarkedToken, Token, Tokens } from 'marked'
import type { ComponentChildren, VNode } from 'preact'
import { Fragment } from 'preact'
import { Chip } from './chip.tsx'
import { CodeBlock } from './code-block.tsx'
import { markWords } from '../panel/plain-text.ts'
import { isCited, linkTo } from './links.ts'
import { splitMarkers } from './markers.ts'
import type { Scene } from './scene.ts'
import { Scroller } from './scroller.tsx'

// Tokens of other kinds come from extensions, and there are none.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const known = (token: Token) => token as MarkedToken

/** Draws one block. HTML and images come out as their text, whatever the model wrote. */
export function renderBlock(token: Token, scene: Scene): VNode | null {
  const block = known(token)
  switch (block.type) {
    case 'paragraph':
      return <p dir="auto">{renderInlines(block.tokens, scene)}</p>
    case 'heading':
      // The question is the heading above; what the answer has stands below it.
      return (
        <h4 dir="auto" class="heading">
          {renderInlines(block.tokens, scene)}
        </h4>
      )
    case 'list':
      return renderList(block, scene)
    case 'code':
      return <CodeBlock code={block.text} language={block.lang ?? ''} isWhole={scene.isSettled} />
    case 'blockquote':
      return <blockquote>{block.tokens.map((each) => renderBlock(each, scene))}</blockquote>
    case 'table':
      return renderTable(block, scene)
    case 'hr':
      return <hr />
    case 'space':
    case 'def':
      return null
    case 'text':
      return <>{renderInlines(block.tokens ?? [block], scene)}</>
    case 'html':
      return <p dir="auto">{renderText(block.text, scene)}</p>
    case 'list_item':
    case 'br':
    case 'checkbox':
    case 'codespan':
    case 'del':
    case 'em':
    case 'escape':
    case 'image':
    case 'link':
    case 'strong':
      return <p dir="auto">{renderInlines([block], scene)}</p>
  }
}

function renderList({ ordered, start, items }: Tokens.List, scene: Scene): VNode {
  const children = items.map((item, index) => (
    <li key={index}>{item.tokens.map((each) => renderBlock(each, scene))}</li>
  ))
  return ordered ? (
    <ol start={Number(start) || 1} dir="auto">
      {children}
    </ol>
  ) : (
    <ul dir="auto">{children}</ul>
  )
}

function renderTable({ header, rows }: Tokens.Table, scene: Scene): VNode {
  const cells = (row: Tokens.TableCell[], Cell: 'th' | 'td') =>
    row.map(({ tokens }, index) => (
      <Cell key={index} dir="auto">
        {renderInlines(tokens, scene)}
      </Cell>
    ))
  return (
    <Scroller class="table">
      <table>
        <thead>
          <tr>{cells(header, 'th')}</tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

const renderInlines = (tokens: readonly Token[] | undefined, scene: Scene): ComponentChildren =>
  tokens?.map((token) => renderInline(token, scene))

function renderInline(token: Token, scene: Scene): ComponentChildren {
  const inline = known(token)
  switch (inline.type) {
    case 'strong':
      return <strong>{renderInlines(inline.tokens, scene)}</strong>
    case 'em':
      return <em>{renderInlines(inline.tokens, scene)}</em>
    case 'del':
      return <del>{renderInlines(inline.tokens, scene)}</del>
    case 'codespan':
      return <code dir="ltr">{inline.text}</code>
    case 'br':
      return <br />
    case 'link':
      return renderLink(inline, scene)
    case 'image':
      return inline.text
    case 'checkbox':
      return inline.checked ? '☑ ' : '☐ '
    case 'escape':
      return inline.text
    case 'text':
      if (inline.tokens) return renderInlines(inline.tokens, scene)
      return renderText(inline.text, scene)
    case 'html':
    case 'paragraph':
    case 'heading':
    case 'blockquote':
    case 'code':
    case 'list':
    case 'list_item':
    case 'table':
    case 'hr':
    case 'def':
    case 'space':
      return renderText(inline.raw, scene)
  }
}

function renderLink({ href, text, tokens }: Tokens.Link, scene: Scene): ComponentChildren {
  // `[1]: https://…` makes a link of every marker. A marker stays a marker.
  if (/^\d+$/.test(text)) return renderText(`[${text}]`, scene)
  if (!isCited(href, scene.citations)) return renderInlines(tokens, scene)
  return (
    <a class="link" {...linkTo(href)} onClick={() => scene.onLink(href)}>
      {renderInlines(tokens, scene)}
    </a>
  )
}

function renderText(text: string, scene: Scene): ComponentChildren {
  const chip = (index: number) => <Chip key={index} index={index} scene={scene} />
  return splitMarkers(text, scene.numbers).map((segment, index) =>
    'text' in segment ? (
      renderMarked(segment.text, scene)
    ) : (
      <Fragment key={index}>
        <span class="together">
          {segment.before}
          {segment.after}
          {segment.indexes.slice(0, 1).map(chip)}
        </span>
        {segment.indexes.slice(1).map(chip)}
      </Fragment>
    ),
  )
}

const renderMarked = (text: string, { marked }: Scene): ComponentChildren =>
  marked.size === 0
    ? text
    : markWords(text, marked).map((part, index) =>
        part.isMarked ? <mark key={index}>{part.text}</mark> : part.text,
      )
