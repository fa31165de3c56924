const pairs = (count: number): number => (count * (count - 1)) / 2

/** How often each cluster meets each class, and how large both are. */
function contingency(classes: readonly string[], clusters: readonly number[]) {
  const cells = new Map<string, number>()
  const [ofClass, ofCluster] = [new Map<string, number>(), new Map<number, number>()]
  for (const [index, name] of classes.entries()) {
    const cluster = clusters[index] ?? -1
    const cell = `${cluster} ${name}`
    cells.set(cell, (cells.get(cell) ?? 0) + 1)
    ofClass.set(name, (ofClass.get(name) ?? 0) + 1)
    ofCluster.set(cluster, (ofCluster.get(cluster) ?? 0) + 1)
  }
  const numbers = (map: ReadonlyMap<unknown, number>) => [...map.values()]
  return { cells: numbers(cells), ofClass: numbers(ofClass), ofCluster: numbers(ofCluster) }
}

/** Hubert and Arabie: 1 for the same partition, 0 as by chance. */
export function adjustedRandIndex(classes: readonly string[], clusters: readonly number[]): number {
  const { cells, ofClass, ofCluster } = contingency(classes, clusters)
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + pairs(count), 0)
  const expected = (sum(ofClass) * sum(ofCluster)) / pairs(classes.length)
  const highest = (sum(ofClass) + sum(ofCluster)) / 2
  return highest === expected ? 1 : (sum(cells) - expected) / (highest - expected)
}

/** Rosenberg and Hirschberg: the harmonic mean of homogeneity and completeness. */
export function vMeasure(classes: readonly string[], clusters: readonly number[]): number {
  const { cells, ofClass, ofCluster } = contingency(classes, clusters)
  const total = classes.length
  const entropy = (counts: readonly number[]) =>
    -counts.reduce((sum, count) => sum + (count / total) * Math.log(count / total), 0)
  const joint = entropy(cells)
  const [classEntropy, clusterEntropy] = [entropy(ofClass), entropy(ofCluster)]
  const homogeneity = classEntropy === 0 ? 1 : 1 - (joint - clusterEntropy) / classEntropy
  const completeness = clusterEntropy === 0 ? 1 : 1 - (joint - classEntropy) / clusterEntropy
  const both = homogeneity + completeness
  return both === 0 ? 0 : (2 * homogeneity * completeness) / both
}
