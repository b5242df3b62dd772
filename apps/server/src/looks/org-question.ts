import { latestRevision, listSourceMembers } from '@sluice/salesforce/tooling/source-members'
import type { Connection } from '@sluice/salesforce/connection'
import { fetchUsers } from '@sluice/salesforce/tooling/users'
import { componentOfPath } from '@sluice/metadata/paths'
import type { IncludeSpecs } from '@sluice/metadata/include-specs'
import type { Context } from '../context.ts'
import type { Deadline } from '../platform/deadline.ts'
import { lastFlowInUtc } from '../steps/org-changes/last-flow-in.ts'
import { type ListedComponent, listComponents } from '../steps/org/retrieve/list-components.ts'
import { type Candidates, candidatesOfList, candidatesOfLog } from './org-candidates.ts'
import type { OrgMemory } from './org-memory.ts'

/** What asks an org which of its components changed. */
export interface OrgQuestion {
  readonly ctx: Context
  readonly workspaceId: string
  readonly environmentId: string
  readonly connection: Connection
  readonly specs: IncludeSpecs
  readonly memory: OrgMemory | null
  /** Paths of the stored files of the org: those in which it differed from what the last flow had left there. */
  readonly keptPaths: readonly string[]
  /** The revision of the change log that the last flow knew; null where it knew none. */
  readonly parityRevision: number | null
  readonly isSandbox: boolean
  /** Paths of the files that the org should have. */
  readonly expected: () => Promise<Iterable<string>>
  readonly signal: AbortSignal
  readonly deadline: Deadline
}

export interface AskedCandidates extends Candidates {
  readonly method: 'changeLog' | 'list'
}

/** By the change log where the org keeps one that the last flow could read, else by the dates of the list. */
export async function askForCandidates(question: OrgQuestion): Promise<AskedCandidates> {
  const { connection, parityRevision, isSandbox, signal } = question
  if (isSandbox && parityRevision !== null) {
    const newest = await latestRevision(connection, { signal })
    if (newest !== null) {
      return { ...(await askLog(question, { parityRevision, newest })), method: 'changeLog' }
    }
  }
  return { ...(await askList(question)), method: 'list' }
}

interface LogRevisions {
  readonly parityRevision: number
  readonly newest: number
}

async function askLog(
  { connection, specs, memory, keptPaths, signal }: OrgQuestion,
  { parityRevision, newest }: LogRevisions,
): Promise<Candidates> {
  const since = Math.max(parityRevision, memory?.revision ?? 0)
  // After a flow the log is read from the revision of the flow, so that changes between the last look and the flow are not in it.
  const isOutOfDate = since > (memory?.revision ?? 0)
  const again = isOutOfDate ? keptPaths.flatMap((path) => componentOfPath(path)?.identity ?? []) : []
  const members = newest > since ? await listSourceMembers(connection, { sinceRevision: since, signal }) : []
  const ids = [...new Set(members.flatMap(({ changedBy }) => changedBy ?? []))]
  const users = ids.length === 0 ? [] : await fetchUsers(connection, ids, { signal })
  const names = new Map(users.map(({ id, name }) => [id.slice(0, 15), name]))
  return candidatesOfLog(members, { specs, since, names, again })
}

/** By the clocks of server and org, which differ. */
const marginMs = 10 * 60_000

async function askList(question: OrgQuestion): Promise<Candidates> {
  const { ctx, connection, specs, memory, workspaceId, environmentId, signal, deadline } = question
  const trustedBefore = new Date(ctx.clock.now().getTime() - marginMs)
  const list = await listComponents({ connection, signal, deadline }, specs)
  const orphans = new Set(list.withoutParent)
  const listed = componentsOf(list.lines).filter(({ type }) => !orphans.has(type))
  const flowIn = await ctx.database.inWorkspace(workspaceId, null, (tx) => lastFlowInUtc(tx, environmentId))
  return candidatesOfList(listed, {
    specs,
    listedTypes: list.listedTypes,
    memory,
    expected: await question.expected(),
    notBefore: new Date(Date.parse(flowIn ?? '') - marginMs || 0),
    trustedBefore,
  })
}

/** The components that a list names, of which it gives only the lines. */
export function componentsOf(lines: readonly Buffer[]): ListedComponent[] {
  const text = lines.map((piece) => piece.toString('utf8')).join('')
  return text.split('\n').flatMap((line) => {
    if (line === '') return []
    const component: ListedComponent = JSON.parse(line)
    return [component]
  })
}
