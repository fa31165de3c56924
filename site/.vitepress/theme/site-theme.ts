import type { DefaultTheme } from 'vitepress'
import type { MenuSection } from '../../src/menu.ts'

export interface SiteTheme extends DefaultTheme.Config {
  readonly sections: readonly MenuSection[]
  readonly hasWidget: boolean
}
