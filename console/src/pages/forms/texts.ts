import { t as shared } from '../../texts.ts'

const forms = {
  title: 'Forms',
  lead: 'Before a support form is sent, the reader sees the answer that your pages already have. Many forms are then never sent.',
  form: 'Your form',
  selector: 'The form',
  selectorHint: 'A CSS selector, such as form.contact or #support.',
  subject: 'Its subject field',
  subjectHint: 'Leave empty for the field whose name has “subject” or “title” in it.',
  description: 'Its text field',
  descriptionHint: 'Leave empty for the first text area.',
  widget: 'Widget',
  widgetHint: 'Its look and its allowed origins count. Without one, any page may use the key.',
  noWidget: 'No saved widget',
  snippet: 'Snippet',
  html: 'HTML',
  snippetLead: 'Put it on the page with the form.',
  needsKey: 'The snippet needs a public key. Keys are shown once, so make one for it.',
  makeKey: 'Make a key for this snippet',
  keyName: 'Support form',
  keyOfWidget: (name: string) => `Support form with ${name}`,
  preview: 'Try it',
  previewNote: 'Write what a reader would write, and send it. Nothing is stored or counted.',
}

export const t = { ...shared, forms }
