import { componentKey } from '@sluice/metadata/component'
import { entryKey, partsOfKey } from '@sluice/metadata/profile/entry-key'
import type { ComponentProblem } from '../../platform/database/schema/environment-state.ts'
import type { LoopResult } from './attempt-loop.ts'
import type { ProfileChange } from '../branch-changes/profile-deltas.ts'

/** What of a profile did not get into the org although the rest did, by the key of the profile. */
export function entriesLeftOut(
  { excluded, problems }: Pick<LoopResult, 'excluded' | 'problems'>,
  profiles: readonly ProfileChange[],
): ReadonlyMap<string, readonly ComponentProblem[]> {
  const byProfile = refusedByProfile(excluded)
  const found = new Map<string, readonly ComponentProblem[]>()
  for (const { identity, delta } of profiles) {
    const key = componentKey(identity)
    const revoked = new Set(delta.revocations.map(({ id }) => id))
    // An org that does not know the entry to be revoked grants nothing there.
    const refused = (byProfile.get(key) ?? []).filter((entry) => !revoked.has(entry))
    const said = [
      ...refused.flatMap((entry) => (problems.get(entryKey(identity, entry)) ?? []).map(leftOutAlone)),
      ...delta.irrevocable.map(irrevocable),
    ]
    if (said.length > 0 && !excluded.has(key)) found.set(key, said)
  }
  return found
}

function refusedByProfile(excluded: ReadonlySet<string>): Map<string, string[]> {
  const byProfile = new Map<string, string[]>()
  for (const key of excluded) {
    const { component, entry } = partsOfKey(key)
    if (entry !== null) byProfile.set(component, [...(byProfile.get(component) ?? []), entry])
  }
  return byProfile
}

function leftOutAlone(problem: ComponentProblem): ComponentProblem {
  const { entry = '', description } = problem
  return { ...problem, description: `Left out alone: ${entry}. ${description}` }
}

function irrevocable(entry: string): ComponentProblem {
  const description = `The org keeps ${entry}: a deployment cannot take it away.`
  return { type: 'Info', description, archiveFilePath: null, line: null, column: null, entry }
}

function aboutComponent({ type, description, archiveFilePath, line, column }: ComponentProblem) {
  return { type, description, archiveFilePath, line, column }
}

/** Problems by component: also those of the entries that failed before the whole component was left out. */
export function problemsByComponent(
  problems: ReadonlyMap<string, readonly ComponentProblem[]>,
): Map<string, ComponentProblem[]> {
  const found = new Map<string, ComponentProblem[]>()
  for (const [key, said] of problems) {
    const { component } = partsOfKey(key)
    found.set(component, [...(found.get(component) ?? []), ...said.map(aboutComponent)])
  }
  return found
}
