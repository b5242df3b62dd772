import type { ProgressScope as Node } from '@sluice/contract/progress'
import type { ProgressScope, ScopeOptions } from './run.ts'

const writeEveryMs = 500

export interface ProgressTree {
  scope(name: string, options?: ScopeOptions): ProgressScope
  /** Writes what is still unwritten. */
  flush(): Promise<void>
}

/** Holds the progress of a job and hands it over at most twice a second, always with the newest state in the end. */
export function createProgressTree(write: (roots: readonly Node[]) => Promise<void>): ProgressTree {
  const roots: Node[] = []
  let count = 0
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

  function add(siblings: Node[], name: string, options: ScopeOptions = {}): ProgressScope {
    const node: Node = {
      id: String(++count),
      name,
      status: 'Executing',
      state: null,
      itemsCompleted: options.total === undefined ? null : 0,
      itemsTotal: options.total ?? null,
      unit: options.unit ?? null,
      startedUtc: new Date().toISOString(),
      childScopes: [],
    }
    siblings.push(node)
    const change = (fields: Partial<Node>) => {
      Object.assign(node, fields)
      changed()
    }
    changed()
    return {
      advance: (by = 1) => change({ itemsCompleted: (node.itemsCompleted ?? 0) + by }),
      setTotal: (itemsTotal) => change({ itemsTotal, itemsCompleted: node.itemsCompleted ?? 0 }),
      setState: (state) => change({ state }),
      child: (childName, childOptions) => add(node.childScopes, childName, childOptions),
      end: (state) => change({ status: 'Disposed', ...(state === undefined ? {} : { state }) }),
    }
  }
  return { scope: (name, options) => add(roots, name, options), flush }
}
