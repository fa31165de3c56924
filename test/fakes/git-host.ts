/** Git's own server, with repositories that a test makes. */
export type { TestRepository } from '../../server/src/connectors/testing/git-server.ts'
export {
  createTestRepository,
  serveGit,
  writeTree,
} from '../../server/src/connectors/testing/git-server.ts'
