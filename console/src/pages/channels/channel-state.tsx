import type { Channel } from '@footnote/client/admin'
import type { Tone } from '../../ui/pill.tsx'
import { Pill } from '../../ui/pill.tsx'
import { t } from './texts.ts'

type State = keyof typeof t.channels.states

const TONES: Readonly<Record<State, Tone>> = {
  unconnected: 'neutral',
  connected: 'ok',
  failing: 'bad',
  off: 'warn',
}

function stateOf({ enabled, connection, problem }: Channel): State {
  if (!connection) return 'unconnected'
  if (!enabled) return 'off'
  return problem ? 'failing' : 'connected'
}

export function ChannelPill({ channel }: { channel: Channel }) {
  const state = stateOf(channel)
  return <Pill tone={TONES[state]}>{t.channels.states[state]}</Pill>
}
