import { describe, expect, test } from 'vitest'
import { fittingSettings, SavedWidgetSettings, WidgetSettings } from './widget-settings.ts'

const EVERY_KEY = {
  product_name: 'Acme Docs',
  logo_url: 'https://cdn.example.com/logo.svg',
  mode: 'search-only',
  position: 'bottom-left',
  theme: 'auto',
  theme_selector: 'html',
  accent: '#0b5c63',
  accent_dark: '#6cc',
  font: 'page',
  language: 'pt-BR',
  texts: { placeholder: 'Ask us anything' },
  starter_questions: ['How do I rotate a key?'],
  hide_branding: true,
  ai_tools: false,
  selection: false,
  hotkey: 'mod+k',
  deep_link: 'send',
  support_url: 'https://example.com/support',
  contact: false,
  disclaimer: '',
  push: '#main',
  default_filter: { version: ['2'] },
  form_selector: 'form.support',
}

describe('settings of a widget', () => {
  test('keep every key of its own, and those of others', () => {
    const settings = { ...EVERY_KEY, colours: { dark: [true, null, 1.5] } }
    expect(Object.keys(EVERY_KEY).sort()).toEqual(Object.keys(SavedWidgetSettings.shape).sort())
    expect(WidgetSettings.parse(settings)).toEqual(settings)
    expect(fittingSettings(settings)).toEqual(settings)
  })

  const wrong: Record<string, unknown>[] = [
    { product_name: ' ' },
    { logo_url: 'javascript:alert(1)' },
    { logo_url: 'data:image/svg+xml,<svg/>' },
    { mode: 'popup' },
    { position: 'top' },
    { theme: 'sepia' },
    { theme: { accent: '#06c' } },
    { accent: 'red' },
    { accent: '#0b5c63; background: url(//evil.example)' },
    { accent_dark: 'url(//evil.example)' },
    { font: 'Comic Sans' },
    { language: 'English, please' },
    { texts: ['Ask'] },
    { texts: { placeholder: 7 } },
    { texts: { placeholder: 'x'.repeat(501) } },
    { starter_questions: Array.from({ length: 9 }, () => 'Why?') },
    { starter_questions: [''] },
    { hide_branding: 'no' },
    { hotkey: 'press any key' },
    { deep_link: true },
    { support_url: 'mailto:help@example.com' },
    { form_selector: 'x'.repeat(201) },
  ]

  test.each(wrong)('are refused with %j', (fault) => {
    expect(WidgetSettings.safeParse({ ...EVERY_KEY, ...fault }).success).toBe(false)
  })

  test.each(wrong)('that were saved as %j come without that key', (fault) => {
    const [key = ''] = Object.keys(fault)
    const settings: Record<string, unknown> = { ...EVERY_KEY, ...fault, mine: 1 }
    const { [key]: _, ...rest } = settings
    expect(fittingSettings(settings)).toEqual(rest)
  })
})
