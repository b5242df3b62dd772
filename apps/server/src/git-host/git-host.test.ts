import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withDatabase } from '../testing/with-database.ts'
import { issueCredential } from './repository-credential.ts'
import { gitWorld, password, passwords, pushedRepository } from './testing/git-world.ts'
import { cloneAndCommit, commitFile, fails, git } from './testing/plain-git.ts'

const database = withDatabase()
const world = gitWorld(database)
const pushed = () => pushedRepository(world)

test('a member clones, pushes and finds the push in the repository', async () => {
  const { clone, address, head } = await pushed()
  expect(await head()).toBe(await git(clone, 'rev-parse', 'HEAD'))
  const again = await cloneAndCommit(world.folder(), address)
  expect(await readFile(join(again, 'file.txt'), 'utf8')).not.toBe('')
})

test('the address may hold the id, and the name is compared without regard to case', async () => {
  const { hosted, ada, head } = await pushed()
  for (const word of [hosted.repositoryId, hosted.name.toUpperCase()]) {
    const listed = await git(
      world.folder(),
      'ls-remote',
      world.address(word, ada.emailAddress, password),
      'refs/heads/main',
    )
    expect(listed).toBe(`${await head()}\trefs/heads/main`)
  }
})

test('a request without a credential or with a wrong one is refused', async () => {
  const { hosted, ada } = await pushed()
  const plain = await fetch(`${world.origin()}/git/${hosted.name}.git/info/refs?service=git-upload-pack`)
  expect(plain.status).toBe(401)
  expect(plain.headers.get('www-authenticate')).toBe('Basic realm="Sluice", charset="UTF-8"')
  await fails(
    git(world.folder(), 'ls-remote', world.address(hosted.name, ada.emailAddress, 'wrong')),
    /Authentication failed/,
  )
  await fails(
    git(world.folder(), 'ls-remote', world.address(hosted.name, 'nobody@example.com', password)),
    /Authentication failed/,
  )
  const missing = await fetch(`${world.origin()}/git/none.git/info/refs?service=git-upload-pack`)
  expect(missing.status).toBe(401)
})

test('a foreign repository and a missing one look the same', async () => {
  const { hosted } = await pushed()
  const stranger = await world.person()
  const answers = [hosted.name, 'no-such-repository'].map(async (name) => {
    const authorization = `Basic ${Buffer.from(`${stranger.emailAddress}:${password}`).toString('base64')}`
    const url = `${world.origin()}/git/${name}.git/info/refs?service=git-upload-pack`
    const response = await fetch(url, { headers: { authorization } })
    return [response.status, await response.text()]
  })
  const [foreign, missing] = await Promise.all(answers)
  expect(foreign).toEqual([404, 'There is no such repository.\n'])
  expect(missing).toEqual(foreign)
})

test('a Reader reads and does not push; a removed member has no access', async () => {
  const { hosted, head } = await pushed()
  const reader = await world.person()
  await world.join(reader, hosted, 'Reader')
  const clone = await cloneAndCommit(
    world.folder(),
    world.address(hosted.name, reader.emailAddress, password),
  )
  const before = await head()
  await fails(git(clone, 'push', 'origin', 'main'), /403|not change it/)
  expect(await head()).toBe(before)
  await world.query("update member set status = 'Removed' where user_id = $1", [reader.id])
  await fails(git(clone, 'fetch', 'origin'), /not found/)
})

test('a member whose account is disabled has no access', async () => {
  const { hosted } = await pushed()
  const member = await world.person()
  await world.join(member, hosted, 'Contributor')
  const address = world.address(hosted.name, member.emailAddress, password)
  expect(await git(world.folder(), 'ls-remote', address)).toContain('refs/heads/main')
  await world.query('update app_user set disabled_utc = now() where id = $1', [member.id])
  await fails(git(world.folder(), 'ls-remote', address), /not found/)
})

test('that a person has read the repository is written down once; what a job reads does not count', async () => {
  const hosted = await world.repository()
  const ada = await world.person()
  await world.join(ada, hosted, 'Reader')
  const { workspaceId, repositoryId, stackId } = hosted
  const firstRead = async () => {
    const [row] = await world.query('select repository_first_read_utc as read from stack where id = $1', [
      stackId,
    ])
    return JSON.stringify(row)
  }
  const jobId = await world.job(hosted)
  const { username, password: secret } = await world.asSystem((tx) =>
    world.access().issueJobCredential(tx, { jobId, workspaceId, repositoryId }),
  )
  await git(world.folder(), 'ls-remote', world.address(hosted.name, username, secret))
  expect(await firstRead()).toBe('{"read":null}')
  const address = world.address(hosted.name, ada.emailAddress, password)
  await git(world.folder(), 'ls-remote', address)
  const read = await firstRead()
  expect(read).toMatch(/^\{"read":"\d{4}-/)
  await git(world.folder(), 'ls-remote', address)
  expect(await firstRead()).toBe(read)
})

test('a job authenticates with its own credential, for its repository, until it ends, however long it waits', async () => {
  const { hosted, clone, head } = await pushed()
  const other = await world.repository()
  const jobId = await world.job(hosted)
  const { workspaceId, repositoryId } = hosted
  const credential = await world.asSystem((tx) =>
    world.access().issueJobCredential(tx, { jobId, workspaceId, repositoryId }),
  )
  const address = (name: string) => world.address(name, credential.username, credential.password)
  await commitFile(clone, 'by-job.txt')
  await git(clone, 'push', '--quiet', address(hosted.name), 'main')
  expect(await head()).toBe(await git(clone, 'rev-parse', 'HEAD'))
  await fails(git(clone, 'ls-remote', address(other.name)), /not found/)
  const back = world.later(90 * 24 * 3_600_000)
  await git(clone, 'ls-remote', address(hosted.name)).finally(back)
  await world.query("update job set status = 'Ended' where id = $1", [jobId])
  await fails(git(clone, 'ls-remote', address(hosted.name)), /not found/)
})

test('a token ends with its time, with its revocation and under another name, and is stored as a hash', async () => {
  const { hosted, ada } = await pushed()
  const { workspaceId, repositoryId } = hosted
  const expiresUtc = new Date(Date.now() + 60_000)
  const holder = { workspaceId, repositoryId, username: 'ada', userId: ada.id, expiresUtc }
  const token = await world.asSystem((tx) => issueCredential(tx, holder))
  const list = (name: string) => git(world.folder(), 'ls-remote', world.address(hosted.name, name, token))
  expect(await list('Ada')).toContain('refs/heads/main')
  await fails(list('eve'), /Authentication failed/)
  const back = world.later(61_000)
  await fails(list('ada'), /Authentication failed/)
  back()
  const rows = await world.query('select * from repository_credential', [])
  expect(JSON.stringify(rows)).not.toContain(token)
  await world.query('update repository_credential set revoked_utc = now()', [])
  await fails(list('ada'), /Authentication failed/)
})

test('a changed password counts at once, although the old one was remembered', async () => {
  const { ada, address } = await pushed()
  const passwordHash = await passwords.hash('another password')
  await world.query('update user_password set password_hash = $1 where user_id = $2', [passwordHash, ada.id])
  const listing = git(world.folder(), 'ls-remote', address)
  await expect(listing).rejects.toMatchObject({ stderr: expect.stringContaining('Authentication failed') })
})

test('guessing locks the account', async () => {
  const { ada, hosted } = await pushed()
  const guess = (word: string) => {
    const authorization = `Basic ${Buffer.from(`${ada.emailAddress}:${word}`).toString('base64')}`
    return fetch(`${world.origin()}/git/${hosted.name}.git/info/refs?service=git-upload-pack`, {
      headers: { authorization },
    })
  }
  for (let attempt = 0; attempt < 10; attempt += 1) await guess(`guess ${attempt}`)
  const back = world.later(61_000)
  expect((await guess(password)).status).toBe(401)
  back()
})

test('a repository is made empty, and two of the same names get different ones', async () => {
  const one = await world.repository({ isHosted: false })
  const other = await world.repository({ isHosted: false })
  const make = ({ workspaceId, stackId }: typeof one) =>
    world.asSystem((tx) =>
      world.access().createRepository(tx, { workspaceId, stackId, wantedName: 'Acme & Co-main' }),
    )
  const names = [(await make(one)).name, (await make(other)).name]
  expect(names).toEqual(['acme-co-main', expect.stringMatching(/^acme-co-main-[0-9a-f]{6}$/)])
  const ada = await world.person()
  await world.join(ada, other, 'Contributor')
  expect(
    await git(world.folder(), 'ls-remote', world.address(names[1] ?? '', ada.emailAddress, password)),
  ).toBe('')
})

test('the older protocol without smart service is refused', async () => {
  const response = await fetch(`${world.origin()}/git/x.git/info/refs`)
  expect(response.status).toBe(403)
})
