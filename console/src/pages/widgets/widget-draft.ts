import type { Widget, WidgetInput } from '@footnote/client/admin'
import type { PreviewOptions } from '../../preview/protocol.ts'
import { fromLines, toLines } from '../../ui/lines.ts'

export const MODES = ['floating', 'modal', 'sidebar', 'inline', 'search-only'] as const
export type Mode = (typeof MODES)[number]
export const THEMES = ['auto', 'light', 'dark'] as const
export const POSITIONS = ['bottom-right', 'bottom-left'] as const

/** A widget while it is edited; empty texts are those that are not set. */
export type WidgetDraft = {
  name: string
  isEnabled: boolean
  origins: string
  voice: string
  mode: Mode
  theme: (typeof THEMES)[number]
  position: (typeof POSITIONS)[number]
  productName: string
  accent: string
  /** In the place of the word that the reader’s language has for it. */
  launcherLabel: string
  disclaimer: string
  supportUrl: string
  /** Whether it offers to ask a person, where the knowledge base does. */
  hasContact: boolean
}

const textIn = (config: Readonly<Record<string, unknown>>, name: string): string => {
  const value = config[name]
  return typeof value === 'string' ? value : ''
}

/** Texts of the widget that were replaced, by their names. */
function textsIn({ texts }: Widget['config']): Record<string, string> {
  const isText = (entry: [string, unknown]): entry is [string, string] =>
    typeof entry[1] === 'string'
  return Object.fromEntries(Object.entries(texts ?? {}).filter(isText))
}

const oneOf = <const Value extends string>(
  [first, ...others]: readonly [Value, ...Value[]],
  value: unknown,
): Value => others.find((one) => one === value) ?? first

export const getMode = ({ config }: Widget): Mode => oneOf(MODES, config['mode'])

export const toDraft = (widget: Widget): WidgetDraft => ({
  name: widget.name,
  isEnabled: widget.enabled,
  origins: fromLines(widget.allowed_origins),
  voice: widget.voice,
  mode: getMode(widget),
  theme: oneOf(THEMES, widget.config['theme']),
  position: oneOf(POSITIONS, widget.config['position']),
  productName: textIn(widget.config, 'product_name'),
  accent: textIn(widget.config, 'accent'),
  launcherLabel: textIn(textsIn(widget.config), 'ask'),
  disclaimer: textIn(widget.config, 'disclaimer'),
  supportUrl: textIn(widget.config, 'support_url'),
  hasContact: widget.config['contact'] !== false,
})

/** Keys of the configuration that the form does not know stay as they are. */
export function toInput(draft: WidgetDraft, saved: Widget): WidgetInput {
  const { mode, theme, position } = draft
  const texts = {
    product_name: draft.productName,
    accent: draft.accent,
    disclaimer: draft.disclaimer,
    support_url: draft.supportUrl,
  }
  const others = Object.entries(saved.config).filter(
    ([name]) => !(name in texts) && name !== 'contact' && name !== 'texts',
  )
  const given = Object.entries(texts).filter(([, value]) => value.trim() !== '')
  const { ask: _, ...ownTexts } = textsIn(saved.config)
  const label = draft.launcherLabel.trim()
  const allTexts = label === '' ? ownTexts : { ...ownTexts, ask: label }
  return {
    name: draft.name,
    enabled: draft.isEnabled,
    allowed_origins: toLines(draft.origins),
    voice: draft.voice,
    config: {
      ...Object.fromEntries(others),
      ...Object.fromEntries(given),
      ...(Object.keys(allTexts).length > 0 ? { texts: allTexts } : {}),
      ...(draft.hasContact ? {} : { contact: false }),
      mode,
      theme,
      position,
    },
  }
}

/** For the preview: the widget's own names, and every one of them, so that a cleared field clears. */
export const toPreview = (draft: WidgetDraft): PreviewOptions => ({
  mode: draft.mode,
  theme: draft.theme,
  position: draft.position,
  productName: draft.productName,
  accent: /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(draft.accent) ? draft.accent : '',
  launcherLabel: draft.launcherLabel,
  supportUrl: draft.supportUrl,
  contact: draft.hasContact,
  ...(draft.disclaimer === '' ? {} : { disclaimer: draft.disclaimer }),
})
