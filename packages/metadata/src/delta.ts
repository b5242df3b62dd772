import type { ArchiveEntry } from './archive.ts'
import type { ComponentIdentity } from './component.ts'
import type { ComponentChange } from './diff/component-changes.ts'
import type { VersionsOfFlows } from './flow-deletions.ts'
import type { ProfileDelta } from './profile/profile-delta.ts'

import { compareText } from './collation.ts'
import { componentKey } from './component.ts'
import { reduceComposite } from './composite.ts'
import { orderDeletions } from './deletion-order.ts'
import { isDeletedWithParent } from './deploy-rules.ts'
import { deletedAs, definitionsToSwitchOff, switchedOffDefinition } from './flow-deletions.ts'
import { writeDestructiveManifest, writeManifest } from './manifest.ts'
import { componentOfPath, parentOf, pathsOfComponent } from './paths.ts'
import { entryKey } from './profile/entry-key.ts'
import { componentOfEntry, writeProfileDelta } from './profile/profile-delta.ts'
import { XmlError } from './xml/errors.ts'

/** Changes between what the org holds and head, and what head has. Paths are below the metadata directory. */
export interface DeltaInput {
  readonly changes: readonly ComponentChange[]
  /** `componentKey`s and `entryKey`s of what must stay out of the archive. */
  readonly excluded: ReadonlySet<string>
  /** Versions of the flows that are deleted. */
  readonly flowVersions?: VersionsOfFlows
  /** By path: profiles of which only the changed entries are deployed. */
  readonly profiles?: ReadonlyMap<string, ProfileDelta>
  /** Blob hashes of files at head, at least of all that the changed components are made of, changed or not. */
  readonly headFiles: ReadonlyMap<string, string>
  /** The contents of blobs, one for each in their order. */
  readonly readEach: (hashes: readonly string[]) => AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  readonly apiVersion: string
}

/**
 * What a deployment carries. The lists are known at once; contents are read while the archive
 * is written.
 */
export interface DeltaPlan {
  /** Manifests, then files sorted by path (`unpackaged/...`). Each iteration reads again; nothing is kept. */
  readonly entries: AsyncIterable<ArchiveEntry>
  /** What the manifest names. */
  readonly components: readonly ComponentIdentity[]
  readonly destructivePre: readonly ComponentIdentity[]
  readonly destructivePost: readonly ComponentIdentity[]
  /** Changes that no deployment can make: never in the archive. */
  readonly undeployable: readonly ComponentChange[]
  readonly isEmpty: boolean
}

/**
 * Plans the archive that brings changes to an org: changed components whole, composites
 * reduced to what changed in them, deletions in manifests of their own (`orderDeletions`).
 * Children of a deleted composite are not named: they go with it.
 */
export function planDelta(input: DeltaInput): DeltaPlan {
  const undeployable = input.changes.filter((change) => change.undeployableReason !== undefined)
  const wanted = input.changes.filter(
    (change) => change.undeployableReason === undefined && !input.excluded.has(componentKey(change.identity)),
  )
  const deleted = wanted.filter((change) => change.changeType === 'Deleted').map((change) => change.identity)
  const deletedKeys = new Set(deleted.map(componentKey))
  const named = deleted.filter((identity) => {
    const parent = parentOf(identity)
    return parent === null || !deletedKeys.has(componentKey(parent)) || !isDeletedWithParent(identity)
  })
  const additions = input.changes.filter((change) => change.changeType === 'Added')
  const isWanted = new Set(wanted)
  const added = additions.filter((change) => isWanted.has(change)).map(({ identity }) => identity)
  const heldBack = additions.filter((change) => !isWanted.has(change)).map(({ identity }) => identity)
  const deletions = orderDeletions(named, added, heldBack)
  const { flowVersions = new Map() } = input
  const components = wanted
    .filter((change) => change.changeType !== 'Deleted')
    .map((change) => change.identity)
  const ordered = [...deletions.before, ...deletions.after]
  const plan = {
    components: [...components, ...definitionsToSwitchOff(ordered, flowVersions)],
    destructivePre: deletions.before.flatMap((identity) => deletedAs(identity, flowVersions)),
    destructivePost: deletions.after.flatMap((identity) => deletedAs(identity, flowVersions)),
  }
  return {
    ...plan,
    undeployable,
    isEmpty: [plan.components, plan.destructivePre, plan.destructivePost].every((list) => list.length === 0),
    entries: { [Symbol.asyncIterator]: () => writeEntries(input, plan) },
  }
}

type PlannedComponents = Pick<DeltaPlan, 'components' | 'destructivePre' | 'destructivePost'>

async function* writeEntries(input: DeltaInput, plan: PlannedComponents): AsyncGenerator<ArchiveEntry> {
  yield* manifests(input, plan)
  const files = filesOf(input, plan.components)
  yield* definitionsSwitchedOff(input, plan, new Set(files.map(({ path }) => path)))
  let at = 0
  for await (const content of input.readEach(files.map(({ hash }) => hash))) {
    const { path, parts } = files[at] ?? { path: '', parts: null }
    at += 1
    const profile = input.profiles?.get(path)
    if (profile !== undefined)
      yield { path, content: orWhole(content, () => reducedProfile(path, content, { input, plan, profile })) }
    else if (parts === null) yield { path, content }
    else yield { path, content: orWhole(content, () => reduceComposite({ path, content, ...parts })) }
  }
}

/** Head has no file of them: they are made for the deletion of their flows. */
function* definitionsSwitchedOff(
  { flowVersions = new Map() }: DeltaInput,
  plan: PlannedComponents,
  inHead: ReadonlySet<string>,
): Generator<ArchiveEntry> {
  for (const identity of plan.components) {
    const isMade = identity.componentType === 'FlowDefinition' && flowVersions.has(identity.componentName)
    const [path] = isMade ? pathsOfComponent(identity).files : []
    if (path !== undefined && !inHead.has(path)) yield { path, content: switchedOffDefinition }
  }
}

/** What cannot be read (committed conflict markers) counts as one piece: it goes as it is, and the org refuses it by name. */
function orWhole(content: Uint8Array, reduce: () => Uint8Array): Uint8Array {
  try {
    return reduce()
  } catch (error) {
    if (error instanceof XmlError) return content
    throw error
  }
}

interface PlannedProfile {
  readonly input: DeltaInput
  readonly plan: PlannedComponents
  readonly profile: ProfileDelta
}

/** An entry about a component that the same deployment deletes goes with it. */
function reducedProfile(path: string, content: Uint8Array, { input, plan, profile }: PlannedProfile) {
  const owner = componentOfPath(path)?.identity
  const deleted = new Set([...plan.destructivePre, ...plan.destructivePost].map(componentKey))
  const revoked = new Set(profile.revocations.map(({ id }) => id))
  return writeProfileDelta(content, profile, (id) => {
    if (owner !== undefined && input.excluded.has(entryKey(owner, id))) return true
    const about = revoked.has(id) ? componentOfEntry(id) : null
    const parent = about === null ? null : parentOf(about)
    return [about, parent].some((one) => one !== null && deleted.has(componentKey(one)))
  })
}

function* manifests({ apiVersion }: DeltaInput, plan: PlannedComponents): Generator<ArchiveEntry> {
  const everything = [...plan.components, ...plan.destructivePre, ...plan.destructivePost]
  const packageNames = new Set(everything.map((identity) => identity.packageName))
  for (const packageName of [...packageNames].toSorted(compareText)) {
    const ofPackage = (list: readonly ComponentIdentity[]): ComponentIdentity[] =>
      list.filter((identity) => identity.packageName === packageName)
    yield {
      path: `${packageName}/package.xml`,
      content: writeManifest(ofPackage(plan.components), apiVersion),
    }
    const pre = ofPackage(plan.destructivePre)
    const post = ofPackage(plan.destructivePost)
    if (pre.length > 0)
      yield { path: `${packageName}/destructiveChangesPre.xml`, content: writeDestructiveManifest(pre) }
    if (post.length > 0)
      yield { path: `${packageName}/destructiveChangesPost.xml`, content: writeDestructiveManifest(post) }
  }
}

/** What of a composite's file is wanted; null for files that travel whole. */
interface WantedParts {
  ownContent: boolean
  readonly nested: Set<string>
}

/** A file at head that travels. */
interface PlannedFile {
  readonly path: string
  readonly hash: string
  readonly parts: WantedParts | null
}

function filesOf({ headFiles }: DeltaInput, components: readonly ComponentIdentity[]): PlannedFile[] {
  const bundles = filesOfBundles(headFiles.keys(), components)
  const files = new Map<string, WantedParts | null>()
  for (const identity of components) {
    const places = pathsOfComponent(identity)
    const ofBundle = places.directory === null ? [] : (bundles.get(places.directory) ?? [])
    for (const path of [...places.files, ...ofBundle]) {
      if (componentOfPath(path)?.isComposite !== true) {
        files.set(path, null)
        continue
      }
      const parts = files.get(path) ?? { ownContent: false, nested: new Set() }
      files.set(path, parts)
      if (parentOf(identity) === null) parts.ownContent = true
      else parts.nested.add(componentKey(identity))
    }
  }
  return [...files]
    .toSorted(([a], [b]) => compareText(a, b))
    .flatMap(([path, parts]) => {
      const hash = headFiles.get(path)
      return hash === undefined ? [] : [{ path, hash, parts }]
    })
}

/** By directory: bundles travel whole. Beside their files lies what is only in Git. */
function filesOfBundles(
  paths: Iterable<string>,
  components: readonly ComponentIdentity[],
): ReadonlyMap<string, readonly string[]> {
  const directories = components.map((identity) => pathsOfComponent(identity).directory)
  const files = new Map<string, string[]>()
  for (const directory of directories) if (directory !== null) files.set(directory, [])
  if (files.size === 0) return files
  for (const path of paths) {
    const component = componentOfPath(path)
    const directory = component === null ? null : pathsOfComponent(component.identity).directory
    if (directory !== null) files.get(directory)?.push(path)
  }
  return files
}
