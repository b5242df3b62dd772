import { expect, test } from 'vitest'
import { withDatabase } from '../testing/with-database.ts'
import { issueCredential } from './repository-credential.ts'
import { gitWorld, type Hosted, password, pushedRepository } from './testing/git-world.ts'
import { cloneAndCommit, fails, git } from './testing/plain-git.ts'

const database = withDatabase()
const world = gitWorld(database)

const list = (hosted: Hosted, username: string, secret: string) =>
  git(world.folder(), 'ls-remote', world.address(hosted.name, username, secret))

test("a member's token for one repository opens no other of the workspace", async () => {
  const { hosted, ada } = await pushedRepository(world)
  const sibling = await world.repository({ beside: hosted })
  const { workspaceId, repositoryId } = hosted
  const holder = { workspaceId, userId: ada.id, username: 'ada' }
  const token = await world.asSystem((tx) => issueCredential(tx, { ...holder, repositoryId }))
  const ofWorkspace = await world.asSystem((tx) => issueCredential(tx, { ...holder, repositoryId: null }))
  expect(await list(hosted, 'ada', token)).toContain('refs/heads/main')
  await fails(list(sibling, 'ada', token), /not found/)
  expect(await list(sibling, 'ada', ofWorkspace)).toBe('')
})

test('a collaborator pushes, and one with read access only reads', async () => {
  const { hosted, head } = await pushedRepository(world)
  const reading = world.address(hosted.name, 'guest', await world.collaborator(hosted, true))
  const writing = world.address(hosted.name, 'guest', await world.collaborator(hosted, false))
  const clone = await cloneAndCommit(world.folder(), reading)
  const before = await head()
  await fails(git(clone, 'push', 'origin', 'main'), /403|not change it/)
  expect(await head()).toBe(before)
  await git(clone, 'push', '--quiet', writing, 'main')
  expect(await head()).toBe(await git(clone, 'rev-parse', 'HEAD'))
})

test('the right password clears the failed attempts of the account', async () => {
  const { hosted } = await pushedRepository(world)
  const person = await world.person()
  await world.join(person, hosted, 'Reader')
  const nineWrong = async () => {
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await fails(list(hosted, person.emailAddress, `wrong ${attempt}`), /Authentication failed/)
    }
  }
  await nineWrong()
  expect(await list(hosted, person.emailAddress, password)).toContain('refs/heads/main')
  await nineWrong()
  // After the minute in which a password that matched is remembered.
  const back = world.later(61_000)
  expect(await list(hosted, person.emailAddress, password)).toContain('refs/heads/main')
  back()
})
