import type { CreateEnvironmentInput } from '@sluice/contract/job-commands/create-environment'
import type { ValidationError } from '@sluice/contract/problem-details'
import type { FoundEnvironment } from './environment-store.ts'

type Wanted = Pick<
  CreateEnvironmentInput,
  'environmentName' | 'gitBranchName' | 'sfdcSandboxName' | 'sourceEnvironmentName'
>

interface StackContents {
  readonly environments: readonly FoundEnvironment[]
  /** Environments that a job is creating or working on. */
  readonly inUse: ReadonlySet<string>
  /** How many more environments the workspace may have; null when there is no limit. */
  readonly available: number | null
}

/** Says that the configured limit of the workspace allows no further environment. */
export const environmentLimitReached = 'The workspace has as many environments as it may have'

const isSame = (a: string | null, b: string) => a?.toLowerCase() === b.toLowerCase()

/** What a failed creation of an environment of this name has left, which the next one takes over; null when there is none. */
export function findLeftover(
  { environmentName }: Pick<Wanted, 'environmentName'>,
  { environments, inUse }: Pick<StackContents, 'environments' | 'inUse'>,
): FoundEnvironment | null {
  const found = environments.find(({ name }) => isSame(name, environmentName))
  if (found === undefined || found.isInitialized || found.isProduction || inUse.has(found.id)) return null
  return found
}

/** What keeps an environment from being created beside the others of its stack; empty when nothing does. */
export function newEnvironmentProblems(wanted: Wanted, stack: StackContents): ValidationError[] {
  const leftover = findLeftover(wanted, stack)
  const others = stack.environments.filter(({ id }) => id !== leftover?.id)
  const problems: ValidationError[] = []
  const refuse = (property: keyof Wanted, code: string, description: string) =>
    problems.push({ code, property, description })
  if (others.some(({ name }) => isSame(name, wanted.environmentName)))
    refuse('environmentName', 'ValueDuplicate', 'There is already another environment with this name')
  // Git tells branches apart by case; a repository on a disk that does not would mix them up.
  if (others.some(({ gitBranchName }) => isSame(gitBranchName, wanted.gitBranchName)))
    refuse('gitBranchName', 'ValueDuplicate', 'This Git branch is already used by another environment')
  if (others.some(({ sfdcSandboxName }) => isSame(sfdcSandboxName, wanted.sfdcSandboxName)))
    refuse('sfdcSandboxName', 'ValueDuplicate', 'This sandbox is already used by another environment')
  const source = wanted.sourceEnvironmentName
  if (source !== null && !others.some(({ name, isInitialized }) => isInitialized && isSame(name, source)))
    refuse('sourceEnvironmentName', 'ValueInvalid', `There is no initialized environment ${source}`)
  if (leftover === null && stack.available !== null && stack.available <= 0)
    refuse('environmentName', 'EnvironmentLimitReached', environmentLimitReached)
  return problems
}
