import { defineComponent, h, onMounted, ref } from 'vue'

declare global {
  interface Window {
    Footnote?: { open(): Promise<void> }
  }
}

/** Opens the widget, which searches while one types and asks with Enter. Ctrl K does the same. */
export const AskButton = defineComponent({
  props: { large: Boolean },
  setup({ large }) {
    const key = ref('Ctrl K')
    onMounted(() => {
      if (/Mac|iPhone|iPad/.test(navigator.platform)) key.value = '⌘ K'
    })
    return () =>
      h(
        'button',
        {
          type: 'button',
          class: ['ask', { 'ask-large': large }],
          onClick: () => void window.Footnote?.open(),
        },
        [
          h('svg', { viewBox: '0 0 18 18', 'aria-hidden': 'true' }, [
            h('circle', { cx: 8, cy: 8, r: 5.25 }),
            h('path', { d: 'm12 12 3.5 3.5' }),
          ]),
          h('span', large ? 'Ask a question or search' : 'Search or ask'),
          h('kbd', key.value),
        ],
      )
  },
})
