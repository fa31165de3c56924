import type { Citation } from '@footnote/client'
import type { ReactNode } from 'react'
import { Fragment, memo } from 'react'
import { groupSections } from '../../../widget/src/answer/group-sections.ts'
import type { MarkedToken, Token, Tokens } from '../../../widget/src/answer/parse.ts'
import { parseMarkdown } from '../../../widget/src/answer/parse.ts'
import {
  numberCitations,
  splitMarkers,
  withoutHalfMarker,
} from '../../../widget/src/answer/markers.ts'

type Numbers = ReadonlyMap<number, number>
type Scene = { numbers: Numbers; isSettled: boolean; hasLinks?: boolean }

type AnswerTextProps = {
  text: string
  citations: readonly Citation[]
  isSettled: boolean
  /** The text is sections of the documentation, as the widget shows them: one open, the others folded. */
  isQuoted?: boolean
  /** For the text of a page, which names its sources itself. An answer's links are its citations. */
  hasLinks?: boolean
}

/** An answer as the widget reads it: markdown that never becomes HTML, with a chip for each marker. */
export const AnswerText = memo(
  ({ text, citations, isSettled, isQuoted = false, hasLinks = false }: AnswerTextProps) => {
    const scene = { numbers: numberCitations(text, citations, isSettled), isSettled, hasLinks }
    const blocks = parseMarkdown(isSettled ? text : withoutHalfMarker(text))
    return (
      <div className="flex flex-col gap-3 text-base">
        {isQuoted && isSettled ? renderSections(blocks, scene) : renderBlocks(blocks, scene)}
      </div>
    )
  },
)

const renderSections = (blocks: readonly Token[], scene: Scene): ReactNode =>
  groupSections(blocks).map(({ heading, blocks: inside }, at) => (
    <details key={at} open={at === 0} className="rounded-card border border-line px-4 py-2.5">
      <summary dir="auto" className="cursor-pointer font-semibold">
        {heading}
      </summary>
      <div className="mt-2.5 flex flex-col gap-3">{renderBlocks(inside, scene)}</div>
    </details>
  ))

// Tokens of other kinds come from extensions, and there are none.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const known = (token: Token) => token as MarkedToken

function renderBlock(token: Token, scene: Scene): ReactNode {
  const block = known(token)
  switch (block.type) {
    case 'paragraph':
      return <p dir="auto">{renderInlines(block.tokens, scene)}</p>
    case 'heading':
      return <p className="font-semibold">{renderInlines(block.tokens, scene)}</p>
    case 'list':
      return renderList(block, scene)
    case 'code':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <pre
          tabIndex={0}
          className="overflow-x-auto rounded-card bg-sunken px-3.5 py-3 font-mono text-sm"
        >
          {block.text}
        </pre>
      )
    case 'blockquote':
      return (
        <blockquote className="border-l-2 border-line pl-3">
          {renderBlocks(block.tokens, scene)}
        </blockquote>
      )
    case 'table':
      return renderTable(block, scene)
    case 'hr':
      return <hr className="border-line" />
    case 'space':
    case 'def':
      return null
    case 'text':
      return renderInlines(block.tokens ?? [block], scene)
    case 'html':
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
      return <p dir="auto">{renderInline(block, scene)}</p>
  }
}

const renderBlocks = (tokens: readonly Token[], scene: Scene): ReactNode =>
  tokens.map((each, at) => <Fragment key={at}>{renderBlock(each, scene)}</Fragment>)

function renderList({ ordered, start, items }: Tokens.List, scene: Scene): ReactNode {
  const children = items.map((item, at) => <li key={at}>{renderBlocks(item.tokens, scene)}</li>)
  return ordered ? (
    <ol start={Number(start) || 1} className="list-decimal pl-6">
      {children}
    </ol>
  ) : (
    <ul className="list-disc pl-6">{children}</ul>
  )
}

const renderTable = ({ header, rows }: Tokens.Table, scene: Scene): ReactNode => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
  <div className="overflow-x-auto" tabIndex={0} role="group">
    <table className="border-collapse text-sm">
      <thead>
        <tr>
          {header.map(({ tokens }, at) => (
            <th key={at} className="border-b border-line px-2 py-1 text-start">
              {renderInlines(tokens, scene)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, rowAt) => (
          <tr key={rowAt}>
            {row.map(({ tokens }, at) => (
              <td key={at} className="border-b border-line px-2 py-1">
                {renderInlines(tokens, scene)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const renderInlines = (tokens: readonly Token[] | undefined, scene: Scene): ReactNode =>
  tokens?.map((token, at) => <Fragment key={at}>{renderInline(token, scene)}</Fragment>)

function renderInline(token: Token, scene: Scene): ReactNode {
  const inline = known(token)
  switch (inline.type) {
    case 'strong':
      return <strong>{renderInlines(inline.tokens, scene)}</strong>
    case 'em':
      return <em>{renderInlines(inline.tokens, scene)}</em>
    case 'codespan':
      return <code className="rounded bg-sunken px-1 font-mono">{inline.text}</code>
    case 'br':
      return <br />
    case 'link':
      return scene.hasLinks && /^https?:/i.test(inline.href) ? (
        <a href={inline.href} target="_blank" rel="noreferrer" className="underline">
          {renderInlines(inline.tokens, scene)}
        </a>
      ) : (
        renderInlines(inline.tokens, scene)
      )
    case 'text':
      return inline.tokens ? renderInlines(inline.tokens, scene) : renderText(inline.text, scene)
    case 'escape':
    case 'image':
      return inline.text
    case 'del':
      return <del>{renderInlines(inline.tokens, scene)}</del>
    case 'checkbox':
      return inline.checked ? '☑ ' : '☐ '
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

const renderText = (text: string, { numbers, isSettled }: Scene): ReactNode =>
  splitMarkers(text, numbers).map((segment, at) =>
    'text' in segment ? (
      segment.text
    ) : (
      <span key={at} className="whitespace-nowrap">
        {segment.before}
        {segment.indexes.map((index) => (
          <Chip key={index} number={numbers.get(index) ?? index} isSettled={isSettled} />
        ))}
        {segment.after}
      </span>
    ),
  )

/** Outlined while unchecked, filled once its passage supports the statement. */
const Chip = ({ number, isSettled }: { number: number; isSettled: boolean }) => (
  <span
    className={`mx-0.5 inline-block min-w-[17px] rounded-chip px-1 text-center align-[4px] text-[0.71875rem]/4 font-semibold tabular-nums ${isSettled ? 'bg-tint text-accent' : 'text-ink-2 ring-1 ring-edge ring-inset'}`}
  >
    {number}
  </span>
)
