import type { SourceCredentialInput, SourceInput } from '@footnote/client/admin'
import type { FakeApi } from '../../fakes/fake-api.ts'

/** A page as its author writes it in the other product. */
export type AuthoredPage = { readonly title: string; readonly text: string }

/** A product whose content comes over its API, as a fake that speaks it. */
export type ApiProduct = {
  readonly api: FakeApi
  readonly settings: SourceInput['settings']
  readonly credential: SourceCredentialInput
  /** What the console is told: labels of fields, and what goes into them. */
  readonly form: {
    readonly kind: string
    readonly fields: Readonly<Record<string, string>>
    readonly choices?: Readonly<Record<string, string>>
  }
  readonly signIn: { readonly kind: string; readonly fields: Readonly<Record<string, string>> }
  /** How the console describes who signed in. */
  readonly signedIn: string
  /** What a test of the credential says that it can read. */
  readonly reads: string
  /** Adds the page, or changes the one with this number. */
  put(number: number, page: AuthoredPage): void
  remove(number: number): void
  /** The credential is no longer accepted. */
  revoke(): void
  /** The same credential is accepted again. */
  restore(): void
  close(): Promise<void>
}
