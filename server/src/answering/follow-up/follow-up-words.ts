/** Words that refer to earlier turns. Articles that look like pronouns are left out. */
const POINTING: Readonly<Record<string, string>> = {
  cs: 'on ona ono oni jeho její jejich to toho této tam stejný jiný také',
  da: 'den det dem denne dette disse han hun samme anden andet også',
  de: 'er ihn ihm sie es ihr ihre ihren ihrem sein seine seinen dies diese dieser dieses diesen diesem dort davon dafür damit dazu darin daran dabei beide stattdessen sonst auch',
  en: 'it its they them their theirs this that these those he him his she her hers there one ones same both former latter such another other others else instead too also',
  es: 'él ella ello ellos ellas su sus este esta esto estos estas ese esa eso esos esas aquel aquella allí ahí mismo misma ambos otro otra también',
  fr: 'il elle ils elles lui leur leurs cet cette ces cela ça ceci celui celle ceux celles là même autre autres aussi',
  hu: 'azt ezt ez ezek azok ott ugyanaz másik is',
  id: 'itu ini dia mereka tersebut sana sama lain juga',
  it: 'esso essa essi esse lui lei loro questo questa questi queste quello quella quelli ciò lì anche stesso stessa altro altra',
  nl: 'hij zij ze hem haar hun dit dat deze daar ervan ermee ervoor zelfde ander andere ook',
  no: 'den det dem denne dette disse han hun samme annen annet også',
  pl: 'on ona ono oni go jego jej ich to ten ta te tego tej tych tam sam inny inna też także',
  pt: 'ele ela eles elas isso isto este esta estes estas esse essa esses essas aquele aquela aquilo lá mesmo mesma outro outra também',
  ro: 'el ea ei ele acesta aceasta acestea aceștia asta acolo același alt alta',
  ru: 'он она оно они его её ее их ему ей им это этот эта эти этого этой этих этом там другой тоже также',
  sv: 'den det dem denna detta dessa han hon där samma annan annat också',
  tr: 'o onu onun onlar bu bunu bunun bunlar şu orada aynı başka',
  uk: 'він вона воно вони його її їх це цей ця ці цього цієї цих там інший також',
  vi: 'nó đó này kia họ vậy thế',
}

/** How a question that depends on an earlier one begins: `and on Windows?`, `what about X?`. */
const LEANING: Readonly<Record<string, string>> = {
  cs: 'a|nebo|ale|co',
  da: 'og|eller|men|hvad med|hvad så',
  de: 'und|oder|aber|dann|was ist mit|wie sieht es (?:mit|bei)',
  el: 'και|ή|αλλά',
  en: 'and|or|but|so|then|what about|how about|what if',
  es: 'y|o|pero|entonces|qué (?:tal|hay de|pasa con)',
  fr: "et|ou|mais|alors|qu'en est-il",
  hu: 'és|vagy|de|mi a helyzet',
  id: 'dan|atau|tapi|lalu|bagaimana dengan',
  it: 'e|o|ma|allora|che dire',
  nl: 'en|of|maar|dan|hoe zit het met',
  no: 'og|eller|men|hva med',
  pl: 'a|i|lub|ale|co z',
  pt: 'e|ou|mas|então|que tal',
  ro: 'și|sau|dar|ce zici',
  ru: 'а|и|или|но|тогда|что насчёт',
  sv: 'och|eller|men|hur är det med',
  tr: 've|veya|peki|ama|ya',
  uk: 'а|і|та|або|але|тоді',
  vi: 'còn|và|hay|nhưng',
}

/** For scripts without spaces and languages with suffixes: matched anywhere in the question. */
const POINTING_PARTS =
  /它|这个|那个|这些|那些|他们|她|这里|那里|^那|^还有|これ|それ|あれ|この|その|あの|そこ|^では|^じゃあ|그것|이것|저것|그거|이거|거기|^그럼|^그리고|นี้|นั้น|มัน|^แล้ว|यह|वह|^और|هذا|هذه|ذلك|تلك|هناك|^و|^ثم|זה|זאת|זו|^ומה|^ו|αυτό|αυτή|αυτά|αυτός|εκεί/u

type Cues = { start: RegExp | undefined; words: ReadonlySet<string> }

/** Made when a language is first asked in: all of them take 15 ms of every start. */
const cuesByLanguage = new Map<string, Cues>()

function cuesOf(language: string): Cues {
  let cues = cuesByLanguage.get(language)
  if (!cues) {
    const leaning = LEANING[language]
    cues = {
      start: leaning ? new RegExp(`^(?:${leaning})(?![\\p{L}\\p{N}-])`, 'iu') : undefined,
      words: new Set(POINTING[language]?.split(' ')),
    }
    cuesByLanguage.set(language, cues)
  }
  return cues
}

/** Whether a question has words that only earlier turns explain. */
export function pointsBack(question: string, language: string): boolean {
  const text = question
    .replaceAll('’', "'")
    .trim()
    .replace(/^[¿¡"'“«„「]+/u, '')
  const { start, words } = cuesOf(language)
  if (start?.test(text) === true || POINTING_PARTS.test(text)) return true
  return splitWords(text).some((word) => words.has(word))
}

/** In lower case, without the German polite forms `Sie` and `Ihr`. */
function splitWords(text: string): string[] {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words
    .filter((word, index) => index === 0 || !/^(?:Sie|Ihr(?:e[nmrs]?)?)$/u.test(word))
    .map((word) => word.toLowerCase())
}
