import type { ComponentIdentity, ComponentProblem } from '@sluice/contract/component'

/** Where the file of an archive lies in the repository. */
export function repositoryPath(metadataDirectory: string, archiveFilePath: string): string {
  const folder = metadataDirectory.replaceAll(/^\/+|\/+$/g, '')
  const path = archiveFilePath.startsWith('unpackaged/') ? archiveFilePath : `unpackaged/${archiveFilePath}`
  return folder === '' ? path : `${folder}/${path}`
}

/** Manifests exist in the archive only. */
export const isInBranch = (archiveFilePath: string): boolean =>
  !/^(?:unpackaged\/)?(?:package|destructiveChanges\w*)\.xml$/.test(archiveFilePath)

/** Files of which a deployment carries a part, so that its line numbers are not those of the branch. */
const partial =
  /\.(?:object|profile|labels|workflow|sharingRules|assignmentRules|autoResponseRules|escalationRules|matchingRule)$/

/** The line of a file of the branch that a problem is about, counted from 1; null where it cannot be told. */
export function lineOf(
  text: string,
  { component, problem }: { component: ComponentIdentity | null; problem: ComponentProblem },
): number | null {
  if (!partial.test(problem.archiveFilePath ?? '')) return problem.line
  const name = component?.componentName.split('.').at(-1)
  if (name === undefined) return null
  const index = text.split('\n').findIndex((line) => line.includes(`<fullName>${name}</fullName>`))
  return index === -1 ? null : index + 1
}
