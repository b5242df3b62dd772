import {
  Background,
  Controls,
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
} from '@xyflow/react'
import { useMemo } from 'react'
import { plural } from '../../../../platform/format/plural.ts'
import { cn } from '../../../../platform/ui/cn.ts'
import { visibleText } from '../../visible-text.ts'
import type { TwoTexts } from '../sheet-file.ts'
import {
  type ChangedConnector,
  type ChangedElement,
  type ChangedFlow,
  compareFlows,
  type FlowChange,
  readFlow,
} from './flow-model.ts'
import { graphlib, layout } from '@dagrejs/dagre'

/** A flow of more elements has only those in sight in the page. */
const wholeFlow = 100

/** A flow drawn from its XML before and after, with what was added, changed and removed. */
export function FlowPicture({ texts: { before, after } }: { texts: TwoTexts }) {
  const flow = useMemo(() => compareFlows(readFlow(before), readFlow(after)), [before, after])
  const drawing = useMemo(() => drawn(flow), [flow])
  if (flow.elements.length === 0)
    return <p className="text-fg-2 p-4">This flow cannot be drawn from its XML.</p>
  const changed = drawing.nodes.filter(({ data }) => data.element.change !== 'same')
  return (
    <section aria-label="Picture of the flow" className="flex h-full min-h-0 flex-col">
      <p className="text-12 text-fg-2 border-line border-b px-4 py-1.5">{summary(flow)}</p>
      <div className="min-h-0 flex-1">
        <ReactFlow
          nodes={drawing.nodes}
          edges={drawing.edges}
          nodeTypes={nodeTypes}
          fitView
          fitViewOptions={{ maxZoom: 1, minZoom: 0.35, ...(changed.length > 0 && { nodes: changed }) }}
          minZoom={0.05}
          // Hundreds of cards take seconds to build, and most of them are out of sight.
          onlyRenderVisibleElements={flow.elements.length > wholeFlow}
          nodesDraggable={false}
          nodesConnectable={false}
          edgesFocusable={false}
          deleteKeyCode={null}
          proOptions={{ hideAttribution: true }}
          ariaLabelConfig={{ 'node.a11yDescription.default': 'An element of the flow' }}
        >
          <Background color="var(--line-strong)" />
          <Controls
            showInteractive={false}
            className="bg-surface border-line rounded-md border [&_button]:size-7 [&_button]:grid [&_button]:place-items-center [&_svg]:size-3.5 [&_svg]:fill-current"
          />
        </ReactFlow>
      </div>
    </section>
  )
}

const words: Readonly<Record<FlowChange, string>> = {
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
  same: '',
}

function summary({ elements, connectors }: ChangedFlow): string {
  const count = (change: FlowChange) => elements.filter((one) => one.change === change).length
  const parts = (['added', 'changed', 'removed'] as const).flatMap((change) =>
    count(change) > 0 ? [`${count(change)} ${change}`] : [],
  )
  const paths = connectors.filter(({ change }) => change !== 'same').length
  if (paths > 0) parts.push(`${plural(paths, 'path')} changed`)
  return `${plural(elements.length, 'element')}: ${parts.length === 0 ? 'none added, changed or removed' : parts.join(', ')}`
}

type ElementNode = Node<{ element: ChangedElement }, 'element'>

function drawn(flow: ChangedFlow): { nodes: ElementNode[]; edges: Edge[] } {
  const places = placeElements(flow)
  return {
    nodes: flow.elements.map((element) => ({
      id: element.name,
      type: 'element' as const,
      position: places.get(element.name) ?? { x: 0, y: 0 },
      ...nodeSize,
      data: { element },
      ariaLabel: [kindOf(element.tag), element.label, words[element.change]]
        .filter((part) => part !== '')
        .join(', '),
    })),
    edges: flow.connectors.map(edgeOf),
  }
}

const edgeColours: Readonly<Record<FlowChange, string>> = {
  added: 'var(--green-solid)',
  changed: 'var(--blue-solid)',
  removed: 'var(--red-solid)',
  same: 'var(--line-strong)',
}

function edgeOf({ from, to, slot, label, isFault, change }: ChangedConnector): Edge {
  const color = isFault && change === 'same' ? 'var(--orange-solid)' : edgeColours[change]
  const text = [visibleText(label), change === 'removed' ? '(removed)' : '']
    .filter((part) => part !== '')
    .join(' ')
  return {
    id: JSON.stringify([from, slot, to]),
    source: from,
    target: to,
    type: 'smoothstep',
    ...(text !== '' && { label: text }),
    markerEnd: { type: MarkerType.ArrowClosed, color },
    style: {
      stroke: color,
      strokeWidth: change === 'same' ? 1.25 : 2,
      ...((change === 'removed' || isFault) && { strokeDasharray: change === 'removed' ? '2 4' : '6 4' }),
    },
    labelStyle: { fill: 'var(--fg-2)', fontSize: 11 },
    labelBgStyle: { fill: 'var(--surface)' },
  }
}

const looks: Readonly<Record<FlowChange, string>> = {
  added: 'border-green-solid bg-green-soft border-2',
  changed: 'border-blue-solid bg-blue-soft border-2',
  removed: 'border-red-solid bg-red-soft border-2 border-dashed',
  same: 'border-line-strong bg-surface',
}
const chips: Readonly<Record<FlowChange, string>> = {
  added: 'text-green-text',
  changed: 'text-blue-text',
  removed: 'text-red-text',
  same: '',
}

function ElementCard({ data: { element } }: NodeProps<ElementNode>) {
  const { change, label, tag } = element
  return (
    <div
      className={cn('flex h-full flex-col justify-center rounded-md border px-2.5 py-1', looks[change])}
      title={label}
    >
      <Handle type="target" position={Position.Top} className="opacity-0" isConnectable={false} />
      <p className="text-12 text-fg-2 flex justify-between gap-2">
        <span>{kindOf(tag)}</span>
        <span className={cn('font-semibold', chips[change])}>{words[change]}</span>
      </p>
      <p
        className={cn(
          'line-clamp-2 leading-4 font-medium wrap-anywhere',
          change === 'removed' && 'line-through',
        )}
      >
        {visibleText(label)}
      </p>
      <Handle type="source" position={Position.Bottom} className="opacity-0" isConnectable={false} />
    </div>
  )
}

const nodeTypes = { element: ElementCard }

const kinds: Readonly<Record<string, string>> = {
  start: 'Start',
  actionCalls: 'Action',
  apexPluginCalls: 'Apex',
  assignments: 'Assignment',
  collectionProcessors: 'Collection',
  customErrors: 'Error message',
  decisions: 'Decision',
  loops: 'Loop',
  orchestratedStages: 'Stage',
  recordCreates: 'Create records',
  recordDeletes: 'Delete records',
  recordLookups: 'Get records',
  recordRollbacks: 'Roll back records',
  recordUpdates: 'Update records',
  screens: 'Screen',
  steps: 'Step',
  subflows: 'Subflow',
  transforms: 'Transform',
  waits: 'Wait',
}

const kindOf = (tag: string): string => kinds[tag] ?? tag

const nodeSize = { width: 208, height: 60 } as const

/** Where each element stands, by its name: the start above, what follows below. */
function placeElements({ elements, connectors }: ChangedFlow): ReadonlyMap<string, { x: number; y: number }> {
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
