import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { withDatabase } from '../testing/with-database.ts'
import { gitWorld, type Hosted, password, type Person, pushedRepository } from './testing/git-world.ts'
import { git } from './testing/plain-git.ts'

const database = withDatabase()
type World = ReturnType<typeof gitWorld>

interface Credential {
  readonly username: string
  readonly password: string
}

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

const authorizationOf = (username: string, secret: string) =>
  `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`

/** Sends the head of a push and no byte of its body. */
async function unfinishedPush(world: World, hosted: Hosted, { emailAddress }: Person): Promise<Socket> {
  const socket = connect(Number(new URL(world.origin()).port), '127.0.0.1')
  socket.on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  const head = [
    `POST /git/${hosted.name}.git/git-receive-pack HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: ${authorizationOf(emailAddress, password)}`,
    'Content-Type: application/x-git-receive-pack-request',
    'Transfer-Encoding: chunked',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  return socket
}

const listing = (world: World, hosted: Hosted, { username, password: secret }: Credential) =>
  git(world.folder(), 'ls-remote', world.address(hosted.name, username, secret))
const ofPerson = ({ emailAddress }: Person): Credential => ({ username: emailAddress, password })

async function statusOfListing(world: World, hosted: Hosted, credential: Credential): Promise<number> {
  const url = `${world.origin()}/git/${hosted.name}.git/info/refs?service=git-upload-pack`
  const authorization = authorizationOf(credential.username, credential.password)
  const response = await fetch(url, { headers: { authorization } })
  await response.arrayBuffer()
  return response.status
}

async function credentialOfJob(world: World, hosted: Hosted): Promise<Credential> {
  const jobId = await world.job(hosted)
  const { workspaceId, repositoryId } = hosted
  return await world.asSystem((tx) =>
    world.access().issueJobCredential(tx, { jobId, workspaceId, repositoryId }),
  )
}

describe('unfinished pushes', () => {
  const world = gitWorld(database)

  test('of one user, twelve of them in three workspaces, block neither other users nor jobs', async () => {
    const mine = await pushedRepository(world)
    const stranger = await world.person()
    const theirs = await Promise.all([1, 2, 3].map(() => world.repository()))
    for (const hosted of theirs) {
      await world.join(stranger, hosted, 'Contributor')
      for (let count = 0; count < 4; count += 1) await unfinishedPush(world, hosted, stranger)
    }
    expect(await listing(world, mine.hosted, ofPerson(mine.ada))).toContain('refs/heads/main')
    await git(mine.clone, 'commit', '--quiet', '--allow-empty', '-m', 'Beside them')
    await git(mine.clone, 'push', '--quiet', 'origin', 'main')
    const credential = await credentialOfJob(world, mine.hosted)
    expect(await listing(world, mine.hosted, credential)).toContain('main')
  })

  test('of many people leave the places of the jobs free', async () => {
    const { hosted } = await pushedRepository(world)
    for (let count = 0; count < 12; count += 1) {
      const [person, theirs] = [await world.person(), await world.repository()]
      await world.join(person, theirs, 'Contributor')
      await unfinishedPush(world, theirs, person)
    }
    const credential = await credentialOfJob(world, hosted)
    expect(await listing(world, hosted, credential)).toContain('main')
  })
})

describe('a client', () => {
  const world = gitWorld(database, {
    variables: {
      SLUICE_GIT_PLACES: '2',
      SLUICE_GIT_PLACES_PER_WORKSPACE: '1',
      SLUICE_GIT_PLACES_FOR_JOBS: '0',
    },
  })

  test('that disconnects while it waits frees its place', async () => {
    const { hosted, ada } = await pushedRepository(world)
    const other = await pushedRepository(world)
    const holder = await unfinishedPush(world, hosted, ada)
    const waiting = [await unfinishedPush(world, hosted, ada), await unfinishedPush(world, hosted, ada)]
    // Answered after those above have come to the queue.
    await listing(world, other.hosted, ofPerson(other.ada))
    for (const socket of waiting) socket.destroy()
    await listing(world, other.hosted, ofPerson(other.ada))
    holder.destroy()
    expect(await listing(world, hosted, ofPerson(ada))).toContain('refs/heads/main')
  })
})

describe('a push without a byte', () => {
  const world = gitWorld(database, {
    deadlines: { idleMs: 700 },
    variables: { SLUICE_GIT_PLACES: '2', SLUICE_GIT_PLACES_FOR_JOBS: '0' },
  })

  test('is cut off, and its place is free again', async () => {
    const { hosted, ada } = await pushedRepository(world)
    const pushes = [await unfinishedPush(world, hosted, ada), await unfinishedPush(world, hosted, ada)]
    for (const socket of pushes) expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /)
    expect(await listing(world, hosted, ofPerson(ada))).toContain('refs/heads/main')
  })
})

describe('after 50 wrong credentials of an address', () => {
  const world = gitWorld(database)

  const statusOf = (hosted: Hosted, username: string, secret: string) =>
    statusOfListing(world, hosted, { username, password: secret })

  test('valid ones are served, of people and of jobs, and wrong ones are told to wait', async () => {
    const { hosted, ada } = await pushedRepository(world)
    const newcomer = await world.person()
    await world.join(newcomer, hosted, 'Reader')
    const credential = await credentialOfJob(world, hosted)
    for (let attempt = 0; attempt < 50; attempt += 1) {
      expect(await statusOf(hosted, `nobody-${attempt}@example.com`, 'wrong')).toBe(401)
    }
    expect(await statusOf(hosted, 'nobody@example.com', 'wrong')).toBe(429)
    // One is remembered as right, the other is compared for the first time.
    expect(await statusOf(hosted, ada.emailAddress, password)).toBe(200)
    expect(await statusOf(hosted, newcomer.emailAddress, password)).toBe(200)
    expect(await statusOf(hosted, credential.username, credential.password)).toBe(200)
    expect(await statusOf(hosted, 'job', 'slgit_wrong')).toBe(429)
  })
})

describe('the credential of a job', () => {
  const world = gitWorld(database)

  test('that is used after its end does not count as a guess', async () => {
    const { hosted } = await pushedRepository(world)
    const { username, password: token } = await credentialOfJob(world, hosted)
    await world.query("update repository_credential set expires_utc = now() - interval '1 minute'", [])
    const ask = (secret: string) => statusOfListing(world, hosted, { username, password: secret })
    const statuses = new Set<number>()
    for (let attempt = 0; attempt < 60; attempt += 1) statuses.add(await ask(token))
    expect([...statuses, await ask('slgit_unknown')]).toEqual([401, 401])
  })
})
