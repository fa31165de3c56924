import type { MoreTexts } from './more-texts.ts'

export const texts: MoreTexts = {
  aboutPage: 'Preguntas sobre esta página',
  askSelection: 'Preguntar por la selección',
  removeSelection: 'Quitar la selección',
  whyNot: '¿Por qué no ayudó?',
  reasonWrong: 'Incorrecta',
  reasonOutdated: 'Desactualizada',
  reasonIncomplete: 'Incompleta',
  reasonNotMyQuestion: 'No es mi pregunta',
  whatWasWrong: '¿Qué faltaba o estaba mal?',
  sendComment: 'Enviar',
  personIntro:
    'Escriba a las personas que mantienen esta documentación. Responden por correo electrónico.',
  yourName: 'Su nombre',
  yourEmail: 'Su correo electrónico',
  yourMessage: 'Su mensaje',
  whatIsSent: 'Qué se envía',
  sentAlong:
    'Su nombre, su correo electrónico, su mensaje, la dirección de esta página y esta conversación:',
  agreeToSend: 'He visto lo que se envía y estoy de acuerdo.',
  sendMessage: 'Enviar mensaje',
  cancel: 'Cancelar',
  messageSent: 'Su mensaje está en camino. La respuesta llegará a {0}.',
  messageFailed: 'No se pudo enviar el mensaje. Inténtelo de nuevo.',
}
