import type { Environment } from '@sluice/contract/environment'

interface ListFilter {
  text: string
  /** Whose environments to keep; null keeps all. */
  createdByUserId: string | null
}

/** The environments that a list shows: by name, branch, org, slug or tag. */
export function shownEnvironments(
  all: readonly Environment[],
  { text, createdByUserId }: ListFilter,
): Environment[] {
  const wanted = text.trim().toLowerCase()
  return all.filter(
    (environment) =>
      (createdByUserId === null || environment.createdByUserId === createdByUserId) &&
      textOf(environment).includes(wanted),
  )
}

function textOf(environment: Environment): string {
  const tags = Object.entries(environment.tags).map(([name, value]) => `${name}: ${value ?? ''}`)
  const { name, slug, gitBranchName, sfdcSandboxName } = environment
  return [name, slug, gitBranchName, sfdcSandboxName ?? '', ...tags].join('\n').toLowerCase()
}
