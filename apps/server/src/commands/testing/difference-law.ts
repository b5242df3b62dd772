import * as fc from 'fast-check'
import { expect } from 'vitest'
import type { ListedComponent } from '../../differences/difference-lists.ts'
import type { FlowStack, FlowWorld } from './flow-world.ts'
import { type InitializedStack, initializedStack } from './initialized-stack.ts'
import { askAndLook } from './look.ts'
import { environmentOf, flowInAll, flowOutAll } from './run-job.ts'
import { apexClass, customObject } from './sample-metadata.ts'
import type { TestOrg } from './test-org.ts'
import { turnIntoSandbox } from './turn-into-sandbox.ts'
import type { WorkingCopy } from './working-copy.ts'

/** What people do with one of the components; `text` tells contents apart. */
export interface Deed {
  readonly kind: 'editInOrg' | 'deleteInOrg' | 'push' | 'pushDeletion' | 'flowIn' | 'flowOut'
  readonly which: number
  readonly text: number
}

export interface Sequence {
  /** Whether the org is a sandbox with a change log. */
  readonly isSandbox: boolean
  readonly rounds: readonly (readonly Deed[])[]
}

const names = ['Alpha', 'Beta', 'Gamma', 'Delta'] as const
const fields = ['Color__c', 'Doors__c', 'Wheels__c'] as const
const things = names.length + fields.length
const car = customObject('Car__c')

const anyDeed: fc.Arbitrary<Deed> = fc.record({
  kind: fc.oneof(
    { arbitrary: fc.constantFrom('editInOrg', 'push'), weight: 6 },
    { arbitrary: fc.constantFrom('deleteInOrg', 'pushDeletion'), weight: 3 },
    { arbitrary: fc.constantFrom('flowIn', 'flowOut'), weight: 1 },
  ),
  which: fc.nat(things - 1),
  text: fc.integer({ min: 1, max: 3 }),
})

/** What people do while nobody looks. */
export const deeds: fc.Arbitrary<readonly Deed[]> = fc.array(anyDeed, { minLength: 1, maxLength: 5 })

/** Rounds of deeds; after each round the difference is looked at. */
export const sequences: fc.Arbitrary<Sequence> = fc.record({
  isSandbox: fc.boolean(),
  rounds: fc.array(deeds, { minLength: 1, maxLength: 3 }),
})

/** What one side has: the text of each class, the length of each field; absent where it has none. */
type State = ReadonlyMap<string, string>

/** Looks after each round and compares what it says with what branch and org have, read by other means. */
export async function expectTrueDifference(
  world: FlowWorld,
  { isSandbox, rounds }: Sequence,
): Promise<number> {
  const stack = await openStack(world, isSandbox)
  let seen = 0
  for (const round of rounds) {
    for (const deed of round) await act(world, stack, deed)
    const { row, components } = await askAndLook(world.ctx, stack.flow)
    expect([row.branchState, row.orgState, row.orgMethod]).toEqual([
      'ready',
      'ready',
      isSandbox ? 'changeLog' : 'list',
    ])
    const branch = await branchState(stack.clone, 'origin/main')
    const org = await orgState(stack.flow.org)
    const parity = (await environmentOf(world.ctx, stack.flow))?.latestKnownParityCommitHash ?? ''
    const before = await branchState(stack.clone, parity)
    expect(linesOf(components)).toEqual(expectedLines({ before, branch, org }))
    seen += components.length
  }
  return seen
}

/** Makes all of the components in an org. */
export const initialEdits = [
  ...names.map((name) => apexClass(name).edit('// text 0')),
  car.edit({ Color__c: 20, Doors__c: 20, Wheels__c: 20 }),
]

/** A stack whose branch and org have all of the components. */
export async function openStack(world: FlowWorld, isSandbox: boolean): Promise<InitializedStack> {
  const stack = await initializedStack(world, initialEdits)
  if (isSandbox) {
    await turnIntoSandbox(world.ctx, stack.flow)
    await flow(world, stack.flow, flowInAll)
  }
  return stack
}

const linesOf = (components: readonly ListedComponent[]): string[] =>
  components.map(({ componentName, outbound, inbound, merge }) =>
    [
      componentName.replace('Car__c.', ''),
      outbound?.changeType,
      inbound?.changeType,
      merge === null ? '' : 'both',
    ]
      .map((one) => one ?? '-')
      .join(' '),
  )

/** Only what branch and org have differently differs; each side changed what is not as the last flow left it. */
function expectedLines({
  before,
  branch,
  org,
}: Readonly<Record<'before' | 'branch' | 'org', State>>): string[] {
  const keys = new Set([...before.keys(), ...branch.keys(), ...org.keys()])
  const change = (key: string, now: State) => {
    const [old, young] = [before.get(key), now.get(key)]
    if (old === young) return null
    return old === undefined ? 'Added' : young === undefined ? 'Deleted' : 'Modified'
  }
  return [...names, ...fields]
    .filter((key) => keys.has(key) && branch.get(key) !== org.get(key))
    .toSorted((a, b) => (typed(a) < typed(b) ? -1 : 1))
    .map((key) => {
      const [outbound, inbound] = [change(key, branch), change(key, org)]
      return [key, outbound ?? '-', inbound ?? '-', outbound && inbound ? 'both' : ''].join(' ')
    })
}

const typed = (key: string): string => (key.endsWith('__c') ? `CustomField ${key}` : `ApexClass ${key}`)

export async function act(world: FlowWorld, stack: InitializedStack, deed: Deed): Promise<void> {
  if (deed.kind === 'flowIn') return await flow(world, stack.flow, flowInAll)
  if (deed.kind === 'flowOut') return await flow(world, stack.flow, flowOutAll)
  const { clone } = stack
  const push = async (files: Record<string, string | null>) => {
    await clone.git('reset', '--quiet', '--hard', 'origin/main')
    await clone.push(files)
  }
  await changePlace({ org: stack.flow.org, clone, branch: 'main', push }, deed)
}

/** The org and the branch of an environment. */
interface Place {
  readonly org: TestOrg
  readonly clone: WorkingCopy
  readonly branch: string
  readonly push: (files: Record<string, string | null>) => Promise<void>
}

/** Does what people do in an org or in a branch. */
export async function changePlace(
  { org, clone, branch, push }: Place,
  { kind, which, text }: Deed,
): Promise<void> {
  const name = names[which]
  const field = fields[which - names.length]
  const isDeletion = kind === 'deleteInOrg' || kind === 'pushDeletion'
  if (kind === 'editInOrg' || kind === 'deleteInOrg') {
    const now = await orgState(org)
    if (name !== undefined && (!isDeletion || now.has(name)))
      await org.edit(
        isDeletion
          ? { type: 'ApexClass', fullName: name, delete: true }
          : apexClass(name).edit(`// text ${text}`),
      )
    if (field !== undefined && (!isDeletion || now.has(field)))
      await org.edit(
        isDeletion
          ? { type: 'CustomField', fullName: `${car.name}.${field}`, delete: true }
          : car.edit(fieldsWith(now, field, 20 + text)),
      )
    return
  }
  const head = `origin/${branch}`
  const now = await branchState(clone, head)
  const isThere = async (path: string, content: string) =>
    (await clone.git('show', `${head}:${path}`).catch(() => '')).trim() === content.trim()
  const files = new Map<string, string | null>()
  if (name !== undefined) {
    const made = apexClass(name)
    if (isDeletion && !now.has(name)) return
    files.set(made.file, isDeletion ? null : made.body(`// text ${text}`))
    files.set(`${made.file}-meta.xml`, isDeletion ? null : made.meta)
  }
  if (field !== undefined)
    files.set(car.file, car.text(fieldsWith(now, field, isDeletion ? null : 20 + text)))
  for (const [path, content] of files)
    if (content !== null && (await isThere(path, content))) files.delete(path)
  if (files.size > 0) await push(Object.fromEntries(files))
}

function fieldsWith(now: State, field: string, length: number | null): Record<string, number> {
  const present = fields.flatMap((one) => {
    const known = one === field ? length : Number(now.get(one) ?? Number.NaN)
    return known === null || Number.isNaN(known) ? [] : [[one, known] as const]
  })
  return Object.fromEntries(present)
}

/** Nobody answers here, so that a flow in ends at a conflict instead of asking about it. */
const refusing = { acceptDeletions: true, mergeConflictsStrategy: 'Abort' }

/** A flow may refuse what it finds; then nothing has changed. */
async function flow(world: FlowWorld, on: FlowStack, run: typeof flowInAll): Promise<void> {
  const { job } = await run(world.ctx, on, run === flowInAll ? refusing : {})
  expect(job.status).toBe('Ended')
}

async function branchState(clone: WorkingCopy, commit: string): Promise<State> {
  await clone.git('fetch', '--quiet')
  const show = (path: string) => clone.git('show', `${commit}:${path}`).catch(() => null)
  const state = new Map<string, string>()
  for (const name of names) put(state, name, await show(apexClass(name).file))
  for (const [name, length] of lengthsIn(await show(car.file))) state.set(name, length)
  return state
}

async function orgState(org: TestOrg): Promise<State> {
  const state = new Map<string, string>()
  for (const name of names)
    put(state, name, (await org.text('ApexClass', name))?.[apexClass(name).path] ?? null)
  const object = await org.text('CustomObject', car.name)
  for (const [name, length] of lengthsIn(object?.[car.path] ?? null)) state.set(name, length)
  return state
}

function put(state: Map<string, string>, name: string, text: string | null): void {
  const said = /\/\/ text \d/.exec(text ?? '')?.[0]
  if (said !== undefined) state.set(name, said)
}

/** The lengths of the fields of an object, read from its text. */
function lengthsIn(text: string | null): [string, string][] {
  const found = (text ?? '').matchAll(
    /<fullName>(?<name>[A-Za-z]+__c)<\/fullName>\s*<label>[^<]*<\/label>\s*<length>(?<length>\d+)</g,
  )
  return [...found].map(({ groups }) => [groups?.['name'] ?? '', groups?.['length'] ?? ''])
}
