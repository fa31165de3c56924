/**
 * nDCG@10 measured on the same data outside Footnote (README.md of the evaluation data, 2 cores).
 * k8s_docs and github_docs: page level, only the first 256 tokens of a page embedded.
 */
type Baseline = {
  bm25: number
  dense: Readonly<Record<string, number>>
  minMax: number
  /** The model in `minMax`. */
  fusedWith: string
}

export const BASELINES: Readonly<Record<string, Baseline>> = {
  scifact: {
    // .676 to .689 by tokeniser.
    bm25: 0.689,
    dense: { 'minilm-int8': 0.657, 'gte-small-int8': 0.722 },
    minMax: 0.746,
    fusedWith: 'gte-small-int8',
  },
  vendor_docs_qa: {
    bm25: 0.628,
    dense: { 'minilm-int8': 0.692, 'gte-small-int8': 0.723 },
    minMax: 0.789,
    fusedWith: 'minilm-int8',
  },
  xquad_en: {
    bm25: 0.967,
    dense: { 'minilm-int8': 0.94, 'gte-small-int8': 0.959 },
    minMax: 0.985,
    fusedWith: 'gte-small-int8',
  },
  k8s_docs: {
    bm25: 0.593,
    dense: { 'minilm-int8': 0.407 },
    minMax: 0.599,
    fusedWith: 'minilm-int8',
  },
  github_docs: {
    bm25: 0.631,
    dense: { 'minilm-int8': 0.457 },
    minMax: 0.635,
    fusedWith: 'minilm-int8',
  },
}
