import { join } from 'node:path'
import type { RetrieveMember } from '@sluice/metadata/retrieve-plan'
import type { Modifier } from '../../branch/author-groups.ts'
import { readJsonLines, writeJsonLines } from '../../session/json-lines.ts'
import { exists, readJson, writeJson } from '../../session/work-folder.ts'
import type { NamedBeside } from './named-beside.ts'
import type { UndecidedType } from './undecided-types.ts'

/** A component that the org lists and the include specs want. */
export interface PlannedMember extends RetrieveMember {
  readonly modifier: Modifier | null
  /** What the list says of its last change; absent where that proves nothing, and in plans that nothing is remembered of. */
  readonly stamp?: string
  /** Not asked for, because it is as the last flow in left it. */
  readonly isUnchanged?: true
}

/** What a retrieve asks for, without the names. */
interface PlanOutline {
  readonly apiVersion: string
  readonly specsHash: string
  readonly packages: number
  /** Types of which the org was asked for a list. */
  readonly listedTypes: readonly string[]
  /** Types of which Salesforce could not give the list. Absent where an earlier release wrote the plan. */
  readonly failedTypes?: readonly string[]
  /** Types that the include specs do not mention. Absent where an earlier release wrote the plan. */
  readonly undecidedTypes?: readonly UndecidedType[]
  /** The stamps of the types whose names stand in files of others, in plans that something is remembered of. */
  readonly typeStamps?: Readonly<Record<string, string>>
  /** The commit that unchanged components have the files of; absent where none was looked for. */
  readonly unchangedSince?: string
  /** How many members are not asked for, because they are unchanged. */
  readonly unchanged?: number
  /** How many members each batch has. */
  readonly batches: readonly number[]
}

export interface RetrievePlan extends PlanOutline {
  /** Everything included, components inside composites too: they tell who changed what. */
  readonly members: readonly PlannedMember[]
  /** What is named only so that profiles come with their entries about it; its own files are left out. */
  readonly beside?: readonly NamedBeside[]
}

/** The part of the work folder that holds a retrieve: its plan and its archives. */
export const retrievePart = 'retrieve'

const outlineFile = 'plan.json'
const membersFile = 'members'
const besideFile = 'beside'

export const batchName = (index: number): string => `batch-${String(index + 1).padStart(3, '0')}`
const batchFile = (index: number): string => `${batchName(index)}.members`

/** The members are too many to be read in one piece, and every batch needs only its own names. The outline comes last. */
export async function writePlan(
  folder: string,
  plan: Omit<RetrievePlan, 'batches'> & { readonly batches: readonly (readonly RetrieveMember[])[] },
): Promise<void> {
  const { members, beside = [], batches, ...outline } = plan
  await writeJsonLines(join(folder, membersFile), members)
  await writeJsonLines(join(folder, besideFile), beside)
  for (const [index, batch] of batches.entries())
    await writeJson(join(folder, batchFile(index)), namesByType(batch))
  await writeJson(join(folder, outlineFile), { ...outline, batches: batches.map(({ length }) => length) })
}

/** Null where `writePlan` has not come to its end. */
export async function readOutline(folder: string): Promise<PlanOutline | null> {
  return await readJson<PlanOutline>(join(folder, outlineFile))
}

export async function readBatchMembers(folder: string, index: number): Promise<RetrieveMember[]> {
  const names = await readJson<[string, string[]][]>(join(folder, batchFile(index)))
  if (names === null) throw new Error('A retrieve has lost the names of a batch.')
  return names.flatMap(([type, ofType]) => ofType.map((fullName) => ({ type, fullName })))
}

function namesByType(members: readonly RetrieveMember[]): [string, string[]][] {
  const names = new Map<string, string[]>()
  for (const { type, fullName } of members) {
    const known = names.get(type)
    if (known === undefined) names.set(type, [fullName])
    else known.push(fullName)
  }
  return [...names]
}

export async function readPlan(folder: string): Promise<RetrievePlan> {
  const outline = await readOutline(folder)
  if (outline === null) throw new Error('A complete retrieve has lost its plan.')
  const stored = await readJsonLines<StoredMember>(join(folder, membersFile))
  const besidePath = join(folder, besideFile)
  // An earlier release named nothing beside profiles.
  const beside = (await exists(besidePath)) ? await readJsonLines<NamedBeside>(besidePath) : []
  return { ...outline, members: stored.map(readMember), beside }
}

/** As it lies on disk: dates as text. */
interface StoredMember extends Omit<PlannedMember, 'modifier'> {
  readonly modifier: (Omit<Modifier, 'date'> & { readonly date: string }) | null
}

function readMember({ modifier, ...member }: StoredMember): PlannedMember {
  return { ...member, modifier: modifier && { ...modifier, date: new Date(modifier.date) } }
}
