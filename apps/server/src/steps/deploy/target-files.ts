import { join } from 'node:path'
import type { FlowOutInput } from '@sluice/contract/job-commands/flow-out'
import type { ArchiveEntry } from '@sluice/metadata/archive'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import type { IncludeSpecs } from '@sluice/metadata/include-specs'
import { canHoldOwnValues, deployableTo, withoutSecrets } from '@sluice/metadata/org-values/take-values'
import { ownerOf } from '@sluice/metadata/paths'
import { memberOf } from '@sluice/metadata/retrieve-plan'
import { readOrgFiles } from '../org/org-files/read-org-files.ts'
import { readRetrieved } from '../org/retrieve/full-retrieve.ts'
import { retrieveComponents } from '../org/retrieve/retrieve-components.ts'
import type { Flow } from '../org/flow.ts'
import { readJsonLines, writeJsonLines } from '../session/json-lines.ts'
import { exists } from '../session/work-folder.ts'
import { listDelta } from './clobber/delta-in-org.ts'

/** Files of the target org that hold values of its own, by their path; without secrets. */
export type TargetFiles = ReadonlyMap<string, Uint8Array>

const filesIn = (folder: string): string => join(folder, 'target-files')

interface DiffInFolder {
  readonly folder: string
  readonly specs: IncludeSpecs
  readonly changes: readonly ComponentChange[]
}

/** Retrieves what the diff would deploy over values that belong to the target org, and keeps it beside the diff. */
export async function keepTargetFiles(
  { session, environment, org: { apiVersion } }: Flow<FlowOutInput>,
  { folder, specs, changes }: DiffInFolder,
): Promise<void> {
  const holders = changes.filter(
    ({ changeType, paths }) => changeType !== 'Deleted' && paths.some(canHoldOwnValues),
  )
  if (holders.length === 0) return
  const { run, deadline } = session
  const { signal } = run
  const connection = await session.org(environment.id, apiVersion)
  // Asking for a type that the org does not know would fail the retrieve; of what it does not list it has no values.
  const { members: listed } = await listDelta({ connection, signal, deadline }, holders)
  const names = new Set(listed.map(({ type, fullName }) => `${type} ${fullName}`))
  const wanted = holders
    .map(({ identity }) => memberOf(ownerOf(identity)))
    .filter(({ type, fullName }) => names.has(`${type} ${fullName}`))
  if (wanted.length === 0) return
  const work = await session.work()
  const retrieved = await retrieveComponents(run, {
    connection,
    apiVersion,
    specs,
    work,
    deadline,
    part: 'target-files',
    wanted,
    listed,
  })
  const { archives } = await readRetrieved(retrieved)
  const files = await readOrgFiles({
    archives,
    specs,
    planned: wanted,
    apiVersion,
    parity: new Map(),
    signal,
  })
  const lines = [...files.different].flatMap(([path, { content }]) =>
    content === null ? [] : [[path, Buffer.from(withoutSecrets(path, content)).toString('utf8')]],
  )
  await writeJsonLines(filesIn(folder), lines)
}

/** Empty where the diff deploys no file that can hold such values, or an earlier release made it. */
export async function readTargetFiles(folder: string): Promise<TargetFiles> {
  const path = filesIn(folder)
  if (!(await exists(path))) return new Map()
  const lines = await readJsonLines<[string, string]>(path)
  return new Map(lines.map(([file, text]) => [file, Buffer.from(text)]))
}

/** The entries of a deployment with the values that the target org has, instead of those of another org. */
export async function* withValuesOfTarget(
  entries: AsyncIterable<ArchiveEntry>,
  targetFiles: TargetFiles,
): AsyncGenerator<ArchiveEntry> {
  for await (const entry of entries) {
    const { path, content } = entry
    if (!canHoldOwnValues(path)) yield entry
    else yield { ...entry, content: deployableTo({ path, content, from: targetFiles.get(path) ?? null }) }
  }
}
