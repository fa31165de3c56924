import { t as shared } from '../../texts.ts'

const forms = {
  title: 'Forms',
  lead: 'Before readers send a support form, they see the answer your pages already have. Many then have no need to send it.',
  form: 'Your form',
  selector: 'Form',
  selectorHint: 'A CSS selector, such as form.contact or #support.',
  subject: 'Subject field',
  subjectHint: 'Leave empty to use the field with “subject” or “title” in its name.',
  description: 'Message field',
  descriptionHint: 'Leave empty to use the first text area.',
  widget: 'Widget',
  widgetHint: 'Sets the look and the allowed origins. Without one, any page may use the key.',
  noWidget: 'No saved widget',
  snippet: 'Snippet',
  html: 'HTML',
  snippetLead: 'Add it to the page with the form.',
  needsKey:
    'The snippet needs a public key. A key is shown only once, so create one for this snippet.',
  makeKey: 'Create a key for this snippet',
  keyName: 'Support form',
  keyOfWidget: (name: string) => `Support form with ${name}`,
  preview: 'Try it',
  previewNote: 'Write what a reader would write, then send it. Nothing is stored or counted.',
}

export const t = { ...shared, forms }
