import { componentKey, unpackaged } from '@sluice/metadata/component'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import { flowMeantBy } from '@sluice/metadata/flow-deletions'
import { componentOfPath, parentOf } from '@sluice/metadata/paths'
import { keyWithEntry } from '@sluice/metadata/profile/entry-key'
import { travelsByEntries } from '@sluice/metadata/profile/profile-delta'
import { refusedEntryOf } from '@sluice/metadata/profile/refused-entry'
import type { ComponentProblem } from '../../platform/database/schema/environment-state.ts'

/** A problem as the Metadata API reports it. */
export interface ReportedProblem {
  readonly componentType: string | null
  readonly fullName: string
  readonly fileName: string
  readonly problem: string | null
  readonly problemType: 'Warning' | 'Error' | 'Info' | null
  readonly lineNumber: number | null
  readonly columnNumber: number | null
}

export interface MappedProblems {
  /** By the key of the component of the delta, or of the entry of a profile (`entryKey`). */
  readonly byKey: ReadonlyMap<string, readonly ComponentProblem[]>
  /** About something that the delta does not hold: leaving components out cannot cure these. */
  readonly unmapped: readonly ComponentProblem[]
}

/** Gives each problem to the components of the delta that it is about, or to the entry of a profile that it is about alone. */
export function mapProblems(
  reported: readonly ReportedProblem[],
  delta: readonly ComponentChange[],
): MappedProblems {
  const byPath = pathsOf(delta)
  const keys = new Set(delta.map((change) => componentKey(change.identity)))
  const inEntries = new Set(delta.filter(travelsByEntries).map((change) => componentKey(change.identity)))
  const byKey = new Map<string, ComponentProblem[]>()
  const unmapped: ComponentProblem[] = []
  for (const item of reported) {
    const owners = ownersOf(item, keys, byPath)
    if (owners.length === 0) unmapped.push(toProblem(item))
    for (const owner of owners) {
      const entry = inEntries.has(owner) ? refusedEntryOf(item.problem ?? '') : null
      const key = entry === null ? owner : keyWithEntry(owner, entry)
      const problem = toProblem(item)
      byKey.set(key, [...(byKey.get(key) ?? []), entry === null ? problem : { ...problem, entry }])
    }
  }
  return { byKey, unmapped }
}

/** By name where the delta has it, else by the composite around it or the flow of a version, else by the file. */
function ownersOf(
  item: ReportedProblem,
  keys: ReadonlySet<string>,
  byPath: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  if (item.componentType !== null && item.componentType !== '') {
    const identity = {
      packageName: unpackaged,
      componentType: item.componentType,
      componentName: item.fullName,
    }
    const parent = parentOf(identity)
    const named = [identity, parent, flowMeantBy(identity)].flatMap((one) =>
      one === null ? [] : componentKey(one),
    )
    const found = named.find((key) => keys.has(key))
    if (found !== undefined) return [found]
  }
  const path = item.fileName.startsWith(`${unpackaged}/`) ? item.fileName : `${unpackaged}/${item.fileName}`
  const owner = componentOfPath(path)?.identity
  if (owner !== undefined && keys.has(componentKey(owner))) return [componentKey(owner)]
  return byPath.get(path) ?? []
}

function pathsOf(delta: readonly ComponentChange[]): Map<string, string[]> {
  const byPath = new Map<string, string[]>()
  for (const change of delta) {
    for (const path of change.paths) {
      byPath.set(path, [...(byPath.get(path) ?? []), componentKey(change.identity)])
    }
  }
  return byPath
}

function toProblem(item: ReportedProblem): ComponentProblem {
  return {
    type: item.problemType ?? 'Error',
    description: item.problem ?? 'Salesforce gave no reason.',
    archiveFilePath: item.fileName === '' ? null : item.fileName,
    line: item.lineNumber,
    column: item.columnNumber,
  }
}
