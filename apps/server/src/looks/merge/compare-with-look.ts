import { blobHash } from '@sluice/git/blob-hash'
import { inStoredForm } from '@sluice/metadata/org-values/stored-form'
import { componentOfPath } from '@sluice/metadata/paths'
import { memberOf } from '@sluice/metadata/retrieve-plan'
import { filesExpectedInOrg } from '../../steps/branch-changes/expected-files.ts'
import { findMetadataFiles } from '../../steps/session/metadata-directory.ts'
import { resolutionOf } from '../../steps/branch/merge/conflict-strategy.ts'
import { type OrgComparison, compareWithOrg } from '../../steps/org-changes/org-changes.ts'
import { settledKeys } from '../../steps/org-changes/settled-keys.ts'
import { OrgFiles } from '../../steps/org/org-files/org-files.ts'
import { pathsOf, placesOf } from '../../steps/parity/undeployed-files.ts'
import type { PredictedFlowIn, SideToMerge } from './prediction-task.ts'
import type { Trial } from './trial.ts'

interface ComparedSide {
  readonly side: SideToMerge
  readonly flowIn: PredictedFlowIn
  /** The commit at which the commits of the flow in begin. */
  readonly base: string
}

interface LookComparison extends OrgComparison {
  readonly settledKeys: readonly string[]
}

/** Compares org and branch by the rules of a flow in, with the files of the org that the last look found changed. */
export async function compareWithLook(
  trial: Trial,
  { side, flowIn, base }: ComparedSide,
): Promise<LookComparison> {
  const { reader, directory, input } = trial
  const { apiVersion, sandboxName, undeployed } = side
  const form = { leavesOutOwnValues: input.leavesOutOwnValues, sandboxName }
  const told = new Map(
    flowIn.files.map(({ path, content }) => [path, content && inStoredForm(path, content, form)] as const),
  )
  const places = new Set([...told.keys(), ...placesOf(undeployed)])
  const { overlay } = await filesExpectedInOrg({ reader, directory, paths: places }, base, undeployed)
  const paths = new Set([...told.keys(), ...overlay.keys()])
  const parityFiles = await findMetadataFiles(reader, base, { directory, paths })
  const org = new OrgFiles(parityFiles)
  for (const path of paths) {
    const content = told.has(path) ? told.get(path) : overlay.get(path)?.baseline
    if (content) org.add(path, { hash: blobHash(content), content, isStored: false })
  }
  const comparison = await compareWithOrg({
    parityFiles,
    read: (hash) => reader.read(hash),
    org,
    planned: [...org.keys()].flatMap(plannedOf),
    isRequested: () => true,
    overlay,
    form,
    resolution: resolutionOf(flowIn.settings.conflicts),
    apiVersion,
  })
  const overlaid = [...overlay.keys()]
  const undeployedPaths = new Map(undeployed.map((one) => [one, [...pathsOf(one, overlaid)]]))
  return { ...comparison, settledKeys: settledKeys({ comparison, undeployed, undeployedPaths }) }
}

function plannedOf(path: string) {
  const component = componentOfPath(path)
  return component === null ? [] : [{ ...memberOf(component.identity), modifier: null }]
}
