import { useData } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { defineComponent, h } from 'vue'
import { AskButton } from './ask-button.ts'
import type { SiteTheme } from './site-theme.ts'
import { Wordmark } from './wordmark.ts'

/** VitePress's layout with Footnote's name, and its search where others have theirs. */
export const Layout = defineComponent({
  setup() {
    const { theme } = useData<SiteTheme>()
    return () =>
      h(DefaultTheme.Layout, null, {
        'nav-bar-title-before': () => h(Wordmark),
        ...(theme.value.hasWidget ? { 'nav-bar-content-before': () => h(AskButton) } : {}),
      })
  },
})
