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
  'rules.pins': {
    text: 'A pinned page comes first for a question that has all words of its phrase, within a second of the change and over every transport',
    source: 'Search rules',
  },
  'rules.pins-unseen': {
    text: 'A pin has no effect where the reader may not see the page, the filter leaves it out, or it is restricted or gone',
    source: 'Search rules',
  },
  'rules.pins-answerability': {
    text: 'A pin does not change whether a question counts as covered',
    source: 'Search rules',
  },
} as const
