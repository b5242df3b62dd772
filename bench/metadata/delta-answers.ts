import type { ComponentIdentity } from '@sluice/metadata/component'
import type { DeltaPlan } from '@sluice/metadata/delta'
import { parentOf } from '@sluice/metadata/paths'

/** Members by type, as the peer names what it found. */
export interface PeerAnswer {
  readonly package: ReadonlyMap<string, ReadonlySet<string>>
  readonly destructiveChanges: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * Holds both answers against each other and names every difference. One kind is explained: for a changed element of a
 * composite's file the peer deploys the whole composite, we deploy the element.
 */
export function explainDifferences(
  plan: DeltaPlan,
  peer: PeerAnswer,
): { readonly isSame: boolean; readonly summary: string; readonly lines: readonly string[] } {
  const added = compare(plan.components, peer.package)
  const gone = compare(plan.destructivePost, peer.destructiveChanges)
  const finer = added.onlyOurs.filter((identity) => added.onlyPeers.has(ownerOf(identity)))
  const owners = new Set(finer.map(ownerOf))
  const lines = [
    ...finer.map((identity) => `the peer takes all of ${ownerOf(identity)}, we take ${nameOf(identity)}`),
    ...added.onlyOurs
      .filter((identity) => !finer.includes(identity))
      .map((one) => `only ours: ${nameOf(one)}`),
    ...[...added.onlyPeers].filter((name) => !owners.has(name)).map((name) => `only the peer's: ${name}`),
    ...gone.onlyOurs.map((identity) => `only ours, deleted: ${nameOf(identity)}`),
    ...[...gone.onlyPeers].map((name) => `only the peer's, deleted: ${name}`),
  ]
  const unexplained = lines.length - finer.length
  const summary = `${added.same + gone.same} components the same, ${finer.length} finer, ${unexplained} otherwise different`
  return { isSame: unexplained === 0, summary, lines }
}

function compare(ours: readonly ComponentIdentity[], peer: ReadonlyMap<string, ReadonlySet<string>>) {
  const mine = new Set(ours.map(nameOf))
  const its = [...peer].flatMap(([type, members]) => [...members].map((member) => `${type} ${member}`))
  const onlyPeers = new Set(its.filter((name) => !mine.has(name)))
  const all = new Set(its)
  const onlyOurs = ours.filter((identity) => !all.has(nameOf(identity)))
  return { same: ours.length - onlyOurs.length, onlyOurs, onlyPeers }
}

function ownerOf(identity: ComponentIdentity): string {
  const parent = parentOf(identity)
  return parent === null ? '' : nameOf(parent)
}

function nameOf({ componentType, componentName }: ComponentIdentity): string {
  return `${componentType} ${componentName}`
}
