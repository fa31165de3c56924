/** How a language denies. */
export type NegationCues = {
  /** A plain denial. */
  plain: RegExp
  /** Everything that can stand for one in other words. */
  any: RegExp
  /** What the denial follows, as in Japanese. Elsewhere it precedes what it denies. */
  follows?: true
  /** Denials inside runs of script without spaces, which word segmentation would take apart. */
  within?: RegExp
}

const anyOf = (...words: readonly string[]): RegExp => new RegExp(`^(?:${words.join('|')})$`, 'iu')

const EN = String.raw`not|cannot|never|no|none|neither|nor|nothing|nobody|without|\p{L}+n['’]t`
const DE = String.raw`nicht|nie|niemals|kein\p{L}*|ohne|weder|nichts`
const FR = String.raw`pas|jamais|aucun\p{L}*|sans|ni|rien`
const ES = String.raw`no|nunca|jamás|ningun\p{L}*|ningún|sin|ni|nada`
const PT = String.raw`não|nunca|jamais|nenhum\p{L}*|sem|nem|nada|ninguém`
const AR = String.raw`[وف]?(?:لا|لم|لن|ليس\p{L}*|غير|بدون|دون|بلا)`
const ZH =
  '不|不能|不会|不可|不可以|不得|不是|不要|不在|不再|没有|没|无法|无|未|未能|勿|请勿|切勿|并非|从不'
const JA = 'ません|ない|なく|なかった|できず|せず'

/** The languages of the widget. */
export const NEGATION_CUES: Readonly<Record<string, NegationCues>> = {
  en: {
    plain: anyOf(EN),
    any: anyOf(
      EN,
      'unable|unless|hardly|rarely|seldom|impossible|invalid|incorrect|insufficient|incomplete|inactive|illegal|unlike',
      String.raw`(?:fail|lack|prevent|refus|deni|deny|avoid|forb[ia]d|prohibit|disabl|ignor|exclud|omit|reject)\p{L}*`,
      String.raw`(?:un(?!der|i|til|less|ion)\p{L}{3}|non-)\p{L}*`,
    ),
  },
  de: {
    plain: anyOf(DE),
    any: anyOf(
      DE,
      'nur|kaum|selten|aber|statt|außer',
      String.raw`un(?!ter)\p{L}{3,}|verhinder\p{L}*|verbiet\p{L}*|verbot\p{L}*|fehl\p{L}*|\p{L}+los`,
    ),
  },
  fr: {
    plain: anyOf(FR),
    any: anyOf(
      FR,
      'seulement|peu|mais|sauf',
      String.raw`im\p{L}+|in\p{L}+|empêch\p{L}*|interdi\p{L}*`,
    ),
  },
  es: {
    plain: anyOf(ES),
    any: anyOf(
      ES,
      'solo|sólo|poco|pero|salvo',
      String.raw`im\p{L}+|in\p{L}+|impid\p{L}*|prohib\p{L}*`,
    ),
  },
  pt: {
    plain: anyOf(PT),
    any: anyOf(
      PT,
      'só|somente|apenas|pouco|mas|exceto|salvo',
      String.raw`im\p{L}+|in\p{L}+|proib\p{L}*`,
    ),
  },
  ar: {
    plain: anyOf(AR),
    any: anyOf(AR, String.raw`[وف]?(?:فقط|إلا|عدم|يمنع|تمنع|ممنوع\p{L}*|يتعذر|تعذر|يرفض)`),
  },
  zh: { plain: anyOf(ZH), any: anyOf(ZH, '只|只有|仅|禁止|拒绝|避免|除非|失败') },
  ja: {
    plain: anyOf(JA),
    any: anyOf(JA, 'のみ|だけ|禁止|不可|拒否|無効'),
    follows: true,
    within: /(ません|できず|せず|(?<!少|危|違い)(?:ない|なく|なかった))/u,
  },
}
