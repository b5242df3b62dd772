import { graphlib, layout } from '@dagrejs/dagre'
import type { ChangedFlow } from './flow-changes.ts'

export const nodeSize = { width: 208, height: 60 } as const

/** Where each element stands, by its name: the start above, what follows below. */
export function placeElements({
  elements,
  connectors,
}: ChangedFlow): ReadonlyMap<string, { x: number; y: number }> {
  const graph = new graphlib.Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', nodesep: 36, ranksep: 64, ranker: 'longest-path' })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { name } of elements) graph.setNode(name, { ...nodeSize })
  for (const { from, to, slot } of connectors) graph.setEdge(from, to, {}, `${slot} ${to}`)
  layout(graph)
  return new Map(
    elements.map(({ name }) => {
      const { x = 0, y = 0 } = graph.node(name)
      return [name, { x: x - nodeSize.width / 2, y: y - nodeSize.height / 2 }]
    }),
  )
}
