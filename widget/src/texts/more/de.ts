import type { MoreTexts } from './more-texts.ts'

export const texts: MoreTexts = {
  aboutPage: 'Fragen zu dieser Seite',
  askSelection: 'Zur Auswahl fragen',
  removeSelection: 'Auswahl entfernen',
  whyNot: 'Warum war das nicht hilfreich?',
  reasonWrong: 'Falsch',
  reasonOutdated: 'Veraltet',
  reasonIncomplete: 'Unvollständig',
  reasonNotMyQuestion: 'Nicht meine Frage',
  whatWasWrong: 'Was fehlte oder war falsch?',
  sendComment: 'Senden',
  personIntro: 'Schreiben Sie den Menschen hinter dieser Dokumentation. Sie antworten per E-Mail.',
  yourName: 'Ihr Name',
  yourEmail: 'Ihre E-Mail-Adresse',
  yourMessage: 'Ihre Nachricht',
  whatIsSent: 'Was gesendet wird',
  sentAlong:
    'Ihr Name, Ihre E-Mail-Adresse, Ihre Nachricht, die Adresse dieser Seite und diese Unterhaltung:',
  agreeToSend: 'Ich habe gesehen, was gesendet wird, und bin einverstanden.',
  sendMessage: 'Nachricht senden',
  cancel: 'Abbrechen',
  messageSent: 'Ihre Nachricht ist unterwegs. Die Antwort kommt an {0}.',
  messageFailed: 'Die Nachricht konnte nicht gesendet werden. Bitte versuchen Sie es erneut.',
}
