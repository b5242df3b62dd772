// What flows must do, said anew and without a line of the product: only values of components, no files and no commits.
import { type Values, fileOf, isBroken, trackedNames } from './tracked-values.ts'

/** What is in an environment, and what was known of its org when a flow last looked. */
export interface PredictedEnvironment {
  readonly org: Values
  readonly branch: Values
  /** What the org had when a flow last brought or deployed something: what it has otherwise now was changed by others. */
  readonly known: Values
  /** What the last flow out could not deploy. */
  readonly leftOut: ReadonlySet<string>
  readonly snapshots: number
}

export type ConflictStrategy = 'PreferLocal' | 'PreferRemote' | 'TakeLocalFile' | 'TakeRemoteFile' | 'Abort'

interface Versions {
  readonly base: Values
  readonly local: Values
  readonly remote: Values
}

/** Each component as the one side has it that changed it; null where both did and the strategy ends the job. */
function mergedValues(versions: Versions, strategy: ConflictStrategy): Values | null {
  const { base, local, remote } = versions
  const changed = (side: Values, name: string) => side.get(name) !== base.get(name)
  const contested = trackedNames.filter(
    (name) => changed(local, name) && changed(remote, name) && local.get(name) !== remote.get(name),
  )
  if (contested.length > 0 && strategy === 'Abort') return null
  const files = new Set(contested.map(fileOf))
  return valuesBy((name) => {
    if (files.has(fileOf(name))) {
      if (strategy === 'TakeLocalFile') return local.get(name)
      if (strategy === 'TakeRemoteFile') return remote.get(name)
    }
    if (contested.includes(name)) return (strategy === 'PreferLocal' ? local : remote).get(name)
    return (changed(local, name) ? local : remote).get(name)
  })
}

/** What the org changed since it was last known is merged into the branch; null where the flow has to fail. */
export function afterFlowIn(
  environment: PredictedEnvironment,
  { strategy, force = false }: { readonly strategy: ConflictStrategy; readonly force?: boolean },
): PredictedEnvironment | null {
  const { org, branch, known, leftOut, snapshots } = environment
  const after = { org, leftOut: new Set<string>(), snapshots: snapshots + 1 }
  if (force) return { ...after, branch: org, known: org }
  const merged = mergedValues({ base: known, local: branch, remote: org }, strategy)
  if (merged === null) return null
  // The commit of the org cannot hold the org's version of what waits to be deployed without undoing it: while the branch keeps
  // its own, what the org had stays the base, and the next flow in finds the change again.
  const isKept = (name: string) =>
    leftOut.has(name) && (org.get(name) === known.get(name) || merged.get(name) !== org.get(name))
  return {
    ...after,
    branch: merged,
    known: valuesBy((name) => (isKept(name) ? known : org).get(name)),
    leftOut: new Set([...leftOut].filter(isKept)),
  }
}

interface DeploymentSettings {
  readonly clobberStrategy: 'Auto' | 'Accept' | 'Abort'
  readonly diffMode: 'Auto' | 'Org'
  readonly allOrNothing: boolean
}

/** What differs is deployed, but for what does not compile; null where the flow has to fail. */
export function afterFlowOut(
  environment: PredictedEnvironment,
  { clobberStrategy, diffMode, allOrNothing }: DeploymentSettings,
): PredictedEnvironment | null {
  const { org, branch, known, snapshots } = environment
  const before = diffMode === 'Org' ? org : known
  const delta = trackedNames.filter((name) => branch.get(name) !== before.get(name))
  const isClobbered = (name: string) =>
    org.get(name) !== known.get(name) && org.get(name) !== branch.get(name)
  if (clobberStrategy !== 'Accept' && delta.some(isClobbered)) return null
  const left = new Set(delta.filter((name) => isBroken(branch.get(name))))
  if (left.size > 0 && (allOrNothing || left.size === delta.length)) return null
  const deployed = (from: Values, name: string) =>
    (delta.includes(name) && !left.has(name) ? branch : from).get(name)
  return {
    branch,
    org: valuesBy((name) => deployed(org, name)),
    // What is equal in branch and org is known too, whoever made it so.
    known: valuesBy((name) =>
      branch.get(name) === org.get(name) ? branch.get(name) : deployed(known, name),
    ),
    leftOut: left,
    snapshots: snapshots + 1,
  }
}

interface MergeSettings extends DeploymentSettings {
  readonly strategy: ConflictStrategy
  readonly inStrategy: ConflictStrategy
  readonly noSourceIn: boolean
  readonly noTargetIn: boolean
  readonly noTargetOut: boolean
}

interface PredictedMerge {
  readonly source: PredictedEnvironment
  readonly target: PredictedEnvironment
  readonly isSuccessful: boolean
}

interface MergedPair {
  readonly source: PredictedEnvironment
  readonly target: PredictedEnvironment
  /** What both branches had when they parted. */
  readonly base: Values
}

/**
 * Both flows in, the merge and the flow out of it. Where the deployment fails, the flows in are kept and the merge is not; where a
 * flow in or the merge fails, nothing is kept.
 */
export function afterFlowMerge(
  { source, target, base }: MergedPair,
  settings: MergeSettings,
  /** What happens in the org of the target between its flow in and the flow out. */
  meanwhile: (org: Values) => Values,
): PredictedMerge {
  const { inStrategy, strategy, noSourceIn, noTargetIn, noTargetOut } = settings
  const failed = { source, target, isSuccessful: false }
  const sourceIn = noSourceIn ? source : afterFlowIn(source, { strategy: inStrategy })
  const targetIn = noTargetIn ? target : afterFlowIn(target, { strategy: inStrategy })
  if (sourceIn === null || targetIn === null) return failed
  const merged = mergedValues({ base, local: targetIn.branch, remote: sourceIn.branch }, strategy)
  if (merged === null) return failed
  const ready = { ...targetIn, org: meanwhile(targetIn.org), branch: merged }
  if (noTargetOut) return { source: sourceIn, target: ready, isSuccessful: true }
  const out = afterFlowOut(ready, settings)
  return {
    source: sourceIn,
    target: out ?? { ...ready, branch: targetIn.branch },
    isSuccessful: out !== null,
  }
}

function valuesBy(value: (name: string) => string | undefined): Values {
  return new Map(
    trackedNames.flatMap((name) => {
      const found = value(name)
      return found === undefined ? [] : [[name, found] as const]
    }),
  )
}
