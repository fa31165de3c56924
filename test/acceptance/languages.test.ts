import type { SearchResult } from '@footnote/client'
import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import type { Knowledge, PageInput } from '../support/knowledge.ts'
import { putPages } from '../support/knowledge.ts'

const { test } = acceptance()

/** Every text has the same vector: no page is below the threshold, and words alone decide. */
test.beforeAll(({ embeddings }) => embeddings.placeOthers([1]))

type Language = { certificate: string; backup: string; query: string }

/** Two pages per language, and a question about the first in other word forms. */
const LANGUAGES: Record<string, Language> = {
  ar: {
    certificate: 'تنتهي صلاحية الشهادة بعد عام واحد، وبعد ذلك يرفض الخادم الاتصال.',
    backup: 'يحفظ النظام نسخة احتياطية كل ليلة، ويمكن للمسؤول استعادتها من لوحة التحكم.',
    query: 'كيف أجدد الشهادات',
  },
  de: {
    certificate:
      'Das Zertifikat läuft nach einem Jahr ab, danach lehnt der Server Verbindungen ab.',
    backup: 'Das System sichert jede Nacht alle Daten, und der Verwalter stellt sie wieder her.',
    query: 'Wie erneuere ich Zertifikate?',
  },
  en: {
    certificate: 'The certificate expires after one year, and then the server refuses connections.',
    backup:
      'The system keeps a backup of every night, which an operator restores with one command.',
    query: 'How do I renew expiring certificates?',
  },
  es: {
    certificate:
      'El certificado caduca después de un año y entonces el servidor rechaza conexiones.',
    backup: 'El sistema guarda una copia cada noche, que el operador restaura con una sola orden.',
    query: '¿Cómo renuevo los certificados?',
  },
  ja: {
    certificate: '証明書は一年後に期限が切れ、その後サーバーは接続を拒否します。',
    backup: 'システムは毎晩バックアップを保存し、管理者はいつでも復元できます。',
    query: '証明書を更新する方法',
  },
  ko: {
    certificate: '인증서는 일 년 후에 만료되며 그 뒤에는 서버가 연결을 거부합니다.',
    backup: '시스템은 매일 밤 백업을 저장하고 관리자는 언제든지 복원할 수 있습니다.',
    query: '인증서 갱신',
  },
  ru: {
    certificate: 'Сертификат истекает через год, после чего сервер отклоняет все соединения.',
    backup: 'Система каждую ночь сохраняет копию данных, которую восстанавливает администратор.',
    query: 'Как обновить сертификаты?',
  },
  th: {
    certificate: 'ใบรับรองจะหมดอายุหลังจากหนึ่งปี จากนั้นเซิร์ฟเวอร์จะปฏิเสธการเชื่อมต่อ',
    backup: 'ระบบสำรองข้อมูลทุกคืน และผู้ดูแลสามารถกู้คืนข้อมูลได้ทุกเมื่อ',
    query: 'ต่ออายุใบรับรอง',
  },
  zh: {
    certificate: '证书在一年后过期，之后服务器会拒绝所有连接。',
    backup: '系统每天晚上保存备份，管理员可以随时恢复数据。',
    query: '如何更新证书',
  },
}

const page = (language: string, name: string, content: string): PageInput => ({
  url: `https://docs.example.com/${language}/${name}`,
  // A title in no language, so that the text alone decides.
  title: '1',
  content,
})

const PAGES = Object.entries(LANGUAGES).flatMap(([language, { certificate, backup }]) => [
  page(language, 'certificate', certificate),
  page(language, 'backup', backup),
])

const getPath = ({ document }: SearchResult) => new URL(document.url).pathname.slice(1)

/** The results that match by their words, best first. */
async function textMatches(knowledge: Knowledge, query: string): Promise<SearchResult[]> {
  const { results } = await knowledge.client.search({ query, limit: 100 })
  return results
    .filter(({ text_score }) => text_score > 0)
    .toSorted((a, b) => b.text_score - a.text_score)
}

test('in a knowledge base of nine languages, each question finds its page by other forms of its words', async ({
  service,
  knowledge,
}) => {
  await putPages(service, knowledge.knowledgeBaseId, PAGES)
  const found: Record<string, string | undefined> = {}
  for (const [language, { query }] of Object.entries(LANGUAGES)) {
    const [first] = await textMatches(knowledge, query)
    found[language] = first && getPath(first)
  }
  expect(found).toEqual(
    Object.fromEntries(
      Object.keys(LANGUAGES).map((language) => [language, `${language}/certificate`]),
    ),
  )
})

test('a result names the language its document is written in', async ({ service, knowledge }) => {
  await putPages(service, knowledge.knowledgeBaseId, PAGES)
  const { results } = await knowledge.client.search({ query: 'certificate', limit: 100 })
  expect(results).toHaveLength(PAGES.length)
  for (const result of results) {
    expect(result.document.language).toBe(getPath(result).split('/')[0])
  }
})

test('identifiers are found whole and by their parts in every language', async ({
  service,
  knowledge,
}) => {
  const identifiers = (language: string) =>
    `\n\nkubectl get pods -A, ERR_INVALID_ARG, v1.29.3, spec.template.${language}Field`
  const pages = Object.entries(LANGUAGES).flatMap(([language, { certificate, backup }]) => [
    page(language, 'identifiers', `${certificate}${identifiers(language)}`),
    page(language, 'plain', backup),
  ])
  await putPages(service, knowledge.knowledgeBaseId, pages)
  const all = Object.keys(LANGUAGES).map((language) => `${language}/identifiers`)
  for (const query of ['ERR_INVALID_ARG', 'invalid', 'v1.29.3', '29', 'template', 'pods', '-A']) {
    const matches = await textMatches(knowledge, query)
    expect({ query, found: matches.map(getPath).toSorted() }).toEqual({ query, found: all })
  }
  for (const language of Object.keys(LANGUAGES)) {
    const [first] = await textMatches(knowledge, `spec.template.${language}Field`)
    expect(first && getPath(first)).toBe(`${language}/identifiers`)
  }
})

test('a page rewritten in another language is found by that language', async ({
  service,
  knowledge,
}) => {
  const { de, ru } = LANGUAGES
  const url = 'https://docs.example.com/certificate'
  await putPages(service, knowledge.knowledgeBaseId, [{ url, content: de?.certificate ?? '' }])
  await putPages(service, knowledge.knowledgeBaseId, [{ url, content: ru?.certificate ?? '' }])
  const matches = await textMatches(knowledge, ru?.query ?? '')
  expect(matches.map(({ document }) => document)).toMatchObject([{ url, language: 'ru' }])
})
