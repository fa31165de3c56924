/** Settings from the environment, read once by main.ts. */
export type Settings = {
  readonly url: string | undefined
  readonly token: string | undefined
  /** Of `--knowledge-base` and `--key`, where they are left out. */
  readonly knowledgeBase: string | undefined
  readonly key: string | undefined
  readonly databaseUrl: string | undefined
  readonly keyPepper: string | undefined
}

export const DEFAULT_URL = 'http://127.0.0.1:8080'
