import type { MoreTexts } from './more-texts.ts'

export const texts: MoreTexts = {
  whyNot: '役に立たなかった理由',
  reasonWrong: '誤り',
  reasonOutdated: '情報が古い',
  reasonIncomplete: '不十分',
  reasonNotMyQuestion: '質問と違う',
  whatWasWrong: '足りない点や誤りは何でしたか？',
  sendComment: '送信',
  personIntro: 'このドキュメントの担当者に質問を送れます。回答はメールで届きます。',
  yourName: 'お名前',
  yourEmail: 'メールアドレス',
  yourMessage: 'メッセージ',
  whatIsSent: '送信される内容',
  sentAlong: 'お名前、メールアドレス、メッセージ、このページのアドレス、この会話：',
  agreeToSend: '送信される内容を確認し、同意します。',
  sendMessage: 'メッセージを送信',
  cancel: 'キャンセル',
  messageSent: 'メッセージを受け付けました。回答は {0} に届きます。',
  messageFailed: 'メッセージを送信できませんでした。もう一度お試しください。',
}
