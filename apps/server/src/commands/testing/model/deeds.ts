import * as fc from 'fast-check'
import type { ConflictStrategy } from './predicted-flows.ts'
import { trackedNames } from './tracked-values.ts'

/** A new value for one component, or its deletion, by somebody in an org or in a branch. */
export interface Change {
  readonly name: string
  readonly kind: 'set' | 'break' | 'delete'
}

/** How often the branch moves while a flow in merges into it, or whether somebody edits the org after it was read. */
const meanwhile = fc.option(
  fc.record({
    where: fc.constantFrom('org' as const, 'branch' as const),
    change: fc.record({ name: fc.constantFrom(...trackedNames), kind: fc.constant('set' as const) }),
  }),
  { freq: 4, nil: null },
)
export type Meanwhile = typeof meanwhile extends fc.Arbitrary<infer T> ? T : never

const environment = fc.nat(3)
const strategies = [
  'PreferLocal',
  'PreferRemote',
  'TakeLocalFile',
  'TakeRemoteFile',
  'Abort',
] satisfies ConflictStrategy[]
const strategy = fc.constantFrom(...strategies)
const change = (kinds: readonly Change['kind'][]) =>
  fc.record({ name: fc.constantFrom(...trackedNames), kind: fc.constantFrom(...kinds) })
const rarely = fc.constantFrom(false, false, false, true)

const deployment = {
  clobberStrategy: fc.constantFrom('Auto' as const, 'Accept' as const, 'Abort' as const),
  diffMode: fc.constantFrom('Auto' as const, 'Auto' as const, 'Org' as const),
  allOrNothing: rarely,
}

const edit = fc.record({
  kind: fc.constant('edit' as const),
  environment,
  change: change(['set', 'set', 'set', 'delete']),
})
const push = fc.record({
  kind: fc.constant('push' as const),
  environment,
  change: change(['set', 'set', 'set', 'break', 'delete']),
})
const flowIn = fc.record({
  kind: fc.constant('flowIn' as const),
  environment,
  strategy,
  retrieveMode: fc.constantFrom('Auto' as const, 'Full' as const),
  force: fc.constantFrom(false, false, false, false, false, true),
  checkOnly: rarely,
  meanwhile,
})
const flowOut = fc.record({
  kind: fc.constant('flowOut' as const),
  environment,
  ...deployment,
  checkOnly: rarely,
  meanwhile,
})
const flowMerge = fc.record({
  kind: fc.constant('flowMerge' as const),
  environment,
  /** The source is the environment so many places before the target. */
  distance: fc.integer({ min: 1, max: 3 }),
  ...deployment,
  strategy,
  inStrategy: strategy,
  noSourceIn: rarely,
  noTargetIn: rarely,
  noTargetOut: rarely,
  checkOnly: rarely,
  meanwhile,
})

const deed = fc.oneof(
  { arbitrary: edit, weight: 5 },
  { arbitrary: push, weight: 5 },
  { arbitrary: flowIn, weight: 3 },
  { arbitrary: flowOut, weight: 3 },
  { arbitrary: flowMerge, weight: 3 },
)
/** Something that people do, or let Sluice do. */
export type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never
export type DeedOf<Kind extends Deed['kind']> = Extract<Deed, { kind: Kind }>

/** Changes one component in the org and in the branch before a flow in. Single random deeds rarely produce this conflict. */
const conflict = fc
  .record({ environment, name: fc.constantFrom(...trackedNames), flow: flowIn })
  .map(({ environment: at, name, flow }): Deed[] => {
    const both = { environment: at, change: { name, kind: 'set' } } as const
    return [
      { kind: 'edit', ...both },
      { kind: 'push', ...both },
      { ...flow, environment: at },
    ]
  })

export const deedSequences: fc.Arbitrary<Deed[]> = fc
  .array(fc.oneof({ arbitrary: deed.map((one) => [one]), weight: 19 }, { arbitrary: conflict, weight: 1 }), {
    minLength: 8,
    maxLength: 16,
  })
  .map((groups) => groups.flat())
