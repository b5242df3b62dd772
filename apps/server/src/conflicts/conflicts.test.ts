import type { ConflictFile } from '@sluice/contract/conflict'
import { limits } from '@sluice/contract/limits'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { problemOf } from '../api/testing/test-app.ts'
import { HubClient } from '../hub/testing/hub-client.ts'
import { inquiry } from '../platform/database/schema/inquiries.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { newId } from '../platform/ids.ts'
import { conflictBench, gone, image, refusalOf, text } from './testing/conflict-bench.ts'
import { type Scene, marked } from './testing/conflict-scene.ts'

const { app, owner, calls, scene, read, save, resolve, resolveAll } = conflictBench()

describe('the versions of a conflict file', () => {
  test('[J-306] [J-307] are read as text by their names', async () => {
    const of = await scene()
    const names = ['Target', 'Local', 'Base', 'Orig'] as const
    expect(await Promise.all(names.map((name) => read(of, name)))).toEqual([
      marked('local', 'remote'),
      'local\n',
      'base\n',
      marked('local', 'remote'),
    ])
    const { workspaceId, stackId, jobId, conflictId, conflictFileId } = await of.address(text)
    const path = `/workspaces/${workspaceId}/stacks/${stackId}/jobs/${jobId}/conflicts/${conflictId}/files/${conflictFileId}/Local`
    const answered = await app.current.fetch(path, { method: 'GET' }, owner().accessToken)
    expect(answered.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await answered.text()).toBe('local\n')
  })

  test('and the remote side is read too, for an editor that shows both', async () => {
    expect(await read(await scene(), 'Remote')).toBe('remote\n')
  })

  test('[J-308] that do not exist, have no text or have another name are missing', async () => {
    const of = await scene()
    const missing = { status: 404, type: 'conflictFileVersionMissing' }
    for (const [version, path] of [
      ['Remote', gone],
      ['Target', gone],
      ['Local', image],
      ['PreferLocal', text],
      ['target', text],
    ] as const)
      expect(await problemOf(read(of, version, path)), `${version} ${path}`).toMatchObject(missing)
  })

  test('keep a byte order mark and their line ends', async () => {
    const of = await scene()
    const body = '\u{FEFF}one\r\ntwo'
    await save(of, body)
    expect(await read(of, 'Target')).toBe(body)
  })
})

describe('saving the target of a file', () => {
  test('[J-309] takes text and says who changed it when; the file is then not resolved', async () => {
    const of = await scene()
    await resolve(of, text, 'TakeLocal')
    const { conflictFileId, ...ids } = await of.address(text)
    const path = `/workspaces/${ids.workspaceId}/stacks/${ids.stackId}/jobs/${ids.jobId}/conflicts/${ids.conflictId}/files/${conflictFileId}/Target`
    const headers = { 'content-type': 'text/plain' }
    const { status } = await app.current.fetch(
      path,
      { method: 'PUT', body: 'both\n', headers },
      owner().accessToken,
    )
    expect(status).toBe(204)
    expect(await read(of, 'Target')).toBe('both\n')
    expect(await of.file(text)).toMatchObject({
      sizeBytesTarget: 5,
      lastModifiedByUserId: owner().userId,
      lastModifiedUtc: expect.any(String),
      resolvedAs: null,
      resolvedByUserId: null,
      resolvedUtc: null,
    })
  })

  test('is refused for other versions and for files that no person can write', async () => {
    const of = await scene()
    const saveAt = async (path: string, version: string) =>
      calls().saveFile({ params: { ...(await of.address(path)), version }, body: 'x' })
    expect(await refusalOf(saveAt(text, 'Local'))).toMatchObject({ type: 'conflictFilesInvalid' })
    expect(await refusalOf(saveAt(text, 'Mine'))).toMatchObject({ type: 'conflictFileVersionMissing' })
    expect(await refusalOf(saveAt(gone, 'Target'))).toMatchObject({ type: 'conflictFilesInvalid' })
    expect(await refusalOf(saveAt(image, 'Target'))).toMatchObject({ type: 'conflictFilesInvalid' })
    expect(await read(of, 'Local')).toBe('local\n')
  })

  test('is refused above 2 MB, for text that is not UTF-8, and as anything but plain text', async () => {
    const of = await scene()
    const { conflictFileId, ...ids } = await of.address(text)
    const path = `/workspaces/${ids.workspaceId}/stacks/${ids.stackId}/jobs/${ids.jobId}/conflicts/${ids.conflictId}/files/${conflictFileId}/Target`
    const put = async (body: string | Uint8Array<ArrayBuffer>, type = 'text/plain') => {
      const headers = { 'content-type': type }
      return (await app.current.fetch(path, { method: 'PUT', body, headers }, owner().accessToken)).status
    }
    expect(await put('x'.repeat(limits.editedConflictBytes + 1))).toBe(413)
    expect(await put(Buffer.from([0xff, 0xfe]))).toBe(400)
    expect(await put('"text"', 'application/json')).toBe(415)
    expect(await read(of, 'Target')).toBe(marked('local', 'remote'))
    expect(await put('x'.repeat(limits.editedConflictBytes))).toBe(204)
  })
})

const setInquiry = (of: Scene, changes: Partial<typeof inquiry.$inferInsert>) =>
  app.current.ctx.database.asSystem((tx) =>
    tx.update(inquiry).set(changes).where(eq(inquiry.id, of.inquiryId)),
  )
const setJob = (of: Scene, changes: Partial<typeof job.$inferInsert>) =>
  app.current.ctx.database.asSystem((tx) => tx.update(job).set(changes).where(eq(job.id, of.params.jobId)))

describe('a conflict on which its job does not wait', () => {
  test.each([
    ['answered', (of: Scene) => setInquiry(of, { status: 'Answered', answer: { continue: true } })],
    ['abandoned', (of: Scene) => setInquiry(of, { status: 'Abandoned' })],
    ['late', (of: Scene) => setInquiry(of, { answerRequiredBeforeUtc: new Date(Date.now() - 1) })],
    ['cancelled', (of: Scene) => setJob(of, { cancellationIsRequested: true })],
    ['ended', (of: Scene) => setJob(of, { status: 'Ended', outcome: 'Cancelled' })],
    ['not asked about yet', (of: Scene) => setInquiry(of, { prompt: { conflictId: newId() } })],
  ] as const)('because it is %s is read and not changed', async (_what, happen) => {
    const of = await scene()
    await resolve(of, text, 'TakeLocal')
    await happen(of)
    const params = await of.address(text)
    const changes = [
      () => save(of, 'late\n'),
      () => resolve(of, text, 'TakeRemote'),
      () => resolveAll(of, 'TakeRemote'),
      () => calls().resetFile({ params }),
      () => calls().resetFiles({ params, body: { conflictFileIds: [params.conflictFileId] } }),
    ]
    for (const change of changes) expect(await refusalOf(change())).toMatchObject({ type: 'entityConflict' })
    expect(await read(of, 'Target')).toBe('local\n')
    expect((await of.file(text)).resolvedAs).toBe('TakeLocal')
  })
})

test('[W-345] [J-221] [J-223] conflicts are pushed with their files on connecting and whenever a file changes', async () => {
  const of = await scene()
  const { workspaceId, jobId, conflictId } = of.params
  const hub = await HubClient.enter(app.current.origin, workspaceId, owner().accessToken)
  const pushed = () => hub.last('pushConflicts')?.conflicts.find(({ id }) => id === conflictId)
  const fileOf = (path: string): ConflictFile | undefined =>
    pushed()?.files.find(({ filePath }) => filePath === path)
  expect(pushed()).toEqual({
    id: conflictId,
    workspaceId,
    jobId,
    createdUtc: expect.any(String),
    title: 'Merge into main',
    mergeContext: 'FlowIn',
    remoteEnvironmentId: null,
    localEnvironmentId: null,
    files: [expect.anything(), expect.anything(), expect.anything()],
  })
  expect(fileOf(text)).toEqual({
    id: (await of.file(text)).id,
    conflictId,
    filePath: text,
    status: 'UnmergedBothModified',
    sizeBytesLocal: 6,
    sizeBytesRemote: 7,
    sizeBytesBase: 5,
    sizeBytesTarget: marked('local', 'remote').length,
    sizeBytesOrig: marked('local', 'remote').length,
    isBinary: false,
    lastModifiedByUserId: null,
    lastModifiedUtc: null,
    resolvedAs: null,
    resolvedByUserId: null,
    resolvedUtc: null,
    localChange: 'Modified',
    remoteChange: 'Modified',
    bothFilesExist: true,
    localAuthors: [],
    remoteAuthors: [],
    earlier: null,
  })
  const changes: [() => Promise<unknown>, (file: ConflictFile | undefined) => boolean][] = [
    [() => save(of, 'by hand\n'), (file) => file?.sizeBytesTarget === 8],
    [() => resolve(of, text, 'Manual'), (file) => file?.resolvedAs === 'Manual'],
    [() => resolveAll(of, 'TakeLocal'), (file) => file?.resolvedAs === 'TakeLocal'],
    [async () => calls().resetFile({ params: await of.address(text) }), (file) => file?.resolvedAs === null],
  ]
  for (const [change, isPushed] of changes) {
    await change()
    await hub.until(() => isPushed(fileOf(text)))
  }
  hub.socket.terminate()
})
