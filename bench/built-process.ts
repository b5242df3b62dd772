import { join } from 'node:path'
import { root } from '../e2e/start-product.ts'

/**
 * A program of the folder `processes` as the compiler has built it: Node runs it without a loader, which would take memory and time
 * of its own. `tsc -b bench/processes` builds it.
 */
export function builtProcess(name: string): string {
  return join(root, '.cache/bench/processes', `${name}.js`)
}
