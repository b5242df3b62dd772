import type { Context, GitHub, GitHubRepository } from '../../context.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import type { Run } from '../../durable/run.ts'
import { announce } from '../../platform/database/announce.ts'
import { Deadline } from '../../platform/deadline.ts'
import { GitHubError } from '../../platform/github-error.ts'
import { keepGitHubRepository } from '../../stacks/managed-repository-store.ts'
import { connectedGitHub, failWithReason } from '../../steps/session/github-failure.ts'
import type { FlowTarget, TargetStack } from '../../steps/session/flow-target.ts'
import { smallCallMs, whileBrieflyTransient } from '../../steps/session/transient-retry.ts'

type Target = Omit<FlowTarget, 'environment'>

interface WantedRepository {
  readonly name: string
  readonly description: string
}

interface Making {
  readonly ctx: Context
  readonly run: Run
  readonly gitHub: GitHub
  readonly stackId: string
}

/** Makes the repository of a stack at GitHub where that is not done yet, and gives the stack with it. */
export async function makeGitHubRepository(ctx: Context, run: Run, target: Target): Promise<TargetStack> {
  const { stack, job } = target
  const kept = stack.managedRepository
  if (kept === null || kept.gitHubUrl === null || kept.gitHubId !== null) return stack
  const gitHub = connectedGitHub(ctx, kept)
  const made = await makeUnderFreeName({ ctx, run, gitHub, stackId: stack.id }, kept.name)
  const { id: gitHubId, name } = made
  const url = gitHub.urlOf(name)
  await run.transaction('keep repository', async (tx) => {
    await keepGitHubRepository(tx, stack.id, { gitHubId, name, url })
    await announce(tx, { workspaceId: job.workspaceId, kind: 'pushStacks', ids: [stack.id] })
  })
  return { ...stack, gitRepositoryUrl: url, managedRepository: { ...kept, name, gitHubId } }
}

const longestName = 90

/** Under the wanted name, or with the beginning of the stack's id behind it where somebody else has that name. */
async function makeUnderFreeName(making: Making, wanted: string): Promise<GitHubRepository> {
  const short = wanted.slice(0, longestName)
  const names = [short, `${short}-${making.stackId.replaceAll('-', '').slice(-8)}`]
  for (const [index, name] of names.entries()) {
    const made = await makeOnce(making, index + 1, name)
    if (made !== null) return made
  }
  throw new JobFailure(
    `The organization at GitHub has other repositories of the names ${names.join(' and ')}.`,
  )
}

/** Null where the name belongs to another repository. The description says which stack a repository was made for. */
async function makeOnce(making: Making, number: number, name: string): Promise<GitHubRepository | null> {
  const { ctx, run, gitHub, stackId } = making
  const retry = { signal: run.signal, deadline: new Deadline(ctx.clock, smallCallMs) }
  const find = () => whileBrieflyTransient(() => gitHub.findRepository(name), retry)
  const ofStack = (found: GitHubRepository) => (found.description.includes(stackId) ? found : null)
  return await run.effect<WantedRepository, GitHubRepository | null>(`create repository ${number}`, {
    kind: 'RepositoryCreation',
    changedNothing: (repository) => repository === null,
    intent: async () => ({
      name,
      description: `Salesforce metadata, kept by ${ctx.config.product.name} (${stackId})`,
    }),
    perform: async (wanted) => {
      try {
        return await gitHub.createRepository(wanted)
      } catch (error) {
        if (error instanceof GitHubError && /already exists/i.test(error.message)) {
          const found = await find()
          return found && ofStack(found)
        }
        return await failWithReason(() => Promise.reject(error))
      }
    },
    reconcile: async () => {
      const found = await find()
      return found === null ? 'notDone' : { done: ofStack(found) }
    },
    provesNotDone: (error) => error instanceof JobFailure,
  })
}
