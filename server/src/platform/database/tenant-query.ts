import pg from 'pg'

export type Tenant = { workspaceId: string; knowledgeBaseId: string }

/** What a statement of a tenant is sent with: it sets the tenant. Named, so that a connection plans it once. */
export type Entry = { name: string; text: string; values: readonly (string | null)[] }

export const entryOf = ({ workspaceId, knowledgeBaseId }: Tenant): Entry => ({
  name: 'set_tenant',
  text: 'select enter_tenant($1, $2)',
  values: [workspaceId, knowledgeBaseId],
})

/** What of `pg`'s connection is used here; its types leave it out. */
type Connection = {
  bind(message: { portal: string; statement: string; values: readonly unknown[] }): void
  execute(message: { portal: string }): void
}

type Inherited = {
  prepare(connection: Connection): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Connection): void
}

const inherited: Inherited = Object.create(pg.Query.prototype)

/**
 * A prepared statement that sees one tenant. Its entry and the statement are sent together, before one
 * Sync: what lies between two Syncs is one transaction, so the setting and the locks of the entry end with
 * it, and the reply has come when it is committed.
 */
export class TenantQuery extends pg.Query {
  readonly #entry: Entry
  #isEntering = true

  constructor(
    entry: Entry,
    config: pg.QueryConfig,
    callback: (error: Error | undefined | null, result: pg.ResultBuilder) => void,
  ) {
    super(config, callback)
    this.#entry = entry
  }

  /** Called by `pg` to send the statement. */
  prepare(connection: Connection): void {
    const { name, values } = this.#entry
    connection.bind({ portal: '', statement: name, values })
    connection.execute({ portal: '' })
    inherited.prepare.call(this, connection)
  }

  /** The first row is the entry's. */
  handleDataRow(message: unknown): void {
    if (!this.#isEntering) inherited.handleDataRow.call(this, message)
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isEntering) this.#isEntering = false
    else inherited.handleCommandComplete.call(this, message, connection)
  }
}

/** Whether this connection has prepared the entry. */
export function knowsEntry(client: pg.PoolClient, { name }: Entry): boolean {
  const connection: object = Reflect.get(client, 'connection')
  return name in Reflect.get(connection, 'parsedStatements')
}
