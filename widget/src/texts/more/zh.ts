import type { MoreTexts } from './more-texts.ts'

export const texts: MoreTexts = {
  whyNot: '为什么没有帮助？',
  reasonWrong: '错误',
  reasonOutdated: '已过时',
  reasonIncomplete: '不完整',
  reasonNotMyQuestion: '答非所问',
  whatWasWrong: '缺少什么，或哪里有误？',
  sendComment: '发送',
  personIntro: '给维护本文档的人员留言，他们会通过电子邮件回复。',
  yourName: '您的姓名',
  yourEmail: '您的电子邮件地址',
  yourMessage: '您的留言',
  whatIsSent: '将发送的内容',
  sentAlong: '您的姓名、电子邮件地址、留言、本页地址以及本次对话：',
  agreeToSend: '我已查看将发送的内容，并表示同意。',
  sendMessage: '发送留言',
  cancel: '取消',
  messageSent: '您的留言已提交，回复将发送至 {0}。',
  messageFailed: '留言发送失败，请重试。',
}
