import type { SmallTalk } from './recognise.ts'

/** The name goes in place of the braces. Worded so that neither it nor the speaker has a gender. */
type Replies = Readonly<Record<SmallTalk['kind'], string>>

const REPLIES: Readonly<Record<string, Replies>> = {
  ar: {
    greeting: 'مرحبًا! ماذا تريد أن تعرف عن «{}»؟',
    thanks: 'على الرحب والسعة!',
    goodbye: 'إلى اللقاء!',
  },
  cs: {
    greeting: 'Dobrý den! Co chcete vědět o „{}“?',
    thanks: 'Není zač!',
    goodbye: 'Na shledanou!',
  },
  da: {
    greeting: 'Hej! Hvad vil du vide om »{}«?',
    thanks: 'Det var så lidt!',
    goodbye: 'Farvel!',
  },
  de: {
    greeting: 'Hallo! Was möchten Sie über „{}“ wissen?',
    thanks: 'Gern geschehen!',
    goodbye: 'Auf Wiedersehen!',
  },
  el: {
    greeting: 'Γεια σας! Τι θέλετε να μάθετε για το «{}»;',
    thanks: 'Παρακαλώ!',
    goodbye: 'Αντίο!',
  },
  en: {
    greeting: 'Hello! What would you like to know about “{}”?',
    thanks: 'You’re welcome!',
    goodbye: 'Goodbye!',
  },
  es: {
    greeting: '¡Hola! ¿Qué desea saber sobre «{}»?',
    thanks: '¡De nada!',
    goodbye: '¡Hasta pronto!',
  },
  fi: {
    greeting: 'Hei! Mitä haluat tietää aiheesta ”{}”?',
    thanks: 'Ole hyvä!',
    goodbye: 'Näkemiin!',
  },
  fr: {
    greeting: 'Bonjour ! Que souhaitez-vous savoir sur « {} » ?',
    thanks: 'Avec plaisir !',
    goodbye: 'Au revoir !',
  },
  he: { greeting: 'שלום! מה תרצו לדעת על ״{}״?', thanks: 'בשמחה!', goodbye: 'להתראות!' },
  hi: {
    greeting: 'नमस्ते! आप “{}” के बारे में क्या जानना चाहेंगे?',
    thanks: 'आपका स्वागत है!',
    goodbye: 'फिर मिलेंगे!',
  },
  hu: {
    greeting: 'Üdvözlöm! Mit szeretne tudni erről: „{}”?',
    thanks: 'Szívesen!',
    goodbye: 'Viszontlátásra!',
  },
  id: {
    greeting: 'Halo! Apa yang ingin Anda ketahui tentang “{}”?',
    thanks: 'Sama-sama!',
    goodbye: 'Sampai jumpa!',
  },
  it: {
    greeting: 'Salve! Che cosa desidera sapere su «{}»?',
    thanks: 'Prego!',
    goodbye: 'Arrivederci!',
  },
  ja: {
    greeting: 'こんにちは。「{}」について何をお知りになりたいですか？',
    thanks: 'どういたしまして。',
    goodbye: 'またのご利用をお待ちしております。',
  },
  ko: {
    greeting: '안녕하세요! “{}”에 대해 무엇이 궁금하신가요?',
    thanks: '천만에요!',
    goodbye: '안녕히 가세요!',
  },
  nl: {
    greeting: 'Hallo! Wat wilt u weten over “{}”?',
    thanks: 'Graag gedaan!',
    goodbye: 'Tot ziens!',
  },
  no: {
    greeting: 'Hei! Hva vil du vite om «{}»?',
    thanks: 'Bare hyggelig!',
    goodbye: 'Ha det bra!',
  },
  pl: {
    greeting: 'Dzień dobry! Co chcesz wiedzieć o „{}”?',
    thanks: 'Nie ma za co!',
    goodbye: 'Do widzenia!',
  },
  pt: {
    greeting: 'Olá! O que gostaria de saber sobre “{}”?',
    thanks: 'De nada!',
    goodbye: 'Até breve!',
  },
  ro: {
    greeting: 'Bună ziua! Ce doriți să aflați despre „{}”?',
    thanks: 'Cu plăcere!',
    goodbye: 'La revedere!',
  },
  ru: {
    greeting: 'Здравствуйте! Что вы хотите узнать о «{}»?',
    thanks: 'Пожалуйста!',
    goodbye: 'До свидания!',
  },
  sv: { greeting: 'Hej! Vad vill du veta om ”{}”?', thanks: 'Varsågod!', goodbye: 'Hej då!' },
  th: {
    greeting: 'สวัสดี! คุณอยากทราบอะไรเกี่ยวกับ “{}”?',
    thanks: 'ด้วยความยินดี!',
    goodbye: 'แล้วพบกันใหม่!',
  },
  tr: {
    greeting: 'Merhaba! “{}” hakkında ne öğrenmek istersiniz?',
    thanks: 'Rica ederim!',
    goodbye: 'Görüşmek üzere!',
  },
  uk: {
    greeting: 'Вітаю! Що ви хочете дізнатися про «{}»?',
    thanks: 'Будь ласка!',
    goodbye: 'До побачення!',
  },
  vi: {
    greeting: 'Xin chào! Bạn muốn biết gì về “{}”?',
    thanks: 'Không có gì!',
    goodbye: 'Tạm biệt!',
  },
  zh: { greeting: '您好！您想了解“{}”的哪些内容？', thanks: '不客气！', goodbye: '再见！' },
}

/** The languages that it can be said in. */
export const REPLY_LANGUAGES = Object.keys(REPLIES)

export function smallTalkReply({ kind, language }: SmallTalk, knowledgeBaseName: string): string {
  const sentence = (REPLIES[language] ?? REPLIES['en'])?.[kind] ?? ''
  return sentence.replace('{}', () => knowledgeBaseName)
}
