/** Names of systems, languages and services that documentation speaks of, as they are written. */
const NAMES: ReadonlySet<string> = new Set(
  'Linux Windows Debian Ubuntu Fedora Alpine Android Docker Podman Kubernetes Helm Terraform Ansible Jenkins Travis Git Bitbucket Dependabot Copilot Codespaces Jira Confluence Slack Discord Notion Zapier Stripe Google Microsoft Azure Amazon Apple Cloudflare Netlify Vercel Heroku Okta Auth0 Keycloak Salesforce Zendesk Intercom Shopify Figma Excel Outlook Visual Chrome Firefox Safari Python Java Kotlin Swift Rust Ruby Rails Django Flask Laravel Symfony Angular Svelte Astro Redis Valkey Kafka Elasticsearch Prometheus Grafana Sentry Datadog Apache Nginx Maven Gradle Jekyll Hugo Markdown Unicode'.split(
    ' ',
  ),
)

/** Names of two words. */
const SECOND_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    Google: 'Drive Cloud Sheets Docs Calendar Analytics Workspace Chrome',
    Docker: 'Compose Desktop Hub Swarm',
    Microsoft: 'Teams Entra',
    Visual: 'Studio',
    Studio: 'Code',
    Amazon: 'Web',
    Web: 'Services',
    Apple: 'Silicon',
  }).map(([first, words]) => [first, new Set(words.split(' '))]),
)

/** Written small also in title case, which says nothing about the title's case. */
const COMMANDS: ReadonlySet<string> = new Set(
  'kubectl kubeadm kubelet etcd containerd crictl systemd npm npx yarn pnpm pip cargo git curl ssh'.split(
    ' ',
  ),
)

export const isKnownName = (word: string, before = ''): boolean =>
  NAMES.has(word) || (SECOND_WORDS.get(before)?.has(word) ?? false)

export const isCommand = (word: string): boolean => COMMANDS.has(word)
