import type { ConflictResolution } from '@sluice/contract/conflict'
import { beforeAll } from 'vitest'
import { createObjectTree, type ObjectTree } from '../../api/testing/object-tree.ts'
import { problemOf, type SignedIn, testApp } from '../../api/testing/test-app.ts'
import {
  type Scene,
  type SceneFile,
  binary,
  changedByBoth,
  conflictScene,
  deletedByRemote,
} from './conflict-scene.ts'

/** The paths of the files that a scene has unless a test gives others. */
export const [text, gone, image] = [
  'classes/A.cls',
  'classes/Gone.cls',
  'staticresources/Logo.resource',
] as const
const files = [changedByBoth(text), deletedByRemote(gone), binary(image)]

function known(who: SignedIn | undefined): SignedIn {
  if (!who) throw new Error('Nobody has signed in yet.')
  return who
}

/** The server of a test file, with two members of a workspace and functions for the calls about conflicts. */
export function conflictBench() {
  const app = testApp()
  const people: { owner?: SignedIn; other?: SignedIn } = {}
  let tree: ObjectTree
  beforeAll(async () => {
    people.owner = await app.current.signIn()
    people.other = await app.current.signIn()
    tree = await createObjectTree(app.current, people.owner)
    await tree.addMember(people.other.userId, 'Contributor')
  })
  const owner = () => known(people.owner)
  const calls = () => owner().client.conflicts
  return {
    app,
    /** The owner of the workspace, who does what no other is named for. */
    owner,
    other: () => known(people.other),
    calls,
    scene: (given: readonly SceneFile[] = files) => conflictScene(app.current.ctx, tree.ids, given),
    read: async (of: Scene, version: string, path: string = text) =>
      calls().readFile({ params: { ...(await of.address(path)), version } }),
    save: async (of: Scene, body: string, who = owner()) =>
      who.client.conflicts.saveFile({ params: { ...(await of.address(text)), version: 'Target' }, body }),
    resolve: async (of: Scene, path: string, resolution: ConflictResolution) =>
      calls().resolveFile({ params: await of.address(path), body: { resolution } }),
    resolveAll: async (of: Scene, resolution: ConflictResolution) => {
      const ids = await Promise.all(files.map(async ({ path }) => (await of.file(path)).id))
      const resolutions = Object.fromEntries(ids.map((id) => [id, resolution]))
      return calls().resolveFiles({ params: of.params, body: { resolutions } })
    },
    answer: (of: Scene, goOn: boolean) =>
      owner().client.inquiries.answer({
        params: { ...of.params, inquiryId: of.inquiryId },
        body: { continue: goOn },
      }),
    resolutionsOf: async (of: Scene) =>
      Promise.all(files.map(async ({ path }) => (await of.file(path)).resolvedAs)),
  }
}

export async function refusalOf(call: Promise<unknown>) {
  const { type, detail } = await problemOf(call)
  return { type, detail }
}
