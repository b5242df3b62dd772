import type { EarlierResolution } from '@sluice/contract/conflict'
import { resolutionsIn, withResolutions } from '@sluice/contract/earlier-resolution'
import { limits } from '@sluice/contract/limits'
import { type SettledFile, loadSettledFiles } from '../../conflicts/earlier-conflicts.ts'
import type { NewConflictFile } from '../../conflicts/conflict-store.ts'
import type { ArtifactStore } from '../../platform/artifacts.ts'
import { inParallel } from '../session/in-parallel.ts'
import type { JobSession } from '../session/job-session.ts'

/** Texts of so many earlier conflicts of one file are compared with it. */
const comparedAtMost = 5
/** Of so many files the texts are compared; of the others only whether the whole file is the same. */
const filesWithTexts = 200
const atOnce = 4

/** The same files, each with how people settled the same before, where they did. */
export async function offerEarlier(
  { ctx, job, stack }: JobSession,
  files: readonly NewConflictFile[],
): Promise<NewConflictFile[]> {
  const paths = files.map(({ filePath }) => filePath)
  const settled = await ctx.database.inWorkspace(job.workspaceId, null, (tx) =>
    loadSettledFiles(tx, { stackId: stack.id, paths }),
  )
  if (settled.length === 0) return [...files]
  const byPath = new Map<string, SettledFile[]>(paths.map((path) => [path, []]))
  for (const one of settled) byPath.get(one.path)?.push(one)
  let texts = 0
  return await inParallel(files, atOnce, async (file) => {
    const candidates = byPath.get(file.filePath) ?? []
    const same = candidates.find((one) => isSameFile(one, file))
    if (same !== undefined) return { ...file, earlier: offerOf(same, { isSameFile: true, elements: 0 }) }
    if (candidates.length === 0 || (texts += 1) > filesWithTexts) return file
    return { ...file, earlier: await offerOfElements(ctx.artifacts, file, candidates) }
  })
}

/** Whether all sides have what they had then; a side without the file too. */
function isSameFile({ versions }: SettledFile, file: NewConflictFile): boolean {
  const digests = new Map(file.versions.map(({ version, sha256 }) => [version, sha256]))
  return (['Base', 'Local', 'Remote'] as const).every(
    (version) => digests.get(version) === versions.get(version)?.sha256,
  )
}

async function offerOfElements(
  artifacts: ArtifactStore,
  file: NewConflictFile,
  candidates: readonly SettledFile[],
): Promise<EarlierResolution | null> {
  const text = await textOf(
    artifacts,
    file.versions.find(({ version }) => version === 'Orig'),
  )
  if (text === null) return null
  for (const candidate of candidates.slice(0, comparedAtMost)) {
    const orig = await textOf(artifacts, candidate.versions.get('Orig'))
    const target = await textOf(artifacts, candidate.versions.get('Target'))
    if (orig === null || target === null) continue
    const { resolvedAs } = candidate
    const { count, left } = withResolutions(text, resolutionsIn({ orig, target, resolvedAs }))
    if (left < count) return offerOf(candidate, { isSameFile: false, elements: count - left })
  }
  return null
}

/** Null where there is no text, where people could not edit it, and where it is no longer kept. */
async function textOf(
  artifacts: ArtifactStore,
  version: { readonly fileKey: string; readonly sizeBytes: number } | undefined,
): Promise<string | null> {
  if (version === undefined || version.sizeBytes > limits.editedConflictBytes) return null
  return await artifacts.read(version.fileKey).then(
    (content) => content.toString('utf8'),
    () => null,
  )
}

const offerOf = (
  { path: _path, versions: _versions, ...settled }: SettledFile,
  extent: Pick<EarlierResolution, 'isSameFile' | 'elements'>,
): EarlierResolution => ({ ...settled, ...extent })
