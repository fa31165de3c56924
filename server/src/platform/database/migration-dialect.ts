import type { DatabaseIntrospector, Kysely } from 'kysely'
import { PostgresDialect, sql } from 'kysely'

/**
 * For the migrator, which asks before each migration whether its two tables exist. The dialect would
 * read every column of every table for that, which is more work than most migrations.
 */
export class MigrationDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return {
      getSchemas: () => super.createIntrospector(db).getSchemas(),
      async getTables() {
        const { rows } = await sql<{ schema: string; name: string }>`
          select schemaname as schema, tablename as name from pg_tables
          where schemaname not in ('pg_catalog', 'information_schema')`.execute(db)
        return rows.map((table) => ({ ...table, isView: false, isForeign: false, columns: [] }))
      },
    }
  }
}
