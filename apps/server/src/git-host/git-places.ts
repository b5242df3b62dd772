import type { Config } from '../platform/config/config.ts'
import { type ConcurrencyLimit, limitConcurrency } from '../platform/limit-concurrency.ts'

/** One Git request as the limit counts it. */
export interface GitWork {
  readonly workspaceId: string
  readonly userId: string | null
  readonly isOfJob: boolean
}

const waitingAtMost = 100
const waitingOfOneAtMost = 20

/**
 * The places of the Git host. A workspace, and a person with several workspaces, get only some of them, and some are
 * reserved for jobs, so that no user can block the others. Jobs may always wait: the workers limit their number.
 */
export function gitPlaces({ total, perWorkspace, forJobs }: Config['gitPlaces']): ConcurrencyLimit<GitWork> {
  return limitConcurrency<GitWork>({
    mayEnter: (work, inside) =>
      inside.length < total &&
      (work.isOfJob || peopleIn(inside).length < total - forJobs) &&
      mostOfOne(work, inside) < perWorkspace,
    mayWait: (work, waiting) => {
      const people = peopleIn(waiting)
      return work.isOfJob || (people.length < waitingAtMost && mostOfOne(work, people) < waitingOfOneAtMost)
    },
  })
}

const peopleIn = (works: readonly GitWork[]): GitWork[] => works.filter(({ isOfJob }) => !isOfJob)

/** How many there are of the same workspace, or of the same person where that is more. */
function mostOfOne({ workspaceId, userId }: GitWork, works: readonly GitWork[]): number {
  const ofWorkspace = works.filter((work) => work.workspaceId === workspaceId).length
  const ofPerson = works.filter((work) => userId !== null && work.userId === userId).length
  return Math.max(ofWorkspace, ofPerson)
}
