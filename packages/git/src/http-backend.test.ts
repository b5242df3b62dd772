import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runGit } from './git.ts'
import { decodeBody, serveGitHttp } from './http-backend.ts'
import { readPushRequest } from './push-commands.ts'
import { accessRemote } from './remote.ts'
import { serveRepository } from './testing/http-server.ts'
import { commit, newRepository, temporaryFolder } from './testing/repositories.ts'
import { updateRef } from './update-ref.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

const one = '1'.repeat(40)
const zero = '0'.repeat(40)
const packet = (line: string) => (line.length + 4).toString(16).padStart(4, '0') + line
const pieces = (body: string, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(body.length / size) }, (_, index) =>
      Buffer.from(body.slice(index * size, (index + 1) * size)),
    ),
  )

test.each([1, 3, 7, 1000])(
  'the commands of a push are read from pieces of %i bytes, and the body stays whole',
  async (size) => {
    const body = `${packet(`shallow ${one}\n`)}${packet(`${zero} ${one} refs/heads/new\0 report-status\n`)}${packet(`${one} ${zero} refs/heads/ö\n`)}0000PACK…`
    const read = await readPushRequest(pieces(body, size))
    expect(read.commands.slice(0, 1)).toEqual([{ ref: 'refs/heads/new', oldHash: null, newHash: one }])
    expect(read.commands[1]).toMatchObject({ oldHash: one, newHash: null })
    expect(await text(Readable.from(read.body))).toBe(await text(pieces(body, size)))
  },
)

test.each(['zzzz', '0005', packet('nonsense'), packet(`${one} refs/heads/x`), packet('a\n').repeat(3000)])(
  'a malformed push %j is refused',
  async (body) => {
    await expect(readPushRequest(Readable.from([Buffer.from(body)]))).rejects.toMatchObject({
      code: 'failed',
    })
  },
)

test('the probe that a client sends before a large push holds no command', async () => {
  expect((await readPushRequest(Readable.from([Buffer.from('0000')]))).commands).toEqual([])
})

test('a packed body is unpacked, and stopped when it grows beyond its limit', async () => {
  const packed = gzipSync(Buffer.alloc(1_000_000))
  expect(
    await buffer(
      Readable.from(decodeBody({ body: Readable.from([packed]), encoding: 'gzip', maxBytes: 1_000_000 })),
    ),
  ).toHaveLength(1_000_000)
  const cut = buffer(
    Readable.from(decodeBody({ body: Readable.from([packed]), encoding: 'gzip', maxBytes: 999_999 })),
  )
  await expect(cut).rejects.toMatchObject({ code: 'failed' })
  const broken = Readable.from([Buffer.from('not gzip')])
  await expect(
    buffer(Readable.from(decodeBody({ body: broken, encoding: 'gzip', maxBytes: 99 }))),
  ).rejects.toThrow('incorrect header check')
})

test('the listing names its service, and version 2 only where it is spoken', async () => {
  const repository = await newRepository(folder.path)
  const head = await commit(repository, { a: '1' }, { branch: 'main' })
  const read = async (service: 'git-upload-pack' | 'git-receive-pack', protocol?: string) =>
    await text(serveGitHttp({ repository, service, exchange: null, protocol }).body)
  expect(await read('git-upload-pack')).toContain(`${head} refs/heads/main`)
  expect(await read('git-upload-pack', 'version=2')).toMatch(/^000eversion 2\n/)
  expect(await read('git-receive-pack', 'version=2')).toMatch(/^001f# service=git-receive-pack\n0000/)
})

test("the product's own refs are neither listed nor fetched", async () => {
  const repository = await newRepository(folder.path)
  const head = await commit(repository, { a: '1' }, { branch: 'main' })
  const hidden = await commit(repository, { a: '2' })
  await updateRef(repository, { ref: 'refs/sluice/parity/1', newHash: hidden, oldHash: null })
  for (const service of ['git-upload-pack', 'git-receive-pack'] as const) {
    const listed = await text(serveGitHttp({ repository, service, exchange: null }).body)
    expect([listed.includes(head), listed.includes(hidden), listed.includes('refs/sluice')]).toEqual([
      true,
      false,
      false,
    ])
  }
  const server = await serveRepository(repository)
  const { url, env, config } = accessRemote(server.remote())
  const args = ['fetch', '--end-of-options', url, 'refs/sluice/parity/1']
  const fetching = runGit({ repository: await newRepository(folder.path), args, env, config })
  await expect(fetching).rejects.toMatchObject({
    stderr: expect.stringContaining("couldn't find remote ref"),
  })
  await server.close()
})

test('a reader that goes away ends Git', async () => {
  const repository = await newRepository(folder.path)
  await commit(repository, { a: '1' }, { branch: 'main' })
  const endless = new Readable({ read: () => undefined })
  const served = serveGitHttp({ repository, service: 'git-upload-pack', exchange: { body: endless } })
  served.body.destroy()
  await expect(served.ended).rejects.toBeDefined()
})
