import { componentKey } from '@sluice/metadata/component'
import type { UndeployedBaseline } from '../parity/undeployed-files.ts'
import type { OrgComparison } from './org-changes.ts'

/** The undeployed components in a comparison with the org. */
export interface UndeployedComparison {
  readonly comparison: Pick<OrgComparison, 'settled'>
  readonly undeployed: readonly UndeployedBaseline[]
  /** The paths of the files of each undeployed component. */
  readonly undeployedPaths: ReadonlyMap<UndeployedBaseline, readonly string[]>
}

/** A component is settled when every one of its files is. */
export function settledKeys({ comparison, undeployed, undeployedPaths }: UndeployedComparison): string[] {
  return undeployed
    .filter((component) => {
      const paths = undeployedPaths.get(component) ?? []
      const key = componentKey(component)
      return paths.every((path) => comparison.settled.get(path)?.some((one) => componentKey(one) === key))
    })
    .map((component) => componentKey(component))
}
