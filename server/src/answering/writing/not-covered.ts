/** `{}` is replaced by the name. Worded so that neither the name nor the speaker needs a gender. */
const SENTENCES: Readonly<Record<string, string>> = {
  ar: 'لم أجد إجابة في «{}»: هذا السؤال غير مشمول هناك.',
  cs: 'V „{}“ se odpověď nenašla: tato otázka tam není zahrnuta.',
  da: 'Jeg fandt intet svar i »{}«: spørgsmålet behandles ikke dér.',
  de: 'Ich konnte in „{}“ keine Antwort finden: Diese Frage wird dort nicht behandelt.',
  el: 'Δεν βρήκα απάντηση στο «{}»: αυτή η ερώτηση δεν καλύπτεται εκεί.',
  en: 'I could not find an answer in “{}”: this question is not covered there.',
  es: 'No he encontrado una respuesta en «{}»: esta pregunta no se trata allí.',
  fi: 'En löytänyt vastausta lähteestä ”{}”: siinä ei käsitellä tätä kysymystä.',
  fr: 'Je n’ai pas trouvé de réponse dans « {} » : cette question n’y est pas traitée.',
  he: 'לא מצאתי תשובה ב־״{}״: השאלה הזו אינה מכוסה שם.',
  hi: 'मुझे “{}” में उत्तर नहीं मिला: यह प्रश्न वहाँ शामिल नहीं है।',
  hu: 'Nem találtam választ itt: „{}”. Ez a kérdés ott nem szerepel.',
  id: 'Saya tidak menemukan jawaban di “{}”: pertanyaan ini tidak dibahas di sana.',
  it: 'Non ho trovato una risposta in «{}»: questa domanda non vi è trattata.',
  ja: '「{}」に回答が見つかりませんでした。この質問は取り上げられていません。',
  ko: '“{}”에서 답을 찾지 못했습니다. 이 질문은 다루어지지 않았습니다.',
  nl: 'Ik heb geen antwoord gevonden in “{}”: deze vraag wordt daar niet behandeld.',
  no: 'Jeg fant ikke noe svar i «{}»: spørsmålet er ikke dekket der.',
  pl: 'W „{}” nie ma odpowiedzi: to pytanie nie jest tam omówione.',
  pt: 'Não encontrei uma resposta em “{}”: esta pergunta não é abordada ali.',
  ro: 'Nu am găsit un răspuns în „{}”: această întrebare nu este tratată acolo.',
  ru: 'В «{}» ответ не найден: этот вопрос там не рассматривается.',
  sv: 'Jag hittade inget svar i ”{}”: frågan tas inte upp där.',
  th: 'ไม่พบคำตอบใน “{}”: คำถามนี้ไม่ได้กล่าวถึงไว้ที่นั่น',
  tr: '“{}” içinde bir yanıt bulamadım: bu soru orada ele alınmıyor.',
  uk: 'У «{}» відповіді не знайдено: це питання там не розглядається.',
  vi: 'Tôi không tìm thấy câu trả lời trong “{}”: câu hỏi này không được đề cập ở đó.',
  zh: '我在“{}”中没有找到答案：其中没有涵盖这个问题。',
}

/** Bokmål and Nynorsk use the Norwegian sentence. */
const SAME: Readonly<Record<string, string>> = { nb: 'no', nn: 'no' }

/** What a reader is told instead of a guess. English where the language is not listed. */
export function notCoveredText(language: string, knowledgeBaseName: string): string {
  const code = language.slice(0, 2).toLowerCase()
  const sentence = SENTENCES[SAME[code] ?? code] ?? SENTENCES['en'] ?? ''
  return sentence.replace('{}', () => knowledgeBaseName)
}
