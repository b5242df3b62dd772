import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import type { FileVersions, MergedComponentVersions } from '../../context.ts'
import { readFileAt, shownContent } from '../../repository/file-content.ts'
import {
  type MergedCommit,
  changesOfMerge,
  compareWithTarget,
  mergeCommits,
  withTrial,
} from './merge-of-commits.ts'
import type { MergedComponentToRead } from './prediction-task.ts'
import type { Trial } from './trial.ts'

type Named = MergedComponentToRead['component']

/** Makes a predicted merge again and reads the files of one component. Null when the merge changes none of them. */
export const readMergedComponent = (
  { merge, component }: MergedComponentToRead,
  stopSignal: AbortSignal,
): Promise<MergedComponentVersions | null> =>
  withTrial(merge, stopSignal, async (trial) => {
    const { merged } = await mergeCommits(trial)
    if (merged === null) return null
    const inBranch = await versionsInBranch(trial, { merged, component })
    const inOrg = await versionsInOrg(trial, { merged, component })
    return inBranch === null && inOrg === null ? null : { merged: inBranch ?? [], deployed: inOrg ?? [] }
  })

interface OneComponent {
  readonly merged: MergedCommit
  readonly component: Named
}

const isNamed = ({ componentType, componentName }: Named, other: Named): boolean =>
  other.componentType === componentType && other.componentName === componentName

/** The files in the target branch before and after the merge. */
async function versionsInBranch(
  trial: Trial,
  { merged, component }: OneComponent,
): Promise<FileVersions[] | null> {
  const { reader, directory } = trial
  const changes = await changesOfMerge(trial, merged)
  const change = changes.find(({ identity }: ComponentChange) => isNamed(component, identity))
  if (change === undefined) return null
  const versions: FileVersions[] = []
  for (const path of change.paths.map((one) => directory.inRepository(one)))
    versions.push({
      path,
      before: await readFileAt(reader, merged.ours, path),
      after: await readFileAt(reader, merged.head, path),
    })
  return versions
}

/** The files that the target's org has, and those that are deployed. */
async function versionsInOrg(
  trial: Trial,
  { merged, component }: OneComponent,
): Promise<FileVersions[] | null> {
  const { reader, directory, input } = trial
  const compared = input.deployment && (await compareWithTarget(trial, merged, input.deployment))
  const change = compared?.components.find((one) => one.outbound !== null && isNamed(component, one))
  if (!compared || change === undefined || input.deployment === null) return null
  const known = new Map(compared.expected.map(({ path, content }) => [path, content] as const))
  // After its flow in the target's branch has what the org has; without one only the last look knows it.
  if (input.target.flowIn === null)
    for (const { path, content } of input.deployment.files) known.set(path, content)
  const versions: FileVersions[] = []
  for (const path of change.paths) {
    const inRepository = directory.inRepository(path)
    const content = known.get(path)
    versions.push({
      path: inRepository,
      before:
        content === undefined
          ? await readFileAt(reader, merged.into.tip, inRepository)
          : content && shownContent(content),
      after: await readFileAt(reader, merged.head, inRepository),
    })
  }
  return versions
}
