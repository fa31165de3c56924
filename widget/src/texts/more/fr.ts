import type { MoreTexts } from './more-texts.ts'

export const texts: MoreTexts = {
  aboutPage: 'Questions sur cette page',
  askSelection: 'Demander à propos de la sélection',
  removeSelection: 'Retirer la sélection',
  whyNot: 'Pourquoi n’était-ce pas utile ?',
  reasonWrong: 'Faux',
  reasonOutdated: 'Obsolète',
  reasonIncomplete: 'Incomplet',
  reasonNotMyQuestion: 'Pas ma question',
  whatWasWrong: 'Que manquait-il, ou qu’est-ce qui était faux ?',
  sendComment: 'Envoyer',
  personIntro:
    'Écrivez aux personnes qui tiennent cette documentation. Elles répondent par e-mail.',
  yourName: 'Votre nom',
  yourEmail: 'Votre adresse e-mail',
  yourMessage: 'Votre message',
  whatIsSent: 'Ce qui est envoyé',
  sentAlong:
    'Votre nom, votre adresse e-mail, votre message, l’adresse de cette page et cette conversation :',
  agreeToSend: 'J’ai vu ce qui est envoyé et je suis d’accord.',
  sendMessage: 'Envoyer le message',
  cancel: 'Annuler',
  messageSent: 'Votre message est en route. La réponse arrivera à {0}.',
  messageFailed: 'Le message n’a pas pu être envoyé. Veuillez réessayer.',
}
