import { startWidget } from '../loader/widget.ts'
import type { WidgetApi, WidgetOptions } from './types.ts'

export type { WidgetApi, WidgetOptions } from './types.ts'

/** Draws the widget on this page, as the script tag does. */
export function createWidget(options: WidgetOptions): WidgetApi {
  return startWidget({
    url: `${options.baseUrl ?? location.origin}/`,
    data: options,
    importPanel: () => import('../panel/main.tsx'),
  })
}
