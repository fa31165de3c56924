import { expect, test } from 'vitest'
import { questionsFromTitles } from './questions-from-titles.ts'

/** Titles of Kubernetes' and GitHub's documentation, of docs/, and as products have them. */
const ENGLISH: readonly (readonly [title: string, question: string | null])[] = [
  ['Footnote documentation', null],
  ['The Acme docs', null],
  ['What runs in production is one built folder', null],
  ['What is kept of each format', 'What is kept of each format?'],
  ['What each kind of source reads', null],
  ['INTERNAL (500, stream)', null],
  // Steps.
  ['Install on Linux', 'How do I install on Linux?'],
  ['Installing on macOS', 'How do I install on macOS?'],
  ['Install and Set Up kubectl on Windows', 'How do I install and set up kubectl on Windows?'],
  ['Install the Python SDK', 'How do I install the Python SDK?'],
  ['Deploy With Docker', 'How do I deploy with Docker?'],
  ['Run on Kubernetes', 'How do I run on Kubernetes?'],
  ['Connect Slack', 'How do I connect Slack?'],
  ['Connecting To Google Drive', 'How do I connect to Google Drive?'],
  ['Migrating from Jenkins to GitHub Actions', 'How do I migrate from Jenkins to GitHub Actions?'],
  ['Upgrade from 1.x to 2.0', 'How do I upgrade from 1.x to 2.0?'],
  ['Migrating from v1 to v2', 'How do I migrate from v1 to v2?'],
  ['Upgrading to Node.js 24', 'How do I upgrade to Node.js 24?'],
  ['Change the default StorageClass', 'How do I change the default StorageClass?'],
  ['Get a Shell to a Running Container', 'How do I get a shell to a running container?'],
  ['Pull an Image from a Private Registry', 'How do I pull an image from a private registry?'],
  ['Generating a new SSH key', 'How do I generate a new SSH key?'],
  ['Adding or editing wiki pages', 'How do I add or edit wiki pages?'],
  ['Backing up a repository', 'How do I back up a repository?'],
  ['Canceling a GitHub Marketplace app', 'How do I cancel a GitHub Marketplace app?'],
  ['Cancelling your subscription', 'How do I cancel my subscription?'],
  ['Deleting your personal account', 'How do I delete my personal account?'],
  ['Setting up two-factor authentication', 'How do I set up two-factor authentication?'],
  ['Set up single sign-on', 'How do I set up single sign-on?'],
  ['Reset your password', 'How do I reset my password?'],
  ['Invite team members', 'How do I invite team members?'],
  ['Changing the embedding model', 'How do I change the embedding model?'],
  ['Searching over HTTP', 'How do I search over HTTP?'],
  ['Configure Jira', 'How do I configure Jira?'],
  ['Creating PostgreSQL service containers', 'How do I create PostgreSQL service containers?'],
  ['Working with SSH key passphrases', 'How do I work with SSH key passphrases?'],
  ['Troubleshooting email verification', 'How do I troubleshoot email verification?'],
  ['Getting started with the REST API', 'How do I get started with the REST API?'],
  ['Quickstart for GitHub Actions', 'How do I get started with GitHub Actions?'],
  ['Quick start with Docker', 'How do I get started with Docker?'],
  ['How to export your data', 'How do I export my data?'],
  ['Importing Data', 'How do I import data?'],
  ['Use webhooks', 'How do I use webhooks?'],
  ['Paying by invoice', 'How do I pay by invoice?'],
  ['Creating an account', 'How do I create an account?'],
  ['Log in with Google', 'How do I log in with Google?'],
  // Things.
  ['Audit log', 'What is the audit log?'],
  ['Billing cycle', 'What is the billing cycle?'],
  ['Rate limits', 'What are rate limits?'],
  ['Code scanning', 'What is code scanning?'],
  ['Role-based access control', 'What is role-based access control?'],
  ['Garbage Collection', 'What is Garbage Collection?'],
  ['Zero data retention', 'What is zero data retention?'],
  ['Embedding model', 'What is the embedding model?'],
  ['Source groups', 'What are source groups?'],
  ['Starter questions', 'What are starter questions?'],
  ['Keys and source groups', 'What are keys and source groups?'],
  ['Gateway API', 'What is the Gateway API?'],
  ['Persistent Volumes', 'What are Persistent Volumes?'],
  ['Pod Lifecycle', 'What is the Pod Lifecycle?'],
  ['Pull request reviews', 'What are pull request reviews?'],
  ['Roles in an organization', 'What are roles in an organization?'],
  ['Dependabot security updates', 'What are Dependabot security updates?'],
  ['GitHub Desktop', 'What is GitHub Desktop?'],
  ['Webhook events', 'What are webhook events?'],
  ['CAPTCHA', 'What is CAPTCHA?'],
  ['Single sign-on', 'What is single sign-on?'],
  ['Uptime monitoring', 'What is uptime monitoring?'],
  ['About secret scanning alerts', 'What are secret scanning alerts?'],
  ['About passkeys', 'What are passkeys?'],
  ['Introduction to dev containers', 'What are dev containers?'],
  ['Continuous integration', 'What is continuous integration?'],
  ['Introduction to billing and licensing', 'How do billing and licensing work?'],
  ['Container Runtime Interface (CRI)', 'What is the Container Runtime Interface (CRI)?'],
  ['Authentication', 'How does authentication work?'],
  ['About the REST API', 'What is the REST API?'],
  ['GITHUB_TOKEN', 'What is GITHUB_TOKEN?'],
  ['TIMEOUT (stream)', null],
  ['Scale on paper', null],
  ['Scale a Deployment', 'How do I scale a deployment?'],
  ['RATE_LIMITED (429)', 'What does RATE_LIMITED mean?'],
  ['kubectl rollout restart', 'What does kubectl rollout restart do?'],
  // Questions.
  ['Why is Git always asking for my credentials?', 'Why is Git always asking for my credentials?'],
  ['What Happens After A Node Restart', 'What happens after a node restart?'],
  ['What is kept of each format', 'What is kept of each format?'],
  ['When to use a startup probe', 'When should I use a startup probe?'],
  ['Can I change my plan later', 'Can I change my plan later?'],
  // Nothing that reads well.
  ['Quick start', null],
  ['Quickstart', null],
  ['Getting started', null],
  ['Installation', null],
  ['Running it yourself', null],
  ['Listing, renaming and deleting', null],
  ['verify kubectl install', null],
  ['resolve files', null],
  ['Problem with controller repository', null],
  ['Limit Storage Consumption', null],
  ['Sources: a site, a repository or files that stay in step', null],
  ['Kubernetes 1.30', null],
  ['Version 2.0', null],
  ['Best practices', null],
  ['Troubleshooting', null],
  ['Known issues', null],
  ['Enterprise', null],
  ['Settings', null],
  ['API', null],
  ['Advanced', null],
  ['Deprecated API Migration Guide', null],
  ['Suggested reading', null],
]

const OTHER: readonly (readonly [language: string, title: string, question: string | null])[] = [
  ['de', 'Installation unter Linux', 'Wie funktioniert die Installation unter Linux?'],
  ['de', 'Docker installieren', 'Wie kann ich Docker installieren?'],
  ['de', 'Rechnungen herunterladen', 'Wie kann ich Rechnungen herunterladen?'],
  ['de', 'Passwort zurücksetzen', 'Wie kann ich das Passwort zurücksetzen?'],
  ['de', 'Ihr Passwort ändern', 'Wie kann ich mein Passwort ändern?'],
  ['de', 'Zwei-Faktor-Authentifizierung', 'Was ist Zwei-Faktor-Authentifizierung?'],
  ['de', 'Schnellstart', null],
  ['de', 'Erste Schritte', null],
  ['de', 'Fehlerbehebung', null],
  ['fr', 'Installer sous Linux', 'Comment installer sous Linux ?'],
  ['fr', 'Réinitialiser le mot de passe', 'Comment réinitialiser le mot de passe ?'],
  ['fr', 'Exporter vos données', 'Comment exporter mes données ?'],
  ['fr', 'Démarrage rapide', null],
  ['fr', 'Dépannage', null],
]

test('titles together tell what can be counted', () => {
  const titles = [
    'Validating Admission Policy',
    'Reset token',
    'Create token',
    'Tokens',
    'Policies',
  ]
  const written = questionsFromTitles(
    titles.map((title) => ({ title, language: 'en' })),
    20,
  ).map(({ question }) => question)
  expect(written).toContain('How do I create a token?')
  expect(written.join(' ')).not.toMatch(/validate|reset|job with/i)
})

test.each([
  ['MCP server', 'Start servers', 'What is an MCP server?'],
  ['Widget', 'Style widgets', 'What is a Widget?'],
])('%s, where another title has more of them', (title, other, question) => {
  const titles = [title, other].map((text) => ({ title: text, language: 'en' }))
  expect(questionsFromTitles(titles, 9).map((written) => written.question)).toContain(question)
})

const ask = (title: string, language: string): string | null =>
  questionsFromTitles([{ title, language }], 1)[0]?.question ?? null

test.each(ENGLISH)('%s: %s', (title, question) => {
  expect(ask(title, 'en')).toBe(question)
})

test.each(OTHER)('%s, %s: %s', (language, title, question) => {
  expect(ask(title, language)).toBe(question)
})
