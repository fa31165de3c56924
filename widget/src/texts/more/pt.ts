import type { MoreTexts } from './more-texts.ts'

export const texts: MoreTexts = {
  whyNot: 'Por que não ajudou?',
  reasonWrong: 'Errada',
  reasonOutdated: 'Desatualizada',
  reasonIncomplete: 'Incompleta',
  reasonNotMyQuestion: 'Não é a minha pergunta',
  whatWasWrong: 'O que faltou ou estava errado?',
  sendComment: 'Enviar',
  personIntro: 'Escreva para as pessoas que mantêm esta documentação. Elas respondem por e-mail.',
  yourName: 'Seu nome',
  yourEmail: 'Seu e-mail',
  yourMessage: 'Sua mensagem',
  whatIsSent: 'O que é enviado',
  sentAlong: 'Seu nome, seu e-mail, sua mensagem, o endereço desta página e esta conversa:',
  agreeToSend: 'Vi o que é enviado e concordo.',
  sendMessage: 'Enviar mensagem',
  cancel: 'Cancelar',
  messageSent: 'Sua mensagem está a caminho. A resposta chegará em {0}.',
  messageFailed: 'Não foi possível enviar a mensagem. Tente novamente.',
}
