import type { ProgressScope as Node } from '@sluice/contract/progress'
import type { ProgressScope, ScopeOptions } from './run.ts'

const writeEveryMs = 500
/** A step that an earlier run of the job has finished is passed again in less time than this. */
const passedAgainMs = 2000

export interface ProgressTree {
  scope(name: string, options?: ScopeOptions): ProgressScope
  /** Writes what is still unwritten. */
  flush(): Promise<void>
}

/**
 * Holds the progress of a job and hands it over at most twice a second, always with the newest state in the end. Steps of an
 * earlier run of the job stay in it with their times.
 */
export function createProgressTree(
  write: (roots: readonly Node[]) => Promise<void>,
  earlier: readonly Node[] = [],
): ProgressTree {
  const roots: Node[] = structuredClone([...earlier])
  const unclaimed = new Set(withDescendants(roots))
  let count = unclaimed.size
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    // Progress is a courtesy: a job does not fail because it could not be shown.
    writing = writing.then(() => write(structuredClone(roots))).catch(() => undefined)
    return writing
  }
  const changed = () => {
    timer ??= setTimeout(() => void flush(), writeEveryMs)
  }

  function nodeFor(siblings: Node[], name: string): Node {
    const known = siblings.find((node) => node.name === name && unclaimed.delete(node))
    if (known !== undefined) return known
    const made = { id: String(++count), name, startedUtc: new Date().toISOString(), childScopes: [] }
    const node: Node = { ...made, ...atBeginning({}) }
    siblings.push(node)
    return node
  }

  function add(siblings: Node[], name: string, options: ScopeOptions = {}): ProgressScope {
    const node = nodeFor(siblings, name)
    const { endedUtc: endedBefore } = node
    const againMs = Date.now()
    const change = (fields: Partial<Node>) => {
      Object.assign(node, fields)
      changed()
    }
    change(atBeginning(options))
    const endOf = () =>
      endedBefore !== null && Date.now() - againMs < passedAgainMs ? endedBefore : new Date().toISOString()
    return {
      advance: (by = 1) => change({ itemsCompleted: (node.itemsCompleted ?? 0) + by }),
      setTotal: (itemsTotal) => change({ itemsTotal, itemsCompleted: node.itemsCompleted ?? 0 }),
      setFailed: (itemsFailed) => change({ itemsFailed }),
      setState: (state) => change({ state }),
      child: (childName, childOptions) => add(node.childScopes, childName, childOptions),
      end: (state) =>
        change({ status: 'Disposed', endedUtc: endOf(), ...(state === undefined ? {} : { state }) }),
    }
  }
  return { scope: (name, options) => add(roots, name, options), flush }
}

const withDescendants = (nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node) => [node, ...withDescendants(node.childScopes)])

const atBeginning = ({ total, unit }: ScopeOptions) => ({
  status: 'Executing' as const,
  state: null,
  itemsCompleted: total === undefined ? null : 0,
  itemsTotal: total ?? null,
  unit: unit ?? null,
  itemsFailed: null,
  endedUtc: null,
})
