import { CONSOLE_PATHS } from '@footnote/contract/paths'
import type { LimitNotice } from './limit-notices.ts'

/** The message to an operator. */
export function describeNotice(
  notice: LimitNotice,
  publicUrl: string | null,
): { subject: string; text: string } {
  const { subject, lines } =
    notice.kind === 'allowance' ? describeAllowanceNotice(notice) : describeCapNotice(notice)
  const link = publicUrl === null ? [] : [`Change the limits: ${publicUrl}${CONSOLE_PATHS.start}`]
  return { subject, text: [...lines, ...link].join('\n\n') }
}

function describeAllowanceNotice({ percent, period, limit, workspaceName }: LimitNotice) {
  const month = period.slice(0, 7)
  const allowance = limit === null ? '' : ` of ${limit}`
  if (percent < 100) {
    return {
      subject: `${workspaceName}: ${percent}% of the questions for ${month} are used`,
      lines: [
        `The workspace ${workspaceName} has used ${percent}% of its monthly allowance${allowance} questions.`,
        'When it is used up, readers’ questions are refused until next month (UTC). Search still works.',
      ],
    }
  }
  return {
    subject: `${workspaceName}: the questions for ${month} are used up`,
    lines: [
      `The workspace ${workspaceName} has used its monthly allowance${allowance} questions.`,
      'Readers’ questions are refused until next month (UTC), or until you raise the allowance. Search still works.',
    ],
  }
}

function describeCapNotice({ percent, period, limit, currency, workspaceName }: LimitNotice) {
  const cap = limit === null ? '' : ` of ${limit} ${currency ?? ''}`.trimEnd()
  if (percent < 100) {
    return {
      subject: `${workspaceName}: ${percent}% of the daily cost cap is spent`,
      lines: [
        `On ${period} (UTC), answers in the workspace ${workspaceName} cost ${percent}% of its daily cap${cap}.`,
        'Once it is reached, answers quote your pages, without a model, for the rest of the day.',
      ],
    }
  }
  return {
    subject: `${workspaceName}: the daily cost cap is reached`,
    lines: [
      `On ${period} (UTC), answers in the workspace ${workspaceName} reached its daily cap${cap}.`,
      'For the rest of the day, answers quote your pages, without a model, unless you raise the cap.',
    ],
  }
}
