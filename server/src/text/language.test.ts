import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detectLanguage } from './language.ts'
import { growth, MAX_LINEAR_GROWTH } from '../../../test/support/growth.ts'

const PROSE = {
  ar: 'تنتهي صلاحية الشهادة بعد عام واحد. جدّد الشهادات من صفحة الإعدادات قبل انتهاء صلاحيتها.',
  de: 'Das Zertifikat läuft nach einem Jahr ab. Erneuern Sie es rechtzeitig in den Einstellungen.',
  en: 'The certificate expires after one year. Renew it in the settings before that happens.',
  es: 'El certificado caduca después de un año. Renuévelo a tiempo en la página de configuración.',
  fr: 'Le certificat expire au bout d’un an. Renouvelez-le à temps dans la page des paramètres.',
  id: 'Sertifikat akan kedaluwarsa setelah satu tahun. Perbarui sertifikat di halaman pengaturan.',
  it: 'Il certificato scade dopo un anno. Rinnovatelo per tempo nella pagina delle impostazioni.',
  ja: '証明書は一年後に期限が切れます。設定ページで早めに更新してください。',
  ko: '인증서는 일 년 후에 만료됩니다. 설정 페이지에서 미리 인증서를 갱신하세요.',
  nl: 'Het certificaat verloopt na een jaar. Vernieuw het op tijd op de pagina met instellingen.',
  pl: 'Certyfikat wygasa po upływie roku. Należy go odnowić wcześniej na stronie ustawień.',
  pt: 'O certificado expira depois de um ano. Não se esqueça de renová-lo na página de configuração.',
  ru: 'Срок действия сертификата истекает через год. Обновите сертификат на странице настроек.',
  th: 'ใบรับรองจะหมดอายุหลังจากหนึ่งปี โปรดต่ออายุใบรับรองในหน้าการตั้งค่า',
  tr: 'Sertifikanın süresi bir yıl sonra dolar. Süresi dolmadan ayarlar sayfasından yenileyin.',
  uk: 'Термін дії сертифіката спливає через рік. Поновіть сертифікат на сторінці налаштувань.',
  zh: '证书在一年后过期。请提前在设置页面更新证书，以免服务中断。',
}

const LISTING = `
apiVersion: apps/v1
kind: Deployment
spec:
  template: # the pods that this controller creates
    spec:
      containers:
        - image: registry.example.com/payments:v1.29.3
          command: ["kubectl", "get", "pods", "-A"]
kubectl apply -f https://docs.example.com/manifests/payments.yaml
const reply = await fetch('/v1/certificates', { method: 'POST' })
if (!reply.ok) throw new Error(\`ERR_INVALID_ARG: \${reply.status}\`)
`

test.each(Object.entries(PROSE))('two sentences are enough: %s', (language, prose) => {
  expect(detectLanguage(prose)).toBe(language)
})

test.each(Object.entries(PROSE))('code around the prose does not count: %s', (language, prose) => {
  expect(detectLanguage(`${LISTING.repeat(3)}\n${prose}\n${LISTING.repeat(3)}`)).toBe(language)
})

test('a sentence left in English does not decide for the page', () => {
  const pages = Object.entries(PROSE).map(([language, prose]) => ({
    language,
    detected: detectLanguage([PROSE.en, ...Array<string>(6).fill(prose)].join('\n')),
  }))
  expect(pages.filter(({ language, detected }) => detected !== language)).toEqual([])
})

test('a foreign word or a quotation does not change the language of a page', () => {
  const quotation = `${PROSE.en} The label reads 証明書 in Japanese and 인증서 in Korean.`
  expect(detectLanguage(`${quotation}\n${PROSE.en}\n${PROSE.en}`)).toBe('en')
})

test.each([
  '',
  '42',
  '```',
  'v1.29.3',
  '{ "a": [1, 2] }',
  'https://docs.example.com/de/zertifikat',
])('English when there is nothing to tell it by: %j', (text) => {
  expect(detectLanguage(text)).toBe('en')
})

test('a declared language counts if the text does not reveal one', () => {
  expect(detectLanguage('---', 'pt-BR')).toBe('pt')
  expect(detectLanguage('---', 'x-none')).toBe('en')
  expect(detectLanguage('Der Schlüssel wird in der Verwaltung zurückgesetzt.', 'en')).toBe('de')
})

test('any text has a language of two letters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
      expect(detectLanguage(text)).toMatch(/^[a-z]{2}$/)
    }),
    { numRuns: 300 },
  )
})

test.each([['a'], ['a('], [' ;'], ['```\n'], ['-'], ["a'"], ['/*'], ['\u0301']])(
  'takes time in proportion to length: %j',
  (part) => {
    const repeated = (length: number) => part.repeat(length / part.length)
    expect(growth(250_000, repeated, (text) => detectLanguage(text))).toBeLessThan(
      MAX_LINEAR_GROWTH,
    )
  },
)
