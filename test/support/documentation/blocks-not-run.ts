/** A block that test/acceptance/documented-commands.test.ts leaves out. */
export type BlockNotRun = {
  file: string
  /** How the block begins. */
  begins: string
  /** What runs it instead, or why nothing here can. */
  because: string
}

const DOCKER = 'needs Docker; test/unit/compose-file.test.ts and scripts/image check what they can'
const CLUSTER = 'needs a Kubernetes cluster; test/unit/kubernetes.test.ts renders what is applied'
const PGBACKREST = 'needs a server with pgBackRest; npm run chaos -- restore'
const PACKAGES = 'npm run release:rehearse installs the packages and types this'
export const QUICK_START = 'test/acceptance/quick-start.test.ts'

export const BLOCKS_NOT_RUN: readonly BlockNotRun[] = [
  { file: 'README.md', begins: 'export ONNXRUNTIME_NODE_INSTALL', because: QUICK_START },
  { file: 'README.md', begins: 'scripts/install-system', because: QUICK_START },
  { file: 'README.md', begins: 'grep', because: QUICK_START },
  { file: 'README.md', begins: 'for name in', because: DOCKER },
  { file: 'cli/README.md', begins: 'npm install', because: PACKAGES },
  {
    file: 'RELEASING.md',
    begins: 'npm run release:rehearse',
    because: 'nothing is published from here',
  },
  {
    file: 'CONTRIBUTING.md',
    begins: 'export ONNXRUNTIME_NODE_INSTALL',
    because: '.ci/run types this',
  },
  { file: 'CONTRIBUTING.md', begins: 'docker compose', because: DOCKER },
  { file: 'docs/guides/quick-start.md', begins: 'scripts/install-system', because: QUICK_START },
  { file: 'docs/guides/quick-start.md', begins: 'grep', because: QUICK_START },
  { file: 'docs/guides/quick-start.md', begins: 'npm install', because: PACKAGES },
  { file: 'docs/guides/quick-start.md', begins: 'for name in', because: DOCKER },
  {
    file: 'docs/guides/answer-diffs.md',
    begins: 'footnote diff',
    because: 'needs a repository; test/acceptance/answer-diffs.test.ts makes one',
  },
  {
    file: 'docs/guides/slack.md',
    begins: 'export SLACK_BOT_TOKEN',
    because: 'asks Slack; test/acceptance/slack-calls.test.ts asks a fake of it',
  },
  {
    file: 'docs/guides/discord.md',
    begins: 'export DISCORD_BOT_TOKEN',
    because: 'asks Discord; test/acceptance/discord.test.ts asks a fake of it',
  },
  {
    file: 'docs/guides/github-answers.md',
    begins: 'export GITHUB_APP_ID',
    because: 'asks GitHub; test/acceptance/github-app.test.ts asks a fake of it',
  },
  {
    file: 'docs/guides/answer-models.md',
    begins: 'curl -X PUT',
    because: 'asks the provider before it saves; test/acceptance/answer-model.test.ts',
  },
  {
    file: 'docs/guides/cells.md',
    begins: 'footnote cells add',
    because: 'writes to /etc/nginx; test/acceptance/cells.test.ts',
  },
  {
    file: 'docs/guides/cells.md',
    begins: 'export CELL=00',
    because: 'needs two installations; test/acceptance/move.test.ts',
  },
  {
    file: 'docs/guides/cells.md',
    begins: 'footnote workspaces delete',
    because: 'needs a restored database; test/acceptance/move-restored.test.ts',
  },
  {
    file: 'docs/guides/client.md',
    begins: 'npm install',
    because: 'test/browser/packages.test.ts',
  },
  {
    file: 'docs/guides/client.md',
    begins: 'node ask.mjs',
    because: 'test/browser/packages.test.ts',
  },
  { file: 'docs/guides/operations.md', begins: 'docker compose exec', because: DOCKER },
  {
    file: 'docs/guides/high-availability.md',
    begins: 'scripts/cluster up',
    because: 'downloads a cluster of three nodes; npm run chaos -- failover runs it',
  },
  {
    file: 'docs/guides/integrations.md',
    begins: 'footnote webhooks create',
    because: 'posts to Slack; test/unit/integrations-guide.test.ts',
  },
  { file: 'docs/guides/kubernetes.md', begins: 'docker build', because: DOCKER },
  { file: 'docs/guides/kubernetes.md', begins: 'kubectl', because: CLUSTER },
  { file: 'docs/guides/kubernetes.md', begins: 'helm', because: CLUSTER },
  {
    file: 'docs/guides/operations.md',
    begins: 'export DATABASE_URL',
    because: 'changes the passwords of all databases; test/acceptance/database-roles.test.ts',
  },
  {
    file: 'docs/guides/operations.md',
    begins: 'pg_dump',
    because: 'test/acceptance/restore.test.ts',
  },
  { file: 'docs/guides/operations.md', begins: 'psql', because: 'test/acceptance/restore.test.ts' },
  { file: 'docs/guides/operations.md', begins: 'pgbackrest', because: PGBACKREST },
  { file: 'docs/guides/operations.md', begins: 'export CELL=zz', because: PGBACKREST },
  {
    file: 'docs/guides/python.md',
    begins: 'pip install',
    because: 'test/python/python-client.test.ts builds the wheel, and runs from it',
  },
  {
    file: 'docs/guides/python.md',
    begins: 'python3 ask.py',
    because: 'test/acceptance/python-client.test.ts runs each example of the guide',
  },
  {
    file: 'docs/guides/reembedding.md',
    begins: 'footnote reembed',
    because: 'needs a second model; test/acceptance/reembed.test.ts',
  },
  {
    file: 'docs/guides/sources.md',
    begins: 'footnote sources pages $SOURCE --sync --state gone',
    because: 'shows two commands to choose from; test/acceptance/sources.test.ts',
  },
]
