import type { ConflictResolution } from '@sluice/contract/conflict'
import { describe, expect, test } from 'vitest'
import { conflictBench, gone, image, refusalOf, text } from './testing/conflict-bench.ts'
import { changedByBoth, marked } from './testing/conflict-scene.ts'

const { app, owner, other, calls, scene, read, save, resolve, resolveAll, answer, resolutionsOf } =
  conflictBench()

describe('resolving', () => {
  test('[J-138] [J-312] a file takes each of the five choices, and its target becomes what was chosen', async () => {
    const of = await scene()
    await save(of, 'by hand\n')
    const results: unknown[] = []
    for (const choice of ['Manual', 'TakeLocal', 'PreferLocal', 'PreferRemote', 'TakeRemote'] as const) {
      await resolve(of, text, choice)
      const { resolvedAs, resolvedByUserId, resolvedUtc } = await of.file(text)
      results.push([resolvedAs, resolvedByUserId, typeof resolvedUtc, await read(of, 'Target')])
    }
    const by = [owner().userId, 'string']
    expect(results).toEqual([
      ['Manual', ...by, 'by hand\n'],
      ['TakeLocal', ...by, 'local\n'],
      ['PreferLocal', ...by, 'prefers local\n'],
      ['PreferRemote', ...by, 'prefers remote\n'],
      ['TakeRemote', ...by, 'remote\n'],
    ])
  })

  test('[J-310] [J-257] many files at once resolves each as the map says', async () => {
    const of = await scene()
    const [one, two] = [await of.file(text), await of.file(gone)]
    const resolutions = { [one.id]: 'PreferRemote', [two.id]: 'TakeRemote' } as const
    await calls().resolveFiles({ params: of.params, body: { resolutions } })
    expect(await resolutionsOf(of)).toEqual(['PreferRemote', 'TakeRemote', null])
    await calls().resetFiles({ params: of.params, body: { conflictFileIds: [one.id, two.id] } })
    expect(await resolutionsOf(of)).toEqual([null, null, null])
    await save(of, 'by hand\n')
    await resolve(of, text, 'Manual')
    expect(await resolutionsOf(of)).toEqual(['Manual', null, null])
  })

  test('[J-139] a file that is deleted on one side by preferring a side takes that side', async () => {
    const of = await scene()
    await resolve(of, gone, 'PreferLocal')
    expect((await of.file(gone)).resolvedAs).toBe('TakeLocal')
    await resolve(of, gone, 'PreferRemote')
    expect((await of.file(gone)).resolvedAs).toBe('TakeRemote')
    await resolveAll(of, 'PreferLocal')
    expect(await resolutionsOf(of)).toEqual(['PreferLocal', 'TakeLocal', 'TakeLocal'])
  })

  test('[J-140] by hand is refused for a file that is deleted on one side or binary', async () => {
    const of = await scene()
    for (const path of [gone, image])
      expect(await refusalOf(resolve(of, path, 'Manual'))).toEqual({
        type: 'conflictFilesInvalid',
        detail: `${path} cannot be resolved by hand.`,
      })
    expect(await resolutionsOf(of)).toEqual([null, null, null])
  })

  test('by hand is refused while the text has a conflict marker', async () => {
    const of = await scene()
    for (const left of ['<<<<<<< local', '||||||| base', '=======', '>>>>>>> remote\r']) {
      await save(of, `a\n${left}\nb\n`)
      expect(await refusalOf(resolve(of, text, 'Manual')), left).toEqual({
        type: 'conflictFilesInvalid',
        detail: `${text} still has conflict markers.`,
      })
    }
    await save(of, 'a <<<<<<< b\n========\n')
    await resolve(of, text, 'Manual')
    expect((await of.file(text)).resolvedAs).toBe('Manual')
  })

  test('is refused as a whole when one of the files cannot be resolved so, or is of another conflict', async () => {
    const [of, foreign] = [await scene(), await scene()]
    const [mine, theirs, bin] = [await of.file(text), await foreign.file(text), await of.file(image)]
    const call = (resolutions: Record<string, ConflictResolution>) =>
      calls().resolveFiles({ params: of.params, body: { resolutions } })
    const wrong = { [mine.id]: 'TakeLocal', [theirs.id]: 'TakeLocal' } as const
    expect(await refusalOf(call(wrong))).toMatchObject({ type: 'conflictFilesInvalid' })
    const unfit = { [mine.id]: 'TakeLocal', [bin.id]: 'Manual' } as const
    expect(await refusalOf(call(unfit))).toMatchObject({ type: 'conflictFilesInvalid' })
    expect(await refusalOf(call({}))).toMatchObject({ type: 'validationFailed' })
    expect((await of.file(text)).resolvedAs).toBeNull()
    expect((await foreign.file(text)).resolvedAs).toBeNull()
  })

  test('is refused where preferring a side gives nothing that fits together', async () => {
    const { PreferLocal: _, ...versions } = changedByBoth(text).versions
    const of = await scene([{ path: text, versions }])
    expect(await refusalOf(resolve(of, text, 'PreferLocal'))).toMatchObject({ type: 'conflictFilesInvalid' })
    await resolve(of, text, 'PreferRemote')
  })

  test('by hand says so when the text is gone', async () => {
    const of = await scene()
    await save(of, 'by hand\n')
    const { artifacts } = app.current.ctx
    for await (const key of artifacts.listOlderThan(new Date(Date.now() + 60_000)))
      if (key.startsWith(of.params.workspaceId)) await artifacts.remove(key)
    expect(await refusalOf(resolve(of, text, 'Manual'))).toMatchObject({ type: 'conflictFilesResolveFailed' })
  })
})

describe('resetting', () => {
  test('[J-311] many files takes back their resolutions', async () => {
    const of = await scene()
    await resolveAll(of, 'TakeLocal')
    const ids = [(await of.file(text)).id, (await of.file(image)).id]
    await calls().resetFiles({ params: of.params, body: { conflictFileIds: ids } })
    expect(await resolutionsOf(of)).toEqual([null, 'TakeLocal', null])
  })

  test('[J-313] a file takes back its edits too', async () => {
    const of = await scene()
    await save(of, 'by hand\n')
    await resolve(of, text, 'Manual')
    await calls().resetFile({ params: await of.address(text) })
    expect(await of.file(text)).toMatchObject({ resolvedAs: null, resolvedByUserId: null, resolvedUtc: null })
    expect(await read(of, 'Target')).toBe(marked('local', 'remote'))
  })

  test('is refused as a whole for a file of another conflict', async () => {
    const [of, foreign] = [await scene(), await scene()]
    await resolveAll(of, 'TakeLocal')
    const conflictFileIds = [(await of.file(text)).id, (await foreign.file(text)).id]
    const call = calls().resetFiles({ params: of.params, body: { conflictFileIds } })
    expect(await refusalOf(call)).toMatchObject({ type: 'conflictFilesInvalid' })
    expect((await of.file(text)).resolvedAs).toBe('TakeLocal')
  })
})

describe('several people', () => {
  test('at one file end in what the last of them did', async () => {
    for (let round = 0; round < 5; round++) {
      const of = await scene()
      await Promise.allSettled([
        save(of, 'of the owner\n'),
        save(of, 'of the other\n', other()),
        other().client.conflicts.resolveFile({
          params: await of.address(text),
          body: { resolution: 'TakeRemote' },
        }),
        save(of, 'again of the owner\n').then(() => resolve(of, text, 'Manual')),
      ])
      const target = await read(of, 'Target')
      const { resolvedAs, lastModifiedByUserId, sizeBytesTarget } = await of.file(text)
      const isOfOther = target === 'remote\n' || target === 'of the other\n'
      expect(lastModifiedByUserId).toBe(isOfOther ? other().userId : owner().userId)
      expect(sizeBytesTarget).toBe(target.length)
      expect(resolvedAs !== 'TakeRemote' || target === 'remote\n').toBe(true)
    }
  })

  test('never go on with a file that another person resets at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const of = await scene()
      await resolveAll(of, 'TakeLocal')
      const params = await of.address(text)
      const [answered] = await Promise.allSettled([
        answer(of, true),
        other().client.conflicts.resetFile({ params }),
      ])
      const { resolvedAs } = await of.file(text)
      expect(resolvedAs).toBe(answered.status === 'fulfilled' ? 'TakeLocal' : null)
    }
  })
})

describe('the inquiry of a conflict', () => {
  test('[J-217] [J-218] has the conflict in its prompt, and takes continue when every file is resolved', async () => {
    const of = await scene()
    const params = { ...of.params, inquiryId: of.inquiryId }
    expect((await owner().client.inquiries.get({ params })).prompt).toEqual({
      conflictId: of.params.conflictId,
    })
    await resolveAll(of, 'TakeLocal')
    await calls().resetFile({ params: await of.address(gone) })
    expect(await refusalOf(answer(of, true))).toEqual({
      type: 'entityConflict',
      detail: '1 file is not resolved yet.',
    })
    await resolve(of, gone, 'TakeRemote')
    await answer(of, true)
    expect((await owner().client.inquiries.get({ params })).answer).toEqual({ continue: true })
  })

  test('takes the refusal to continue at any time', async () => {
    const of = await scene()
    await answer(of, false)
    const params = { ...of.params, inquiryId: of.inquiryId }
    expect((await owner().client.inquiries.get({ params })).answer).toEqual({ continue: false })
  })
})
