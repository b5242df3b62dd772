import { isSpoken } from '../registry/api-versions.ts'
import type { OrgState } from '../org-state.ts'
import { findChildType, findType, foldersOfContent } from '../registry/metadata-types.ts'
import { keyOf } from '../store/component-record.ts'
import { XmlError } from '../xml/parse.ts'
import { ArchiveError } from './archive.ts'
import type { DeploySource } from './archive.ts'
import { ApexReferences } from './apex-references.ts'
import { applyDeletions } from './deletions.ts'
import type { DeployMessage, DeployOptions } from './deploy-result.ts'
import { isWanted } from './load-context.ts'
import type { LoadContext } from './load-context.ts'
import { loadUnit } from './load-unit.ts'
import { isNamed, readManifest } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { failure, success } from './messages.ts'
import type { Subject } from './messages.ts'
import { missingReference } from './references.ts'
import { packageRoot, unitsOf } from './units.ts'
import type { Unit } from './units.ts'
import { Workspace } from '../store/workspace.ts'
import type { Author } from '../store/workspace.ts'
import { wording } from '../wording.ts'

/**
 * What a deployment would do: the workspace to commit and a message per component. Nothing is
 * in the store yet.
 */
export interface Attempt {
  workspace: Workspace
  messages: DeployMessage[]
  fileCount: number
}

/** Reports how far an attempt is and lets other calls through; throws when the attempt should stop. */
export type Tick = (type: string) => Promise<void>

/** The manifests of an archive, and the prefix (`''` or `zip/`) below which its files lie. */
interface Package {
  root: string
  manifest: Manifest
  destructive: { path: string; manifest: Manifest; isPost: boolean }[]
}

/**
 * Works out what an archive would do to the org, without doing it. With rollBackOnError
 * nothing may fail; without it what fails is left out, round by round, until the rest stands
 * on its own. Problems of the content are messages; throws what `tick` throws and what reading
 * the archive raises.
 */
export async function attemptDeployment(
  org: OrgState,
  source: DeploySource,
  how: {
    options: DeployOptions
    author: Author
    tick: Tick
    deletions?: LoadContext['deletions']
    locked?: string | undefined
  },
): Promise<Attempt> {
  const opened = await openPackage(org, source, how.options)
  const workspace = new Workspace(org.store, how.author)
  if ('problem' in opened) return { workspace, messages: [opened.problem], fileCount: source.paths.length }
  let attempt = await attemptRound(org, source, { ...how, pack: opened, excluded: new Set<string>() })
  const failures: DeployMessage[] = []
  for (let round = 0; round < 10 && !how.options.rollbackOnError; round++) {
    const failed = attempt.messages.filter((message) => !message.success)
    if (failed.length === 0) break
    failures.push(...failed)
    const excluded = new Set(failures.map((message) => keyOf(message.componentType, message.fullName)))
    attempt = await attemptRound(org, source, { ...how, pack: opened, excluded })
  }
  return { ...attempt, messages: [...failures, ...attempt.messages] }
}

/** Finds and reads the manifests. A broken or absent package.xml is the only message then. */
async function openPackage(
  org: OrgState,
  source: DeploySource,
  options: DeployOptions,
): Promise<Package | { problem: DeployMessage }> {
  const root = packageRoot(source, options.singlePackage)
  const nowhere = { type: '', fullName: 'package.xml', fileName: 'package.xml' }
  if (root === undefined) return { problem: failure(nowhere, wording.deploy.noPackage) }
  const subject = { ...nowhere, fileName: `${root}package.xml` }
  try {
    const manifest = readManifest((await source.read(subject.fileName)).toString('utf8'))
    if (!isSpoken(org, manifest.version))
      return { problem: failure(subject, wording.deploy.invalidVersion(manifest.version ?? '')) }
    const destructive: Package['destructive'] = []
    for (const name of [
      'destructiveChanges.xml',
      'destructiveChangesPre.xml',
      'destructiveChangesPost.xml',
    ]) {
      const path = root + name
      if (!source.paths.includes(path)) continue
      const text = (await source.read(path)).toString('utf8')
      destructive.push({ path, manifest: readManifest(text), isPost: name.includes('Post') })
    }
    return { root, manifest, destructive }
  } catch (error) {
    if (error instanceof XmlError)
      return { problem: failure(subject, wording.deploy.parsing(error.message), error) }
    if (error instanceof ArchiveError) return { problem: failure(subject, error.message) }
    throw error
  }
}

interface Round {
  options: DeployOptions
  author: Author
  tick: Tick
  deletions?: LoadContext['deletions']
  /** With this problem the first component fails in the first round. */
  locked?: string | undefined
  pack: Package
  excluded: ReadonlySet<string>
}

/**
 * One pass: deletions before, components, references, deletions after. destructiveChanges.xml
 * counts as Pre (documented).
 */
async function attemptRound(org: OrgState, source: DeploySource, round: Round): Promise<Attempt> {
  const { root, manifest, destructive } = round.pack
  const context: LoadContext = {
    workspace: new Workspace(org.store, round.author),
    manifest,
    read: (path) => source.read(root + path),
    fileName: (path) => root + path,
    excluded: round.excluded,
    messages: [],
    doomed: doomedBy(destructive),
    deletions: round.deletions,
    org,
  }
  const subject = { type: '', fullName: 'package.xml', fileName: `${root}package.xml` }
  context.messages.push(success(subject))
  for (const entry of destructive) if (!entry.isPost) await deleteNamed(context, entry)
  await loadAll(context, source, round)
  await checkReferences(org, context, round.tick)
  for (const entry of destructive) if (entry.isPost) await deleteNamed(context, entry)
  return { workspace: context.workspace, messages: context.messages, fileCount: source.paths.length }
}

/**
 * Keys of everything that the destructive manifests name: a class may go when its last users
 * go with it.
 */
function doomedBy(destructive: Package['destructive']): Set<string> {
  const doomed = new Set<string>()
  for (const { manifest } of destructive)
    for (const [type, members] of manifest.members) for (const name of members) doomed.add(keyOf(type, name))
  return doomed
}

async function deleteNamed(context: LoadContext, entry: Package['destructive'][number]): Promise<void> {
  const name = entry.path.slice(entry.path.lastIndexOf('/') + 1)
  context.messages.push(success({ type: '', fullName: name, fileName: entry.path }))
  await applyDeletions(context, entry.manifest, entry.path)
}

/** Loads the files below the package root, and fails those that belong to no type. */
async function loadAll(context: LoadContext, source: DeploySource, round: Round): Promise<void> {
  const { root, manifest } = round.pack
  const inside = source.paths.filter((path) => path.startsWith(root)).map((path) => path.slice(root.length))
  const { units, strays } = unitsOf(inside)
  for (const path of strays) {
    if (round.excluded.size > 0 || path.endsWith('/')) continue
    context.messages.push(
      failure({ type: '', fullName: path, fileName: root + path }, wording.deploy.notInPackage),
    )
  }
  const isFirstRound = round.excluded.size === 0
  for (const [index, unit] of units.entries()) {
    await round.tick(unit.type)
    if (round.locked === undefined || !isFirstRound || index > 0) await loadUnit(context, unit)
    else context.messages.push(failure(subjectOf(context, unit), round.locked))
  }
  checkNamed(context, manifest, round)
}

function isLoadedDocument(key: string, member: string): boolean {
  return key.startsWith('Document/') && isNamed('Document', key.slice('Document/'.length), member)
}

function subjectOf(context: LoadContext, { type, fullName, paths }: Unit): Subject {
  return { type, fullName, fileName: context.fileName(paths[0] ?? '') }
}

/**
 * Everything the manifest names has to be in the archive, unless files may be missing. An
 * unknown type fails as a whole, with an empty component type, as seen in public output.
 */
function checkNamed(context: LoadContext, manifest: Manifest, round: Round): void {
  const loaded = new Set(context.messages.map((message) => keyOf(message.componentType, message.fullName)))
  const fileName = `${round.pack.root}package.xml`
  for (const [type, members] of manifest.members) {
    if (!findType(type) && !findChildType(type)) {
      if (!round.excluded.has(keyOf('', type)))
        context.messages.push(
          failure({ type: '', fullName: type, fileName }, wording.deploy.unknownType(type)),
        )
      continue
    }
    for (const name of members) {
      const found =
        loaded.has(keyOf(type, name)) ||
        name === '*' ||
        (type === 'Document' && [...loaded].some((key) => isLoadedDocument(key, name))) ||
        foldersOfContent(type).some((folder) => loaded.has(keyOf(folder, name)))
      if (found || round.options.allowMissingFiles || !isWanted(context, type, name)) continue
      context.messages.push(
        failure({ type, fullName: name, fileName }, wording.deploy.notFoundInArchive(type, name)),
      )
    }
  }
}

/**
 * Replaces the success of a component by a failure when something it refers to would not
 * exist. Runs after all components are loaded, because order within an archive means nothing.
 */
async function checkReferences(org: OrgState, context: LoadContext, tick: Tick): Promise<void> {
  if (!org.info.checksReferences) return
  const apex = new ApexReferences(context.workspace)
  for (const [index, message] of context.messages.entries()) {
    if (!message.success || message.componentType === '' || message.deleted) continue
    await tick(message.componentType)
    const record = context.workspace.find(message.componentType, message.fullName)
    const problem = record ? await missingReference(context.workspace, record) : undefined
    const subject = { type: message.componentType, fullName: message.fullName, fileName: message.fileName }
    if (problem !== undefined) context.messages[index] = failure(subject, problem)
    const place = record && problem === undefined ? await apex.problemOf(record) : undefined
    if (place) context.messages[index] = failure(subject, place.message, place)
  }
}
