/**
 * nDCG@10 measured on the same data outside Footnote (README.md of the evaluation data, 2 cores).
 * k8s_docs and github_docs: page level, only the first 256 tokens of a page embedded.
 */
type Baseline = {
  bm25: number
  dense: Readonly<Record<string, number>>
  rrf: number
  minMax: number
  /** The model in `rrf` and `minMax`. */
  fusedWith: string
}

export const BASELINES: Readonly<Record<string, Baseline>> = {
  scifact: {
    // .676 to .689 by tokeniser.
    bm25: 0.689,
    dense: { 'minilm-int8': 0.657, 'gte-small-int8': 0.722 },
    rrf: 0.732,
    minMax: 0.746,
    fusedWith: 'gte-small-int8',
  },
  vendor_docs_qa: {
    bm25: 0.628,
    dense: { 'minilm-int8': 0.692, 'gte-small-int8': 0.723 },
    rrf: 0.783,
    minMax: 0.789,
    fusedWith: 'minilm-int8',
  },
  xquad_en: {
    bm25: 0.967,
    dense: { 'minilm-int8': 0.94, 'gte-small-int8': 0.959 },
    rrf: 0.979,
    minMax: 0.985,
    fusedWith: 'gte-small-int8',
  },
  k8s_docs: {
    bm25: 0.593,
    dense: { 'minilm-int8': 0.407 },
    rrf: 0.599,
    minMax: 0.599,
    fusedWith: 'minilm-int8',
  },
  github_docs: {
    bm25: 0.631,
    dense: { 'minilm-int8': 0.457 },
    rrf: 0.595,
    minMax: 0.635,
    fusedWith: 'minilm-int8',
  },
}
