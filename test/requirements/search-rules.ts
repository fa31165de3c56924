/** What editors tell the search. */
export const searchRules = {
  'rules.synonyms': {
    text: 'A synonym finds pages that say it otherwise, one way or both ways, within a second of its change and over every transport',
    source: 'Search rules',
  },
  'rules.synonym-weight': {
    text: 'A page that has the word itself comes before one that has a synonym of it',
    source: 'Search rules',
  },
  'rules.synonym-missing': {
    text: 'A word is not missing where a page that the reader may see has a synonym of it; elsewhere it is',
    source: 'Search rules',
  },
} as const
