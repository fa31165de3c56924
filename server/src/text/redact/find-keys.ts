import { isPlaceholder } from './placeholder.ts'
import type { Range } from './sensitive-span.ts'
import { findAssignedSecrets } from './find-assigned-secrets.ts'
import { findPrivateKeys } from './find-private-keys.ts'

/** Tokens that their issuers made to be recognised. The number: how long the rest is at least. */
const PREFIXED = [
  // Footnote's own keys, client ids and secrets, access tokens and webhook secrets.
  'fn[pcsth]_[\\w-]{20,}',
  'sk-(?:proj-|ant-|svcacct-|or-)?[\\w-]{20,}',
  '(?:xai|pplx)-\\w{20,}',
  'gsk_\\w{20,}',
  'gh[pousr]_\\w{20,}',
  'github_pat_\\w{20,}',
  'gl(?:pat|dt|rt|cbt|ptt|ft|soat)-[\\w-]{15,}',
  '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])',
  'xox[abeoprs]-[\\w-]{10,}',
  'xapp-[\\w-]{10,}',
  '[srp]k_(?:live|test)_\\w{10,}',
  'whsec_[\\w+/=]{16,}',
  'AIza[\\w-]{30,}',
  'GOCSPX-[\\w-]{20,}',
  'ya29\\.[\\w-]{20,}',
  'npm_\\w{30,}',
  'pypi-[\\w-]{30,}',
  'rubygems_\\w{30,}',
  'SG\\.[\\w-]{16,}\\.[\\w-]{16,}',
  'key-[0-9a-f]{32}(?!\\w)',
  'do[opr]_v1_[0-9a-f]{40,}',
  'hf_[A-Za-z0-9]{25,}',
  'r8_\\w{30,}',
  'shp(?:at|ca|pa|ss)_\\w{20,}',
  'sq0(?:atp|csp|idp)-[\\w-]{20,}',
  'gl(?:c|sa)_[\\w=+/-]{20,}',
  'lin_api_\\w{20,}',
  'hv[sb]\\.[\\w-]{20,}',
  'ATATT3x[\\w=-]{30,}',
  'fig[do]_[\\w-]{20,}',
  'dckr_pat_[\\w-]{20,}',
  'tskey-[\\w-]{20,}',
  'sntry[su]_[\\w=+/-]{20,}',
  'sbp_\\w{30,}',
  'PMAK-[\\w-]{30,}',
  'NRAK-\\w{20,}',
  'AGE-SECRET-KEY-1\\w{30,}',
]
const TOKEN = new RegExp(`(?<![A-Za-z0-9_])(?:${PREFIXED.join('|')})`, 'g')

/** Header, claims and signature, each in base64url; the first two are JSON objects. */
const JSON_WEB_TOKEN = /(?<![\w-])eyJ[\w-]{5,}\.eyJ[\w-]{5,}\.[\w-]{10,}/g
/** A Telegram bot's. */
const BOT_TOKEN = /(?<!\w)\d{8,10}:AA[\w-]{33}(?![\w-])/g
const AUTHORIZATION = /(?<!\w)(?:bearer|basic) {1,3}(?=([\w+/.~-]{12,}={0,2}))/gi
const URL_PASSWORD = /:\/\/[^\s/:@]{0,64}:(?=([^\s/@]{1,128})@)/g

export function* findKeys(text: string): Generator<Range> {
  yield* findPrivateKeys(text)
  for (const pattern of [TOKEN, JSON_WEB_TOKEN, BOT_TOKEN]) {
    for (const { 0: token, index } of text.matchAll(pattern)) {
      const kept = token.replace(/[-.]+$/, '')
      if (/\d/.test(token) && !isPlaceholder(kept)) yield { start: index, end: index + kept.length }
    }
  }
  for (const { 0: before, 1: token = '', index } of text.matchAll(AUTHORIZATION)) {
    const start = index + before.length
    if (/\d/.test(token) && !isPlaceholder(token)) yield { start, end: start + token.length }
  }
  for (const { 0: before, 1: password = '', index } of text.matchAll(URL_PASSWORD)) {
    const start = index + before.length
    if (!isPlaceholder(password)) yield { start, end: start + password.length }
  }
  yield* findAssignedSecrets(text)
}
