import { expect, test } from 'vitest'
import type { RankedPassage } from '../../retrieval/retrieve.ts'
import { inLongSection, rankedPassage } from './fixtures/ranked-passage.ts'
import { writeExtractiveAnswer } from './write-extractive-answer.ts'
import { quotablePassages } from './passage-sentences.ts'

const written = (question: string, passages: readonly RankedPassage[]): string =>
  writeExtractiveAnswer(question, quotablePassages(passages)).pieces.join('')

test.each([
  [
    'en',
    'What does the collector remove?',
    'The collector runs at night. It removes expired sessions.',
  ],
  [
    'de',
    'Was entfernt der Sammler?',
    'Der Sammler läuft nachts. Er entfernt abgelaufene Sitzungen vollständig.',
  ],
  [
    'fr',
    'Que supprime le collecteur ?',
    'Le collecteur tourne la nuit. Il supprime les sessions expirées.',
  ],
  [
    'ja',
    '回収処理は何を削除しますか',
    '回収処理は夜間に実行されます。これは期限切れのセッションを削除します。',
  ],
])('a sentence that points back brings the one before it: %s', (language, question, content) => {
  const other =
    language === 'ja' ? '鍵はコンソールで作成されます。' : 'Lorem ipsum dolor sit amet. '
  const passage = rankedPassage(inLongSection(`${other}${content}`), { language })
  const text = written(question, [passage])
  const [first = '', second = ''] = content.split(/(?<=[.。])\s*/)
  expect(text).toBe(`${first} ${second} [1]`)
})

test.each([
  [
    'de',
    'Wie lange ist ein Schlüssel gültig?',
    'Melden Sie sich an. Ein Schlüssel ist 30 Tage lang gültig. Danach hilft der Support.',
    'Ein Schlüssel ist 30 Tage lang gültig. [1]',
  ],
  [
    'es',
    '¿Dónde se guardan los registros?',
    'Abra la consola. Los registros se guardan en la carpeta local. Pida ayuda al equipo.',
    'Los registros se guardan en la carpeta local. [1]',
  ],
  [
    'ru',
    'Где хранятся журналы?',
    'Откройте консоль. Журналы хранятся в локальной папке. Попросите помощи у команды.',
    'Журналы хранятся в локальной папке. [1]',
  ],
  [
    'zh',
    '日志保存在哪里？',
    '请先打开控制台。日志保存在本地文件夹中。请向团队求助。',
    '日志保存在本地文件夹中。 [1]',
  ],
  [
    'ja',
    'ログはどこに保存されますか',
    'コンソールを開きます。ログはローカルフォルダーに保存されます。チームに相談してください。',
    'ログはローカルフォルダーに保存されます。 [1]',
  ],
  [
    'ko',
    '로그는 어디에 저장됩니까?',
    '콘솔을 여세요. 로그는 로컬 폴더에 저장됩니다. 팀에 문의하세요.',
    '로그는 로컬 폴더에 저장됩니다. [1]',
  ],
  [
    'ar',
    'أين تحفظ السجلات؟',
    'افتح وحدة التحكم. تحفظ السجلات في المجلد المحلي. اطلب المساعدة من الفريق.',
    'تحفظ السجلات في المجلد المحلي. [1]',
  ],
  [
    'hi',
    'लॉग कहाँ सहेजे जाते हैं?',
    'कंसोल खोलें। लॉग स्थानीय फ़ोल्डर में सहेजे जाते हैं। टीम से मदद माँगें।',
    'लॉग स्थानीय फ़ोल्डर में सहेजे जाते हैं। [1]',
  ],
  [
    'th',
    'บันทึกถูกเก็บไว้ที่ไหน',
    'เปิดคอนโซลก่อนแล้วลงชื่อเข้าใช้ด้วยบัญชีผู้ดูแลระบบขององค์กรของคุณ บันทึกถูกเก็บไว้ในโฟลเดอร์ภายในเครื่องของเซิร์ฟเวอร์ที่ติดตั้งระบบไว้',
    'บันทึกถูกเก็บไว้ในโฟลเดอร์ภายในเครื่องของเซิร์ฟเวอร์ที่ติดตั้งระบบไว้ [1]',
  ],
])('finds the sentence in %s', (language, question, content, expected) => {
  const passage = rankedPassage(inLongSection(content), { language })
  expect(written(question, [passage])).toBe(expected)
})
