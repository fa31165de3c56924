import type { ClassifiedQuestion } from './classified-question.ts'

/** `{}` is the title as it is, `{l}` with a small first letter. */
type Rule = readonly [title: RegExp, question: string, kind: ClassifiedQuestion['kind']]

const NAME = /^(?:\S+\s+){0,2}\S+$/u

const what = (question: string): Rule => [NAME, question, 'what']
const how = (title: RegExp, question: string): Rule => [title, question, 'how']

/** Most titles of steps begin or end in an infinitive; a short one without is a name. */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  ar: [[/^كيف(?:ية)?\s/u, '{}؟', 'how'], what('ما المقصود بـ {}؟')],
  cs: [how(/^Jak\s/u, '{}?'), what('Co je {}?')],
  da: [how(/^Hvordan\s/u, '{}?'), what('Hvad er {}?')],
  de: [
    how(/^Wie\s/u, '{}?'),
    how(/^\p{Lu}\S*\s(?:.*\s)?\p{Ll}+(?:en|ern|eln)$/u, 'Wie kann ich {d}?'),
    // Such nouns are feminine.
    how(
      /^\p{Lu}\p{Ll}+(?:ung|tion)\s(?:unter|mit|von|in|auf|über|für)\s/u,
      'Wie funktioniert die {}?',
    ),
    what('Was ist {}?'),
  ],
  el: [how(/^Πώς\s/u, '{};'), what('Τι είναι {};')],
  es: [
    how(/^Cómo\s/u, '¿{}?'),
    how(/^\p{Lu}\p{Ll}+(?:ar|er|ir)\s/u, '¿Cómo puedo {l}?'),
    what('¿Qué es {}?'),
  ],
  fi: [what('Mikä on {}?')],
  fr: [
    how(/^Comment\s/u, '{} ?'),
    how(/^\p{Lu}\p{Ll}+(?:er|ir|re)\s/u, 'Comment {l} ?'),
    what('Qu’est-ce que {} ?'),
  ],
  he: [how(/^איך\s/u, '{}?'), what('מה זה {}?')],
  hi: [what('{} क्या है?')],
  hu: [how(/^Hogyan\s/u, '{}?'), what('Mit jelent: {}?')],
  id: [how(/^Cara\s/u, 'Bagaimana {l}?'), what('Apa itu {}?')],
  it: [
    how(/^Come\s/u, '{}?'),
    how(/^\p{Lu}\p{Ll}+(?:are|ere|ire)\s/u, 'Come posso {l}?'),
    what('Che cos’è {}?'),
  ],
  ja: [
    how(/する$/u, '{}にはどうすればよいですか？'),
    how(/方法$/u, '{}を教えてください。'),
    [/^.{1,16}$/u, '{}とは何ですか？', 'what'],
  ],
  ko: [
    how(/하기$/u, '{k}하려면 어떻게 해야 하나요?'),
    how(/방법$/u, '{}은 무엇인가요?'),
    what('{}은(는) 무엇인가요?'),
  ],
  nl: [
    how(/^Hoe\s/u, '{}?'),
    how(/^\p{Lu}\S*\s(?:.*\s)?\p{Ll}+en$/u, 'Hoe kan ik {l}?'),
    what('Wat is {}?'),
  ],
  no: [how(/^Hvordan\s/u, '{}?'), what('Hva er {}?')],
  pl: [how(/^Jak\s/u, '{}?'), what('Co to jest {}?')],
  pt: [
    how(/^Como\s/u, '{}?'),
    how(/^\p{Lu}\p{Ll}+(?:ar|er|ir|or)\s/u, 'Como posso {l}?'),
    what('O que é {}?'),
  ],
  ro: [how(/^Cum\s/u, '{}?'), what('Ce este {}?')],
  ru: [
    how(/^Как\s/u, '{}?'),
    how(/^\p{Lu}\p{Ll}+(?:ть|ться)\s/u, 'Как {l}?'),
    how(/^\p{Lu}\p{Ll}+(?:ние|ция)\s/u, 'Как выполняется {l}?'),
    what('Что такое {}?'),
  ],
  sv: [how(/^Hur\s/u, '{}?'), what('Vad är {}?')],
  th: [how(/^วิธี/u, '{}ทำอย่างไร'), [/^.{1,30}$/u, '{} คืออะไร', 'what']],
  tr: [what('{} nedir?')],
  uk: [
    how(/^Як\s/u, '{}?'),
    how(/^\p{Lu}\p{Ll}+(?:ння)\s/u, 'Як виконується {l}?'),
    what('Що таке {}?'),
  ],
  vi: [how(/^Cách\s/u, '{} là gì?'), what('{} là gì?')],
  zh: [
    how(/^如何|^怎样|^怎么/u, '{}？'),
    how(
      /^(?:创建|配置|安装|设置|使用|管理|启用|禁用|删除|更新|添加|部署|导入|导出|运行|升级|迁移|调试|查看|修改|备份|恢复|連接|连接|監視|监控)/u,
      '如何{}？',
    ),
    [/^.{1,14}$/u, '什么是{}？', 'what'],
  ],
}

/** Small words and adjectives that begin a German title of steps. */
const GERMAN_SMALL =
  /^(?:Den|Die|Das|Dem|Der|Ein|Eine|Einen|Einem|Mehrere|Neue|Neuen|Neues|Eigene|Eigenen|Alle|Mit|Auf|In|Von|Zu|Für|Über|Ihre?n?|Seine?n?)\s/

/** Nouns that German titles leave without an article and sentences do not. */
const GERMAN_ARTICLES: Readonly<Record<string, string>> = {
  Passwort: 'das',
  Konto: 'das',
  Abonnement: 'das',
  Profil: 'das',
  Projekt: 'ein',
  Team: 'ein',
  Benutzerkonto: 'ein',
  Schlüssel: 'einen',
  Benutzer: 'einen',
  Webhook: 'einen',
  Rechnung: 'eine',
  Datei: 'eine',
  Domain: 'eine',
}

export function phraseOther(title: string, language: string): ClassifiedQuestion | null {
  if (/[?？؟;]$/u.test(title)) return { question: title, kind: 'question' }
  for (const [pattern, question, kind] of RULES[language] ?? []) {
    if (pattern.test(title)) return { question: asReader(fill(question, title), language), kind }
  }
  return null
}

function fill(question: string, title: string): string {
  const small = title.charAt(0).toLowerCase() + title.slice(1)
  const isName = /^\p{Lu}{2}/u.test(title)
  return question
    .replace('{}', () => title)
    .replace('{l}', () => (isName ? title : small))
    .replace('{d}', () => (GERMAN_SMALL.test(title) ? small : withGermanArticle(title)))
    .replace('{k}', () => title.replace(/하기$/u, ''))
}

function withGermanArticle(title: string): string {
  const article = GERMAN_ARTICLES[title.split(' ')[0] ?? '']
  return article === undefined ? title : `${article} ${title}`
}

/** A title speaks to the reader, the question is the reader's own. */
function asReader(question: string, language: string): string {
  if (language === 'fr') return question.replaceAll(/\bvos\b/g, 'mes')
  if (language !== 'de') return question
  return question.replaceAll(/\bihr(e[nmrs]?)?\b/gi, (_, ending?: string) => `mein${ending ?? ''}`)
}
