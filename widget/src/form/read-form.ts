import type { Options } from '../shared/options.ts'

export type Written = { readonly subject: string; readonly description: string }

const MAX_SUBJECT_CHARACTERS = 500
const MAX_DESCRIPTION_CHARACTERS = 10_000

/** What the reader wrote: by the given selectors, else the first text area and a subject-like field. */
export function readForm(
  form: HTMLFormElement,
  { formSubject, formDescription }: Pick<Options, 'formSubject' | 'formDescription'>,
): Written | undefined {
  const subject = valueOf(form, formSubject ?? '[name*="subject" i], [name*="title" i]')
  const description = valueOf(form, formDescription ?? 'textarea')
  if (description.trim() === '') return undefined
  return {
    subject: subject.slice(0, MAX_SUBJECT_CHARACTERS),
    description: description.slice(0, MAX_DESCRIPTION_CHARACTERS),
  }
}

function valueOf(form: HTMLFormElement, selector: string): string {
  const field = form.querySelector(selector)
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  return isField ? field.value : ''
}
