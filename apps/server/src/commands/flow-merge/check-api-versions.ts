import { readFileAt } from '@sluice/git/read-file'
import { readManifest } from '@sluice/metadata/manifest'
import { defaultApiVersion } from '@sluice/salesforce/connection'
import { XmlError } from '@sluice/metadata/xml/errors'
import { eq } from 'drizzle-orm'
import { JobFailure } from '../../durable/run-errors.ts'
import { salesforceOrgInfo } from '../../platform/database/schema/environment-state.ts'
import { requireCommits } from '../../steps/branch/kept-commits.ts'
import type { FlowMerge } from './begin-merge.ts'
import type { MergeSide } from './merge-side.ts'

/** The API versions of a merge; null where a branch or an org does not say one. */
interface MergedVersions {
  /** The API version with which the metadata of the source was retrieved. */
  readonly source: string | null
  /** The API version with which the metadata of the target was retrieved. */
  readonly target: string | null
  /** The newest version of the target org. */
  readonly targetPlatform: string | null
}

/**
 * Refuses metadata that the target org is too old for, unless the input allows it; says when the two branches differ. Gives the
 * version of the merge.
 */
export async function checkApiVersions(
  { session, input }: FlowMerge,
  sides: { readonly source: MergeSide; readonly target: MergeSide },
): Promise<string> {
  const { run } = session
  const versions = await run.step('read API versions', async (): Promise<MergedVersions> => {
    const { repository } = await session.mirror()
    await requireCommits(repository, [sides.source.commitHash, sides.target.commitHash])
    return {
      source: await versionOf(session, sides.source.commitHash),
      target: await versionOf(session, sides.target.commitHash),
      targetPlatform: sides.target.org?.org.platformVersion ?? (await storedPlatform(session, sides.target)),
    }
  })
  const { source, target, targetPlatform } = versions
  const apiVersion = sides.target.org?.org.apiVersion ?? target ?? source ?? defaultApiVersion
  if (source === null) return apiVersion
  const names = {
    sourceEnvironmentName: sides.source.environment.name,
    targetEnvironmentName: sides.target.environment.name,
  }
  const isTooNew = targetPlatform !== null && Number(source) > Number(targetPlatform)
  if (isTooNew && !input.allowUnsupportedApiVersions)
    throw new JobFailure(
      `The metadata of ${names.sourceEnvironmentName} has API version ${source}, but the org of ${names.targetEnvironmentName} knows versions up to ${targetPlatform} only. Nothing was merged.`,
      'To go on, wait until Salesforce has upgraded the target org, or run the flow merge again with “Allow unsupported API versions”.',
    )
  const other = isTooNew ? targetPlatform : target
  if (other !== null && Number(other) !== Number(source))
    await run.notice('ApiVersionsDiffer', {
      ...names,
      sourceApiVersion: source,
      targetApiVersion: other,
      isSupported: !isTooNew,
    })
  return apiVersion
}

/** The generated manifest of a branch tells the version of its last retrieve. */
async function versionOf(session: FlowMerge['session'], commit: string): Promise<string | null> {
  const path = session.directory.manifest
  if (path === null) return null
  const { repository } = await session.mirror()
  const content = await readFileAt(repository, {
    commit,
    path,
    signal: session.run.signal,
  })
  if (content === null) return null
  try {
    const { apiVersion } = readManifest(content)
    return apiVersion === null || Number.isNaN(Number(apiVersion)) ? null : apiVersion
  } catch (error) {
    // People may have edited the file; the flow in writes it anew.
    if (error instanceof XmlError) return null
    throw error
  }
}

async function storedPlatform(
  { ctx, job }: FlowMerge['session'],
  { environment }: MergeSide,
): Promise<string | null> {
  const [info] = await ctx.database.inWorkspace(job.workspaceId, null, (tx) =>
    tx
      .select({ platformVersion: salesforceOrgInfo.platformVersion })
      .from(salesforceOrgInfo)
      .where(eq(salesforceOrgInfo.environmentId, environment.id)),
  )
  return info?.platformVersion ?? null
}
