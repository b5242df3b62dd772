import type { FlowConnector, FlowElement, FlowModel } from './flow-model.ts'

export type FlowChange = 'added' | 'changed' | 'removed' | 'same'

export interface ChangedElement extends FlowElement {
  readonly change: FlowChange
}

export interface ChangedConnector extends FlowConnector {
  readonly change: FlowChange
}

/** Two versions of a flow in one drawing. */
export interface ChangedFlow {
  readonly elements: readonly ChangedElement[]
  readonly connectors: readonly ChangedConnector[]
}

const nothing: FlowModel = { elements: [], connectors: [] }

/** What was added, changed and removed from one version of a flow to the next; null for a flow that is new or gone. */
export function compareFlows(before: FlowModel | null, after: FlowModel | null): ChangedFlow {
  const [old, now] = [before ?? nothing, after ?? nothing]
  const oldElements = new Map(old.elements.map((element) => [element.name, element]))
  const names = new Set(now.elements.map(({ name }) => name))
  const oldConnectors = new Set(old.connectors.map(keyOf))
  const nowConnectors = new Set(now.connectors.map(keyOf))
  return {
    elements: [
      ...now.elements.map((element) => ({
        ...element,
        change: changeOf(oldElements.get(element.name), element),
      })),
      ...old.elements
        .filter(({ name }) => !names.has(name))
        .map((element) => ({ ...element, change: 'removed' as const })),
    ],
    connectors: [
      ...now.connectors.map((one) => ({
        ...one,
        change: oldConnectors.has(keyOf(one)) ? ('same' as const) : ('added' as const),
      })),
      ...old.connectors
        .filter((one) => !nowConnectors.has(keyOf(one)))
        .map((one) => ({ ...one, change: 'removed' as const })),
    ],
  }
}

const keyOf = ({ from, slot, to }: FlowConnector): string => JSON.stringify([from, slot, to])

function changeOf(before: FlowElement | undefined, after: FlowElement): FlowChange {
  if (before === undefined) return 'added'
  return before.tag === after.tag && before.content === after.content ? 'same' : 'changed'
}
