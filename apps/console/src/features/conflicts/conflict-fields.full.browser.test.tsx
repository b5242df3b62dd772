import { expect, test } from 'vitest'
import { openRawJson } from '../../testing/open-raw-json.ts'
import { id } from '../../testing/samples.ts'
import { main, resolvedAs, sampleConflict, sampleFile, visitConflict } from '../../testing/visit-conflict.ts'

test('[J-221] [J-223] the page shows every field of a conflict and of its files', async () => {
  const file = sampleFile(1, {
    sizeBytesLocal: 1_001,
    sizeBytesRemote: 1_002,
    sizeBytesBase: 1_003,
    sizeBytesTarget: 1_004,
    sizeBytesOrig: 1_005,
    ...resolvedAs('TakeLocal'),
  })
  const { localAuthors: _local, remoteAuthors: _remote, earlier: _earlier, ...fields } = file
  const conflict = sampleConflict({ mergeContext: 'FlowMerge', remoteEnvironmentId: id(31), files: [file] })
  await visitConflict({ conflict })
  await expect.element(main.getByRole('heading', { level: 1 })).toHaveTextContent(conflict.title)
  await expect.element(main.getByRole('region', { name: 'Remote environment' })).toHaveTextContent('QA')
  await expect.element(main.getByText('Class_1.cls').first()).toBeVisible()
  expect(await openRawJson('Raw JSON of the conflict')).toMatchObject({ ...conflict, files: [fields] })
})
