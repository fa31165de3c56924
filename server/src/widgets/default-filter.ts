import type { LabelFilter } from '@footnote/contract/labels'
import { fittingSettings } from '@footnote/contract/widget-settings'
import type { Widget } from './widgets.ts'

/** What a widget limits questions to that its page does not limit. */
export const findDefaultFilter = (
  widget: Pick<Widget, 'config'> | null | undefined,
): LabelFilter | undefined => (widget ? fittingSettings(widget.config).default_filter : undefined)
