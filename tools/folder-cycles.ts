// dependency-cruiser judges imports of files. That folders form no cycle is judged here, over the imports that it has read.

/** A file, and the files that it imports. */
export interface CruisedModule {
  readonly source: string
  readonly dependencies: readonly { readonly resolved: string }[]
}

/** The folder that holds the cycle, and one import for each arrow of it. */
export interface FolderCycle {
  readonly folder: string
  readonly arrows: readonly string[]
}

/** Of each folder the folders that it imports, with one import as an example. */
type Graph = Map<string, Map<string, string>>

const isProduct = (path: string): boolean =>
  /^(apps|packages)\/[^/]+\/src\//.test(path) && !/[.]test[.]tsx?$|\/(testing|test)\//.test(path)

/** Cycles of folders of which none holds another one, one for each group of folders that reach each other. A folder stands for everything below it. Tests do not count. */
export function folderCycles(modules: readonly CruisedModule[]): FolderCycle[] {
  return [...importsWithinFolders(modules)].flatMap(([folder, graph]) =>
    cyclesOf(graph).map((cycle) => ({
      folder,
      arrows: cycle.map((name, i) => graph.get(name)?.get(cycle[(i + 1) % cycle.length] ?? '') ?? ''),
    })),
  )
}

/** For each folder: which of the folders directly in it import which others of them, with one import as an example. */
function importsWithinFolders(modules: readonly CruisedModule[]): Map<string, Graph> {
  const graphs = new Map<string, Graph>()
  for (const { source, dependencies } of modules.filter((module) => isProduct(module.source))) {
    for (const { resolved } of dependencies.filter((dependency) => isProduct(dependency.resolved))) {
      const from = source.split('/')
      const to = resolved.split('/')
      const depth = from.findIndex((name, i) => name !== to[i])
      const [folder, imported] = [from[depth], to[depth]]
      if (folder === undefined || imported === undefined) continue
      if (depth >= from.length - 1 || depth >= to.length - 1) continue
      const graph = entryOf(graphs, from.slice(0, depth).join('/'), () => new Map())
      entryOf(graph, imported, () => new Map())
      entryOf(
        entryOf(graph, folder, () => new Map()),
        imported,
        () => `${source} -> ${resolved}`,
      )
    }
  }
  return graphs
}

/** The shortest cycle of each group of nodes that reach each other. */
function cyclesOf(graph: Graph): string[][] {
  const cycles: string[][] = []
  const seen = new Set<string>()
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

/** The nodes of a shortest way of at least one arrow, without its end; undefined when there is none. */
function pathBetween(graph: Graph, start: string, end: string): string[] | undefined {
  const reached = new Set<string>()
  let paths = [[start]]
  while (paths.length > 0) {
    const longer: string[][] = []
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

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key) ?? make()
  map.set(key, found)
  return found
}
