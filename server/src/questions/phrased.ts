/** A question made of a title. */
export type Phrased = { question: string; kind: 'question' | 'how' | 'what' | 'code' }
