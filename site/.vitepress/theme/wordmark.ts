import { h } from 'vue'

export const Wordmark = () =>
  h('span', { class: 'wordmark' }, [
    h('img', { src: '/icon.svg', alt: '', width: 24, height: 24 }),
    h('span', 'Footnote'),
    h('span', { class: 'wordmark-one', 'aria-hidden': 'true' }, '¹'),
  ])
