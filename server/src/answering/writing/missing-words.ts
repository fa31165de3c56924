type Sentences = { missing: string; closest: string }

/** `{}` is replaced by the words, in quotation marks. */
const SENTENCES: Readonly<Record<string, Sentences>> = {
  ar: { missing: 'لا تذكر أي صفحة {}.', closest: 'أقرب الأقسام:' },
  cs: { missing: 'Žádná stránka nezmiňuje {}.', closest: 'Nejbližší části:' },
  da: { missing: 'Ingen side nævner {}.', closest: 'De nærmeste afsnit:' },
  de: { missing: 'Keine Seite erwähnt {}.', closest: 'Am nächsten kommen diese Abschnitte:' },
  el: { missing: 'Καμία σελίδα δεν αναφέρει {}.', closest: 'Οι πιο κοντινές ενότητες:' },
  en: { missing: 'No page mentions {}.', closest: 'The closest sections:' },
  es: { missing: 'Ninguna página menciona {}.', closest: 'Las secciones más cercanas:' },
  fi: { missing: 'Mikään sivu ei mainitse: {}.', closest: 'Lähimmät kohdat:' },
  fr: { missing: 'Aucune page ne mentionne {}.', closest: 'Les sections les plus proches :' },
  he: { missing: 'אף דף אינו מזכיר את {}.', closest: 'הסעיפים הקרובים ביותר:' },
  hi: { missing: 'किसी पृष्ठ में {} का उल्लेख नहीं है।', closest: 'सबसे निकट के अनुभाग:' },
  hu: { missing: 'Egyetlen oldal sem említi ezt: {}.', closest: 'A legközelebbi szakaszok:' },
  id: { missing: 'Tidak ada halaman yang menyebut {}.', closest: 'Bagian yang paling dekat:' },
  it: { missing: 'Nessuna pagina menziona {}.', closest: 'Le sezioni più vicine:' },
  ja: { missing: '{}に触れているページはありません。', closest: '最も近いセクション:' },
  ko: { missing: '{}: 언급하는 페이지가 없습니다.', closest: '가장 가까운 섹션:' },
  nl: { missing: 'Geen enkele pagina noemt {}.', closest: 'De secties die het dichtst komen:' },
  no: { missing: 'Ingen side nevner {}.', closest: 'De nærmeste avsnittene:' },
  pl: { missing: 'Żadna strona nie wspomina o: {}.', closest: 'Najbliższe sekcje:' },
  pt: { missing: 'Nenhuma página menciona {}.', closest: 'As secções mais próximas:' },
  ro: { missing: 'Nicio pagină nu menționează {}.', closest: 'Secțiunile cele mai apropiate:' },
  ru: { missing: 'Ни на одной странице нет {}.', closest: 'Ближайшие разделы:' },
  sv: { missing: 'Ingen sida nämner {}.', closest: 'De närmaste avsnitten:' },
  th: { missing: 'ไม่มีหน้าใดกล่าวถึง {}', closest: 'ส่วนที่ใกล้เคียงที่สุด:' },
  tr: { missing: 'Hiçbir sayfada {} geçmiyor.', closest: 'En yakın bölümler:' },
  uk: { missing: 'На жодній сторінці немає {}.', closest: 'Найближчі розділи:' },
  vi: { missing: 'Không có trang nào nhắc đến {}.', closest: 'Các mục gần nhất:' },
  zh: { missing: '没有页面提到{}。', closest: '最接近的章节：' },
}

/** Bokmål and Nynorsk use the Norwegian sentences. */
const SAME: Readonly<Record<string, string>> = { nb: 'no', nn: 'no' }

/** That no page mentions the words, and, with `sections`, what comes close. English for other languages. */
export function missingWordsText(
  language: string,
  words: readonly string[],
  sections: readonly string[] = [],
): string[] {
  const code = language.slice(0, 2).toLowerCase()
  const { missing = '', closest = '' } = SENTENCES[SAME[code] ?? code] ?? SENTENCES['en'] ?? {}
  const names = words.map((word) => `“${word}”`).join(', ')
  const sentence = missing.replace('{}', () => names)
  return sections.length === 0 ? [sentence] : [`${sentence}\n\n${closest}\n\n`, ...sections]
}
