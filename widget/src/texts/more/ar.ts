import type { MoreTexts } from './more-texts.ts'

export const texts: MoreTexts = {
  whyNot: 'لماذا لم يفدك هذا؟',
  reasonWrong: 'خاطئة',
  reasonOutdated: 'قديمة',
  reasonIncomplete: 'ناقصة',
  reasonNotMyQuestion: 'ليست عن سؤالي',
  whatWasWrong: 'ما الذي كان ناقصاً أو خاطئاً؟',
  sendComment: 'إرسال',
  personIntro: 'اكتب إلى القائمين على هذا التوثيق. يأتيك الرد بالبريد الإلكتروني.',
  yourName: 'اسمك',
  yourEmail: 'بريدك الإلكتروني',
  yourMessage: 'رسالتك',
  whatIsSent: 'ما الذي يُرسل',
  sentAlong: 'اسمك وبريدك الإلكتروني ورسالتك وعنوان هذه الصفحة وهذه المحادثة:',
  agreeToSend: 'اطلعت على ما يُرسل وأوافق عليه.',
  sendMessage: 'إرسال الرسالة',
  cancel: 'إلغاء',
  messageSent: 'رسالتك في الطريق. سيصل الرد إلى {0}.',
  messageFailed: 'تعذر إرسال الرسالة. يُرجى المحاولة مجدداً.',
}
