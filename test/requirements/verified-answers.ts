/** Answers that the docs team has written itself. */
export const verifiedAnswers = {
  'verified.word-for-word': {
    text: 'A question in the meaning of a verified answer gets it word for word over every transport, with all of its sources and the time of its verification',
    source: 'Verified answers',
  },
  'verified.other-question': {
    text: 'A question with another meaning is answered from the documents, however near its words come',
    source: 'Verified answers',
  },
  'verified.readers': {
    text: 'A verified answer is given only to readers who may see all of its sources, and where all of them fit the filter',
    source: 'Verified answers',
  },
  'verified.withdrawn': {
    text: 'A verified answer is not given once it has expired, or a source of it is restricted or deleted',
    source: 'Verified answers',
  },
  'verified.changed': {
    text: 'A verified answer whose source has changed is given with its date and waits for a review, until it is saved again',
    source: 'Verified answers',
  },
} as const
