import type { Config } from '../config/config.ts'
import type { SignInDeps } from '../http/oauth/deps.ts'

type Parts = Omit<SignInDeps, 'secrets' | 'publicUrl' | 'mailAllowance' | 'maxClients'> & {
  secrets: SignInDeps['secrets'] | null
}

/** What readers' sign-in needs. null: it needs a public address and a key for its secrets. */
export function signInDeps(config: Config, { secrets, ...parts }: Parts): SignInDeps | null {
  if (config.PUBLIC_URL === undefined || secrets === null) return null
  return {
    ...parts,
    secrets,
    publicUrl: config.PUBLIC_URL,
    mailAllowance: {
      perAddressPerDay: config.SIGN_IN_MAILS_PER_ADDRESS_PER_DAY,
      perKnowledgeBasePerDay: config.SIGN_IN_MAILS_PER_DAY,
    },
    maxClients: config.SIGN_IN_MAX_CLIENTS,
  }
}
