import { useData, withBase } from 'vitepress'
import { defineComponent, h } from 'vue'
import { AskButton } from './ask-button.ts'
import type { SiteTheme } from './site-theme.ts'

/** More pages of a section than these are left to its menu. */
const SHOWN = 10

/** Every section with its pages. */
export const Front = defineComponent({
  setup() {
    const { theme } = useData<SiteTheme>()
    return () =>
      h('main', { class: 'front' }, [
        h('h1', 'Documentation'),
        h('p', { class: 'front-lead' }, [
          'Footnote answers readers’ questions from your documentation, with a source for every sentence. New here: the ',
          h('a', { href: withBase('/guides/quick-start') }, 'quick start'),
          ' takes about five minutes.',
        ]),
        theme.value.hasWidget ? h(AskButton, { large: true }) : null,
        h('hr', { class: 'front-rule' }),
        h(
          'div',
          { class: 'front-sections' },
          theme.value.sections.map(({ text, summary, items }) =>
            h('section', [
              h('h2', text),
              h('p', summary),
              h(
                'ul',
                items
                  .slice(0, items.length > SHOWN ? 1 : SHOWN)
                  .map((item) =>
                    h('li', h('a', { href: withBase(item.link), target: item.target }, item.text)),
                  ),
              ),
            ]),
          ),
        ),
      ])
  },
})
