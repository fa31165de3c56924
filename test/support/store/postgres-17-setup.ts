import { Client } from 'pg'
import type { TestProject } from 'vitest/node'

/** After store-setup: on any other version these tests would prove nothing that the others do not. */
export async function setup(project: TestProject): Promise<void> {
  const { adminDatabaseUrl } = project.getProvidedContext().services
  const client = new Client({ connectionString: adminDatabaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    const version = rows[0]?.server_version
    if (!version?.startsWith('17.')) {
      throw new Error(
        `This is PostgreSQL ${version}. Run these tests with: scripts/check postgres17`,
      )
    }
  } finally {
    await client.end()
  }
}
