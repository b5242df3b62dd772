// dependency-cruiser judges imports of files. That folders form no cycle is judged here, over the imports that it has read.

/**
 * @typedef {{ source: string, dependencies: { resolved: string }[] }} Module
 * @typedef {{ folder: string, arrows: string[] }} FolderCycle The folder that holds the cycle, and one import for each arrow of it.
 */

const isProduct = (path) =>
  /^(apps|packages)\/[^/]+\/src\//.test(path) && !/[.]test[.]tsx?$|\/(testing|test)\//.test(path)

/**
 * Cycles of folders of which none holds another one, one for each group of folders that reach each other.
 * A folder stands for everything below it. Tests do not count.
 * @param {readonly Module[]} modules
 * @returns {FolderCycle[]}
 */
export function folderCycles(modules) {
  return [...importsWithinFolders(modules)].flatMap(([folder, graph]) =>
    cyclesOf(graph).map((cycle) => ({
      folder,
      arrows: cycle.map((name, i) => graph.get(name)?.get(cycle[(i + 1) % cycle.length]) ?? ''),
    })),
  )
}

/**
 * For each folder: which of the folders directly in it import which others of them, with one import as an example.
 * @param {readonly Module[]} modules
 */
function importsWithinFolders(modules) {
  /** @type {Map<string, Map<string, Map<string, string>>>} */
  const graphs = new Map()
  for (const { source, dependencies } of modules.filter((module) => isProduct(module.source))) {
    for (const { resolved } of dependencies.filter((dependency) => isProduct(dependency.resolved))) {
      const from = source.split('/')
      const to = resolved.split('/')
      const depth = from.findIndex((name, i) => name !== to[i])
      if (depth === -1 || depth >= from.length - 1 || depth >= to.length - 1) continue
      const graph = entryOf(graphs, from.slice(0, depth).join('/'), () => new Map())
      entryOf(graph, to[depth], () => new Map())
      entryOf(
        entryOf(graph, from[depth], () => new Map()),
        to[depth],
        () => `${source} -> ${resolved}`,
      )
    }
  }
  return graphs
}

/**
 * The shortest cycle of each group of nodes that reach each other.
 * @param {Map<string, Map<string, string>>} graph
 */
function cyclesOf(graph) {
  /** @type {string[][]} */
  const cycles = []
  const seen = new Set()
  for (const node of graph.keys()) {
    if (seen.has(node)) continue
    const group = [...graph.keys()].filter(
      (other) => pathBetween(graph, node, other) && pathBetween(graph, other, node),
    )
    const found = group
      .flatMap((member) => {
        const path = pathBetween(graph, member, member)
        return path ? [path] : []
      })
      .toSorted((a, b) => a.length - b.length)
    for (const member of group) seen.add(member)
    if (found[0]) cycles.push(found[0])
  }
  return cycles
}

/**
 * The nodes of a shortest way of at least one arrow, without its end; undefined when there is none.
 * @param {Map<string, Map<string, string>>} graph
 * @param {string} start
 * @param {string} end
 */
function pathBetween(graph, start, end) {
  const reached = new Set()
  let paths = [[start]]
  while (paths.length > 0) {
    const longer = []
    for (const path of paths) {
      for (const next of graph.get(path.at(-1) ?? '')?.keys() ?? []) {
        if (next === end) return path
        if (reached.has(next)) continue
        reached.add(next)
        longer.push([...path, next])
      }
    }
    paths = longer
  }
  return undefined
}

/**
 * @template K, V
 * @param {Map<K, V>} map
 * @param {K} key
 * @param {() => V} make
 * @returns {V}
 */
function entryOf(map, key, make) {
  const found = map.get(key) ?? make()
  map.set(key, found)
  return found
}
