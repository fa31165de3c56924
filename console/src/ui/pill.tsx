import type { ReactNode } from 'react'

export type Tone = 'ok' | 'warn' | 'bad' | 'neutral' | 'accent'

const TONES: Record<Tone, string> = {
  ok: 'bg-ok-tint text-ok',
  warn: 'bg-warn-tint text-warn',
  bad: 'bg-danger-tint text-danger',
  neutral: 'bg-sunken text-ink-2',
  accent: 'bg-tint text-accent',
}

export const Pill = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span
    className={`inline-block rounded-full px-[7px] text-xs/[18px] font-[550] whitespace-nowrap ${TONES[tone]}`}
  >
    {children}
  </span>
)
