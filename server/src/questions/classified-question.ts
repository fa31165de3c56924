/** A question made of a title. */
export type ClassifiedQuestion = { question: string; kind: 'question' | 'how' | 'what' | 'code' }
