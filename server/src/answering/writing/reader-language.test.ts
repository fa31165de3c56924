import { expect, test } from 'vitest'
import { readerLanguage } from './reader-language.ts'

const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  ar: ['كيف أعيد تعيين مفتاحي؟', 'السعر؟'],
  cs: ['Jak obnovím svůj klíč?'],
  da: ['Hvordan nulstiller jeg min nøgle?'],
  de: ['Wie lösche ich einen Pod?', 'Passwort zurücksetzen', 'Was kostet das?'],
  el: ['Πώς επαναφέρω το κλειδί μου;', 'Τιμή;'],
  en: ['How do I reset my key?', 'What is Ingress?', 'Does it work on Windows?'],
  es: ['¿Cómo restablezco mi clave?', '¿Cuánto cuesta?'],
  fi: ['Miten nollaan avaimeni?'],
  fr: ['Comment réinitialiser ma clé ?', 'Où sont les journaux ?'],
  he: ['איך מאפסים את המפתח שלי?'],
  hi: ['मैं अपनी कुंजी कैसे रीसेट करूं?'],
  hu: ['Hogyan állíthatom vissza a kulcsomat?'],
  id: ['Bagaimana cara mengatur ulang kunci saya?'],
  it: ['Come posso reimpostare la chiave?'],
  ja: ['キーをリセットするには？', '価格は？'],
  ko: ['키를 어떻게 재설정하나요?', '가격'],
  nl: ['Hoe stel ik mijn sleutel opnieuw in?'],
  no: ['Hvordan tilbakestiller jeg nøkkelen min?'],
  pl: ['Jak zresetować mój klucz?', 'Ile to kosztuje?'],
  pt: ['Como posso redefinir minha chave?'],
  ro: ['Cum îmi resetez cheia?'],
  ru: ['Как сбросить мой ключ?', 'Сколько стоит?'],
  sv: ['Hur återställer jag min nyckel?'],
  th: ['ฉันจะรีเซ็ตคีย์ได้อย่างไร', 'ราคา'],
  tr: ['Anahtarımı nasıl sıfırlarım?', 'Fiyatı ne kadar?'],
  uk: ['Як скинути мій ключ?'],
  vi: ['Làm thế nào để đặt lại khóa của tôi?'],
  zh: ['如何重置我的密钥？', '价格'],
}

test.each(Object.entries(QUESTIONS))(
  'a question in %s is told, whatever the documents are in',
  (language, questions) => {
    for (const documents of [[], ['en'], [language], ['en', language]]) {
      const told = questions.map((question) => readerLanguage(question, documents))
      expect(told).toEqual(questions.map(() => language))
    }
  },
)

test.each([
  'kubectl drain',
  'pricing',
  'reset password',
  'ImagePullBackOff',
  '404',
  '',
  '🙂',
  'v1.29.3?',
])('a question too short to tell is answered in the language of the documents: %j', (question) => {
  expect(readerLanguage(question, ['en'])).toBe('en')
  expect(readerLanguage(question, [])).toBe('en')
})

test('an identifier alone takes the first language of the documents', () => {
  expect(readerLanguage('ERR_INVALID_ARG', ['de', 'fr'])).toBe('de')
  expect(readerLanguage('ERR_INVALID_ARG', ['ja', 'de'])).toBe('ja')
})

test('a call in the question does not hide its language', () => {
  expect(readerLanguage('Wozu dient die Funktion analyse()?', ['en'])).toBe('de')
})
