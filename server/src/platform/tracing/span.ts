import { AsyncLocalStorage } from 'node:async_hooks'

/** Never what a reader typed: that is `setText`'s. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer'

/** A step of a trace that is recorded. */
export type Span = {
  /** For jobs that continue the trace in another process. */
  readonly traceparent: string
  start(name: string, attributes?: Attributes, kind?: SpanKind): Span
  set(attributes: Attributes): void
  /** A moment within it. */
  note(name: string): void
  /** From here on the trace may hold readers' text, if the deployment wants it to. */
  allowText(): void
  setText(name: string, text: () => string): void
  /** With what was thrown, or a code that says how it failed. */
  end(error?: unknown): void
}

export type SpanStart = {
  kind: SpanKind
  attributes?: Attributes
  /** Of what caused it, in the form of the W3C. One is continued, several are linked. */
  causes?: readonly string[]
}

export type Tracing = {
  /** Undefined: this trace is not recorded. */
  begin(name: string, start: SpanStart): Span | undefined
  close(): Promise<void>
}

export const NO_TRACING: Tracing = { begin: () => undefined, close: async () => undefined }

const current = new AsyncLocalStorage<Span>()

/** The step that this code is part of; undefined: nothing is recorded. */
export const currentSpan = (): Span | undefined => current.getStore()

export const within = <Result>(span: Span, work: () => Result): Result => current.run(span, work)

/** Runs a step, and records it where its trace is recorded. */
export function traced<Result>(
  name: string,
  work: () => Promise<Result>,
  attributes?: Attributes,
): Promise<Result> {
  return recorded(current.getStore()?.start(name, attributes), work)
}

/** Runs what the span stands for, and ends it. */
export function recorded<Result>(
  span: Span | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  return span ? endedWith(span, work) : work()
}

async function endedWith<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await current.run(span, work)
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}
