import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { environment } from '../../platform/database/schema/environments.ts'
import { aged } from './aged.ts'
import type { FlowStack, FlowWorld } from './flow-world.ts'
import { environmentOf, flowInAll, flowOutAll, initialize } from './run-job.ts'
import { apexClass, car, reportFolder } from './sample-metadata.ts'
import { report, staticResource } from './sample-content.ts'
import type { OrgEdit } from './test-org.ts'
import { type WorkingCopy, cloneOf } from './working-copy.ts'

const kinds = [
  'edit',
  'editSilently',
  'delete',
  'rename',
  'push',
  'deploy',
  'renameField',
  'forgetFlow',
] as const

/** Something that people do between two flows in, with one of the components, dated so many days ago. */
interface Deed {
  readonly kind: (typeof kinds)[number]
  readonly which: number
  readonly days: number
}

/** A component under a name; `text` tells its contents apart. */
const makers = [
  (name: string, text: string) => apexClass(`A${name}`).edit(`// ${text}`),
  (name: string, text: string) => apexClass(`B${name}`).edit(`// ${text}`),
  (name: string, text: string) => staticResource(`S${name}`, text),
  (name: string, text: string) => report(`R${name}`, text),
]

/** What people do before each of three flows in. */
export const deedsBetweenFlows: fc.Arbitrary<Deed[][]> = fc.array(
  fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      which: fc.nat(makers.length - 1),
      days: fc.constantFrom(0, 0.5, 2, 30),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  { minLength: 3, maxLength: 3 },
)

const includeSpecs = [
  'ApexClass',
  'CustomObject',
  'CustomField',
  'RecordType',
  'Report',
  'ReportType',
  'Role',
  'StaticResource',
  'Territory2',
]
  .map((type) => `unpackaged/~/${type}`)
  .join('\n')

/** A component as it is in the org now. */
interface Present {
  readonly name: string
  /** Whether its date is so young that another change may have the same. */
  readonly isYoung: boolean
}

interface Stage {
  readonly flow: FlowStack
  readonly clone: WorkingCopy
  readonly present: (Present | null)[]
  /** The commits that the org was known to equal, one for each flow that moved it. */
  readonly parities: string[]
  /** Makes a text that nothing has had before. */
  readonly newText: () => string
}

/**
 * After each of several partial flows in, a full retrieve finds nothing new, and at the end a fresh repository gets the same
 * files. Gives how many components the flows left out.
 */
export async function expectAsFull(world: FlowWorld, rounds: readonly (readonly Deed[])[]): Promise<number> {
  const stage = await openStage(world)
  const { flow, clone } = stage
  let unchanged = 0
  for (const round of rounds) {
    for (const deed of round) await act(world, stage, deed)
    const given = { acceptDeletions: true, mergeConflictsStrategy: 'TakeRemoteFile' }
    const { job, output } = await flowInAll(world.ctx, flow, given)
    expect(job.error).toBeNull()
    unchanged += output.retrieveResult?.componentsUnchanged ?? 0
    await noteParity(world, stage)
    const full = await flowInAll(world.ctx, flow, { ...given, retrieveMode: 'Full', checkOnly: true })
    expect(full.output.retrieveResult?.changes).toEqual([])
  }
  const row = await environmentOf(world.ctx, flow)
  await clone.git('fetch', '--quiet')
  const fresh = await world.connectTo(flow.org)
  expect((await initialize(world.ctx, fresh, { includeSpecs })).job.error).toBeNull()
  expect(await filesOf(clone, row?.latestKnownParityCommitHash ?? '')).toEqual(
    await filesOf(await cloneOf(world.folder, fresh), 'HEAD'),
  )
  return unchanged
}

const filesOf = async (clone: WorkingCopy, commit: string) =>
  (await clone.git('ls-tree', '-r', commit, 'src/unpackaged/')).split('\n')

async function openStage(world: FlowWorld): Promise<Stage> {
  const flow = await world.connect()
  let texts = 0
  const newText = () => `text ${(texts += 1)}`
  for (const edit of [reportFolder('Cars'), car.edit()]) await flow.org.edit(aged(edit))
  for (const make of makers) await flow.org.edit(aged(make('', newText())))
  expect((await initialize(world.ctx, flow, { includeSpecs })).job.error).toBeNull()
  const clone = await cloneOf(world.folder, flow)
  const stage = {
    flow,
    clone,
    present: makers.map(() => ({ name: '', isYoung: false })),
    parities: [],
    newText,
  }
  await noteParity(world, stage)
  return stage
}

async function noteParity({ ctx }: FlowWorld, { flow, parities }: Stage): Promise<void> {
  const row = await environmentOf(ctx, flow)
  const parity = row?.latestKnownParityCommitHash ?? ''
  if (parity !== parities.at(-1)) parities.push(parity)
}

async function act(world: FlowWorld, stage: Stage, { kind, which, days }: Deed): Promise<void> {
  const { flow, present, newText } = stage
  const now = present[which] ?? null
  const make = makers[which]
  if (make === undefined) return
  const remove = async ({ name }: Present) => {
    const { type, fullName } = make(name, '')
    await flow.org.edit({ type, fullName, delete: true })
  }
  switch (kind) {
    case 'edit':
      present[which] = { name: now?.name ?? '', isYoung: days === 0 }
      return await flow.org.edit(aged(make(now?.name ?? '', newText()), days))
    case 'editSilently':
      if (now?.isYoung) await flow.org.edit({ ...make(now.name, newText()), keepsDate: true })
      return await flow.org.edit({ ...car.edit({ [`F${newText().slice(5)}__c`]: 20 }), keepsDate: true })
    case 'delete':
      if (now !== null) await remove(now)
      present[which] = null
      return
    case 'rename':
      if (now === null) return
      await remove(now)
      present[which] = { name: `${now.name}x`, isYoung: days === 0 }
      return await flow.org.edit(aged(make(`${now.name}x`, newText()), days))
    case 'renameField': {
      // The service writes the new name into the report and leaves its date alone.
      await flow.org.edit(aged(car.edit({ [`F${newText().slice(5)}__c`]: 20 }), days))
      const at = makers.length - 1
      const [one, makeReport] = [present[at], makers[at]]
      if (one && makeReport) await flow.org.edit({ ...makeReport(one.name, newText()), keepsDate: true })
      return
    }
    case 'push':
    case 'deploy':
      if (now !== null) await pushEdit(stage, make(now.name, newText()))
      if (kind !== 'deploy') return
      await flowOutAll(world.ctx, flow)
      return await noteParity(world, stage)
    case 'forgetFlow':
      return await forgetFlow(world, stage)
    default:
      kind satisfies never
  }
}

/** Changes a component in the branch, where the branch has it. */
async function pushEdit({ clone }: Stage, edit: OrgEdit): Promise<void> {
  await resetTo(clone, 'origin/main')
  const files = await clone.files()
  const texts = 'files' in edit ? edit.files : {}
  const known = Object.entries(texts).map(([path, text]) => [`src/unpackaged/${path}`, text] as const)
  if (known.every(([path]) => files.includes(path))) await clone.push(Object.fromEntries(known))
}

/** Begins again with the commit that the org was known to equal before the last flow that moved it. */
async function forgetFlow({ ctx }: FlowWorld, { flow, parities }: Stage): Promise<void> {
  const latestKnownParityCommitHash = parities.at(-2)
  if (latestKnownParityCommitHash === undefined) return
  parities.pop()
  await ctx.database.inWorkspace(flow.workspaceId, null, (tx) =>
    tx.update(environment).set({ latestKnownParityCommitHash }).where(eq(environment.stackId, flow.stackId)),
  )
}

async function resetTo(clone: WorkingCopy, commit: string): Promise<void> {
  await clone.git('fetch', '--quiet')
  await clone.git('reset', '--quiet', '--hard', commit)
}
