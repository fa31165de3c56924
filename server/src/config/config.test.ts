import { expect, test } from 'vitest'
import { ConfigError } from './config-error.ts'
import { Environment, readConfig } from './config.ts'

const NEEDED = {
  DATABASE_URL: 'postgres://localhost/footnote',
  ADMIN_TOKEN: 'a token of 24 characters',
  KEY_PEPPER: 'a pepper of at least 32 characters',
  EMBEDDING_MODEL_DIR: '/models',
}
const read = (answer: Record<string, string>) => readConfig({ ...NEEDED, ...answer })

test('without a word of it there is no answering model, and the limits are 60 and 20 seconds', () => {
  expect(read({})).toMatchObject({
    answer: null,
    ANSWER_TIMEOUT_SECONDS: 60,
    ANSWER_IDLE_TIMEOUT_SECONDS: 20,
    ALLOW_PRIVATE_MODEL_HOSTS: false,
  })
})

test.each([
  [
    { ANSWER_PROVIDER: 'anthropic', ANSWER_API_KEY: 'k' },
    { settings: { provider: 'anthropic', model: 'm' }, apiKey: 'k' },
  ],
  [
    { ANSWER_PROVIDER: 'openai-compatible', ANSWER_BASE_URL: 'http://localhost:11434/v1' },
    {
      settings: {
        provider: 'openai-compatible',
        model: 'm',
        base_url: 'http://localhost:11434/v1',
      },
      apiKey: undefined,
    },
  ],
  [
    { ANSWER_PROVIDER: 'azure', ANSWER_RESOURCE: 'mine', ANSWER_API_KEY: 'k' },
    { settings: { provider: 'azure', model: 'm', resource: 'mine' }, apiKey: 'k' },
  ],
  [
    { ANSWER_PROVIDER: 'bedrock', ANSWER_REGION: 'eu-central-1', ANSWER_API_KEY: 'k' },
    { settings: { provider: 'bedrock', model: 'm', region: 'eu-central-1' }, apiKey: 'k' },
  ],
])('$ANSWER_PROVIDER is read', (environment, answer) => {
  expect(read({ ANSWER_MODEL: 'm', ...environment }).answer).toEqual(answer)
})

const TRACED = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/otlp/' }
const MODEL = { ANSWER_MODEL: 'm', ANSWER_API_KEY: 'k' }

test.each([
  [{ ANSWER_PROVIDER: 'nobody', ...MODEL }, /ANSWER_PROVIDER/],
  [{ ANSWER_PROVIDER: 'openai', ANSWER_API_KEY: 'k' }, /needs ANSWER_MODEL/],
  [{ ANSWER_PROVIDER: 'openai', ANSWER_MODEL: 'm' }, /needs ANSWER_API_KEY/],
  [{ ...MODEL }, /need ANSWER_PROVIDER/],
  [{ ANSWER_PROVIDER: 'openai-compatible', ...MODEL }, /ANSWER_BASE_URL/],
  [{ ANSWER_PROVIDER: 'bedrock', ...MODEL }, /ANSWER_REGION/],
  [{ ANSWER_PROVIDER: 'azure', ...MODEL }, /ANSWER_RESOURCE/],
  [{ ANSWER_PROVIDER: 'openai', ANSWER_REGION: 'eu-west-1', ...MODEL }, /ANSWER_REGION.*not used/],
  [{ ANSWER_PROVIDER: 'azure', ANSWER_RESOURCE: 'a.evil.com/', ...MODEL }, /ANSWER_RESOURCE/],
  [{ ANSWER_TIMEOUT_SECONDS: '1' }, /ANSWER_TIMEOUT_SECONDS/],
  [{ SECRETS_KEY: 'short' }, /SECRETS_KEY/],
  [{ FETCH_ALLOWED_PRIVATE_HOSTS: 'wiki, 10.0.0.0/40' }, /10\.0\.0\.0\/40/],
  [{ FETCH_USER_AGENT: 'two words/1' }, /FETCH_USER_AGENT/],
  [{ FETCH_MAX_MB: '0' }, /FETCH_MAX_MB/],
  [{ PUBLIC_URL: 'https://ask.example.com/path' }, /PUBLIC_URL/],
  [{ PUBLIC_URL: 'ftp://ask.example.com' }, /PUBLIC_URL/],
  [{ SMTP_URL: 'https://mail.example.com' }, /SMTP_URL/],
  [{ OTEL_TRACES_SAMPLER_ARG: '10' }, /OTEL_TRACES_SAMPLER_ARG/],
  [{ ...TRACED, OTEL_EXPORTER_OTLP_HEADERS: 'Bearer secret' }, /OTEL_EXPORTER_OTLP_HEADERS/],
  [{ ...TRACED, OTEL_EXPORTER_OTLP_HEADERS: 'a=%E0%A4%A' }, /OTEL_EXPORTER_OTLP_HEADERS/],
])('a wrong setting is named: %j', (environment, message) => {
  expect(() => read(environment)).toThrow(message)
})

test('nothing is traced without an address to send traces to', () => {
  expect(readConfig({ ...NEEDED, OTEL_TRACES_SAMPLER: 'always_on' }).tracing).toBeNull()
  const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a=b, x-team=docs' }
  expect(readConfig({ ...NEEDED, ...TRACED, ...headers }).tracing).toEqual({
    url: 'http://collector:4318/otlp/v1/traces',
    headers: { authorization: 'Bearer a=b', 'x-team': 'docs' },
    serviceName: 'footnote',
    sampler: 'parentbased_always_on',
    ratio: 1,
    keepsText: false,
  })
})

test('without a reCAPTCHA site key there is no CAPTCHA', () => {
  expect(readConfig(NEEDED).recaptcha).toBeNull()
})

test('a reCAPTCHA site key and its secret need each other', () => {
  const site = { RECAPTCHA_SITE_KEY: 'site' }
  const secret = { RECAPTCHA_SECRET: 'secret' }
  for (const half of [site, secret, { ...site, RECAPTCHA_SECRET: '' }]) {
    expect(() => readConfig({ ...NEEDED, ...half })).toThrow(ConfigError)
  }
  expect(readConfig({ ...NEEDED, ...site, ...secret }).recaptcha).toEqual({
    siteKey: 'site',
    secret: 'secret',
    verifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
    minScore: 0.5,
    timeoutMs: 3_000,
  })
})

test('sources are read from the public internet alone, and from no folder, unless that is set', () => {
  const { sources } = readConfig(NEEDED)
  expect(sources).toMatchObject({
    userAgent: 'FootnoteBot/0.1',
    maxPageBytes: 25_000_000,
    gitLocalFolders: [],
    chromiumPath: null,
  })
  expect(sources.privateHosts.allowsHost('localhost', 80)).toBe(false)
  const set = { FETCH_ALLOWED_PRIVATE_HOSTS: 'localhost', GIT_LOCAL_FOLDERS: '/srv/a, /srv/b,' }
  const chosen = readConfig({ ...NEEDED, ...set }).sources
  expect(chosen.privateHosts.allowsHost('localhost', 80)).toBe(true)
  expect(chosen.gitLocalFolders).toEqual(['/srv/a', '/srv/b'])
})

const VALUES = ['x', '-1', '1.5', '99999999999', 'x '.repeat(300)]
const wrong = Object.keys(Environment.shape).flatMap((name) =>
  VALUES.map((value) => [name, value] as const),
)

function complaintAbout(name: string, value: string): string | null {
  try {
    readConfig({ ...NEEDED, [name]: value })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : null
  }
}

test('what is wrong with a setting is said in words, and its value is not repeated', () => {
  const said = wrong.flatMap(([name, value]) => complaintAbout(name, value) ?? [])
  expect(said.length).toBeGreaterThan(150)
  // Words of the schema rather than of whoever set it.
  expect(
    said.filter((each) => /expected|received|Invalid|Too (small|big)|[<>]=/.test(each)),
  ).toEqual([])
  expect(complaintAbout('KEY_PEPPER', 'hunter2')).toMatch(
    /^ {2}KEY_PEPPER is too short: 7 of at least 32 characters\. Secret with which/m,
  )
  expect(complaintAbout('KEY_PEPPER', 'hunter2')).not.toContain('hunter2')
  expect(complaintAbout('KEY_PEPPER', '')).toContain('KEY_PEPPER is not set. Secret')
})

test('standbys are listed with commas, and none is the default', () => {
  expect(read({}).candidateUrls).toEqual([])
  expect(read({ CANDIDATE_DATABASE_URLS: '' }).candidateUrls).toEqual([])
  const [one, two] = ['postgres://a@10.0.0.2/footnote', 'postgres://a@10.0.0.3:5433/footnote']
  expect(read({ CANDIDATE_DATABASE_URLS: `${one}, ${two},` }).candidateUrls).toEqual([one, two])
  expect(() => read({ CANDIDATE_DATABASE_URLS: `${one},10.0.0.3` })).toThrow(
    /CANDIDATE_DATABASE_URLS has to be a list of URLs/,
  )
})
