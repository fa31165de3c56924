import { useData, withBase } from 'vitepress'
import { defineComponent, h } from 'vue'
import { AskButton } from './ask-button.ts'
import type { SiteTheme } from './site-theme.ts'

/** Every section with its pages. A section that is one folder is left to its own list. */
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
          theme.value.sections.map(({ text, summary, items, collapsed }) =>
            h('section', [
              h('h2', text),
              h('p', summary),
              h(
                'ul',
                items
                  .slice(0, collapsed ? 1 : items.length)
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
