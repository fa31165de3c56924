import pg from 'pg'

export type Tenant = { workspaceId: string; knowledgeBaseId: string }

/** Named, so that a connection plans it once. */
export const SET_TENANT = { name: 'set_tenant', text: 'select enter_tenant($1, $2)' }

export const settingOf = ({ workspaceId, knowledgeBaseId }: Tenant): string[] => [
  workspaceId,
  knowledgeBaseId,
]

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
 * A prepared statement that sees one tenant. The setting and the statement are sent together, before
 * one Sync: what lies between two Syncs is one transaction, so the setting ends with it.
 */
export class TenantQuery extends pg.Query {
  readonly #tenant: Tenant
  #isSetting = true

  constructor(
    tenant: Tenant,
    config: pg.QueryConfig,
    callback: (error: Error | undefined | null, result: pg.ResultBuilder) => void,
  ) {
    super(config, callback)
    this.#tenant = tenant
  }

  /** Called by `pg` to send the statement. */
  prepare(connection: Connection): void {
    const values = settingOf(this.#tenant)
    connection.bind({ portal: '', statement: SET_TENANT.name, values })
    connection.execute({ portal: '' })
    inherited.prepare.call(this, connection)
  }

  /** The first row is the setting's. */
  handleDataRow(message: unknown): void {
    if (!this.#isSetting) inherited.handleDataRow.call(this, message)
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isSetting) this.#isSetting = false
    else inherited.handleCommandComplete.call(this, message, connection)
  }
}

/** Whether this connection has prepared the setting. */
export function knowsSetting(client: pg.PoolClient): boolean {
  const connection: object = Reflect.get(client, 'connection')
  return SET_TENANT.name in Reflect.get(connection, 'parsedStatements')
}
