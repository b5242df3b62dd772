import type { ComponentIdentity } from '@sluice/metadata/component'
import type { DeltaPlan } from '@sluice/metadata/delta'

/** Members by type, as the peer names what it found. */
export interface PeerAnswer {
  readonly package: ReadonlyMap<string, ReadonlySet<string>>
  readonly destructiveChanges: ReadonlyMap<string, ReadonlySet<string>>
}

/** Holds both answers against each other; the first line counts, the others name every difference. */
export function explainDifferences(plan: DeltaPlan, peer: PeerAnswer): { isSame: boolean; lines: string[] } {
  const lines: string[] = []
  let same = 0
  for (const [what, ours, theirs] of [
    ['package', plan.components, peer.package],
    ['destructive', plan.destructivePost, peer.destructiveChanges],
  ] as const) {
    const mine = new Set(ours.map(nameOf))
    const its = new Set(
      [...theirs].flatMap(([type, members]) => [...members].map((member) => `${type} ${member}`)),
    )
    same += [...mine].filter((name) => its.has(name)).length
    lines.push(...[...mine].filter((name) => !its.has(name)).map((name) => `${what}: only ours: ${name}`))
    lines.push(
      ...[...its].filter((name) => !mine.has(name)).map((name) => `${what}: only the peer's: ${name}`),
    )
  }
  return {
    isSame: lines.length === 0,
    lines: [`${same} components the same, ${lines.length} different`, ...lines],
  }
}

function nameOf({ componentType, componentName }: ComponentIdentity): string {
  return `${componentType} ${componentName}`
}
