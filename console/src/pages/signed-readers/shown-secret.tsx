import { Code } from '../../ui/copy.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { t } from './texts.ts'

type ShownSecretProps = { name: string; secret: string; onClose: () => void }

export const ShownSecret = ({ name, secret, onClose }: ShownSecretProps) => (
  <ShownOnce title={name} note={t.signers.shownOnce} onClose={onClose}>
    <Code label={t.signers.secret} text={secret} />
  </ShownOnce>
)
