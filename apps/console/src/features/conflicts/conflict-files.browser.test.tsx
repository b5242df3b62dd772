import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { forever, refusal } from '../../testing/answers.ts'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import { id } from '../../testing/samples.ts'
import {
  bob,
  button,
  choiceOf,
  main,
  paths,
  resolvedAs,
  rowOf,
  sampleConflict,
  sampleFile,
  visitConflict,
} from '../../testing/visit-conflict.ts'

const choices = ['Take Git', 'Prefer Git', 'Manual', 'Prefer org', 'Take org']
const deletedHere = {
  status: 'UnmergedDeletedByUs',
  localChange: 'Deleted',
  bothFilesExist: false,
  sizeBytesLocal: null,
  sizeBytesTarget: null,
  sizeBytesOrig: null,
} as const
const binary = { isBinary: true, sizeBytesTarget: null, sizeBytesOrig: null } as const
const select = (number: number) => rowOf(number).getByRole('checkbox').click()
const selectAll = main.getByRole('checkbox', { name: 'Select all files' })
const bulk = (name: string) =>
  main.getByRole('toolbar', { name: 'Actions for files' }).getByRole('button', { name, exact: true })
const ground = (number: number) => getComputedStyle(rowOf(number).element()).backgroundColor
const expander = (number: number) => rowOf(number).getByRole('button', { name: /^Edit / })
const filter = main.getByRole('searchbox', { name: 'Filter files' })

test('[J-124][J-129] the list has its columns, one row a file, and a footer that counts', async () => {
  await visitConflict()
  await expect.element(main.getByText('Showing 2 of 2 total')).toBeVisible()
  const headings = main.getByRole('columnheader').elements()
  expect(headings.slice(1).map(({ textContent }) => textContent)).toEqual([
    'File',
    'Git',
    'Resolution',
    'Org',
  ])
  expect(paths()).toEqual(['unpackaged/classes/Class_1.cls', 'unpackaged/classes/Class_2.cls'])
  await expectAccessible()
})

test('[J-121][J-127][J-129] the filter goes over the whole path and can match nothing', async () => {
  await visitConflict({
    conflict: { files: [sampleFile(1, { filePath: 'unpackaged/flows/Order.flow' }), sampleFile(2)] },
  })
  await filter.fill('FLOWS/ord')
  await expect.poll(paths).toEqual(['unpackaged/flows/Order.flow'])
  await expect.element(main.getByText('Showing 1 of 2 total')).toBeVisible()
  await filter.fill('nothing')
  await expect.element(main.getByText('No files match your filter criteria')).toBeVisible()
  await expect.element(main.getByText('Showing 0 of 2 total')).toBeVisible()
  await button('Clear filter').click()
  await expect.poll(paths).toHaveLength(2)
})

test('[J-122] "Hide resolved" leaves what is to be done', async () => {
  await visitConflict({ conflict: { files: [sampleFile(1, resolvedAs('TakeLocal')), sampleFile(2)] } })
  await main.getByRole('checkbox', { name: 'Hide resolved' }).click()
  await expect.poll(paths).toEqual(['unpackaged/classes/Class_2.cls'])
  await main.getByRole('checkbox', { name: 'Hide resolved' }).click()
  await expect.poll(paths).toHaveLength(2)
})

test('[J-123] select-all is partial while some files are selected', async () => {
  await visitConflict()
  await expect.element(selectAll).not.toBeChecked()
  await select(2)
  await expect.element(selectAll).toHaveAttribute('aria-checked', 'mixed')
  await select(1)
  await expect.element(selectAll).toBeChecked()
  await selectAll.click()
  await expect.element(rowOf(1).getByRole('checkbox')).not.toBeChecked()
})

test('[J-128] a conflict without files says so', async () => {
  await visitConflict({ conflict: { files: [] } })
  await expect.element(main.getByText('There are no files in this conflict.')).toBeVisible()
})

test('[J-126][J-142] an unresolved file is highlighted and waits, a resolved one is neither', async () => {
  await visitConflict({ conflict: { files: [sampleFile(1), sampleFile(2, resolvedAs('PreferRemote'))] } })
  await expect.element(rowOf(1).getByText('Waiting', { exact: true })).toBeVisible()
  expect(rowOf(2).getByText('Waiting', { exact: true }).elements()).toEqual([])
  expect(ground(1)).not.toBe(ground(2))
  expect(ground(2)).toBe('rgba(0, 0, 0, 0)')
  await expect.element(choiceOf(2, 'Prefer org')).toHaveAttribute('aria-pressed', 'true')
})

test('[J-119][J-139] the bulk buttons resolve the selected files; preferring a side of a deleted file takes that side', async () => {
  const files = [sampleFile(1), sampleFile(2, deletedHere), sampleFile(3)]
  const { server } = await visitConflict({ conflict: { files } })
  const names = choices.filter((name) => name !== 'Manual')
  for (const name of names) await expect.element(bulk(name)).toBeDisabled()
  await select(1)
  await select(2)
  for (const name of names) {
    await expect.element(bulk(name)).toBeEnabled()
    await bulk(name).click()
  }
  await expect
    .poll(() => server.requests('conflicts', 'resolveFiles').map(({ body }) => body.resolutions))
    .toEqual([
      { [id(501)]: 'TakeLocal', [id(502)]: 'TakeLocal' },
      { [id(501)]: 'PreferLocal', [id(502)]: 'TakeLocal' },
      { [id(501)]: 'PreferRemote', [id(502)]: 'TakeRemote' },
      { [id(501)]: 'TakeRemote', [id(502)]: 'TakeRemote' },
    ])
})

test('[J-120][J-257] Reset takes the selected files back, after it has asked', async () => {
  const files = [sampleFile(1, resolvedAs('TakeLocal')), sampleFile(2, resolvedAs('Manual')), sampleFile(3)]
  const { server } = await visitConflict({ conflict: { files } })
  await expect.element(bulk('Reset')).toBeDisabled()
  await select(1)
  await select(2)
  await bulk('Reset').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
  await expect
    .poll(() => server.requests('conflicts', 'resetFiles')[0]?.body)
    .toEqual({ conflictFileIds: [id(501), id(502)] })
  server.push({
    type: 'pushConflicts',
    conflicts: [sampleConflict({ files: [sampleFile(1), sampleFile(2), sampleFile(3)] })],
  })
  await expect.poll(() => main.getByText('Waiting', { exact: true }).elements()).toHaveLength(3)
})

test('[J-116] "Reset all" resets every file, those that the filter hides too', async () => {
  const { server } = await visitConflict()
  await filter.fill('Class_1')
  await button('Reset all').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
  await expect
    .poll(() => server.requests('conflicts', 'resetFiles')[0]?.body)
    .toEqual({ conflictFileIds: [id(501), id(502)] })
})

test('[J-138][J-257] the choices of a file resolve it, Manual opens its editor, and Reset takes it back', async () => {
  const { server } = await visitConflict({ conflict: { files: [sampleFile(1)] } })
  const group = rowOf(1).getByRole('group', { name: 'Resolution of unpackaged/classes/Class_1.cls' })
  await expect.element(group).toBeVisible()
  const shown = group.getByRole('button').elements()
  expect(shown.map(({ textContent }) => textContent)).toEqual(choices)
  for (const name of choices.filter((each) => each !== 'Manual')) {
    await choiceOf(1, name).click()
    await expect.element(choiceOf(1, name)).toBeEnabled()
  }
  await expect
    .poll(() => server.requests('conflicts', 'resolveFile').map(({ body }) => body.resolution))
    .toEqual(['TakeLocal', 'PreferLocal', 'PreferRemote', 'TakeRemote'])
  await choiceOf(1, 'Manual').click()
  await expect.element(main.getByRole('region', { name: /^Result of/ })).toBeVisible()
  server.push({
    type: 'pushConflicts',
    conflicts: [sampleConflict({ files: [sampleFile(1, resolvedAs('TakeRemote', bob.userId))] })],
  })
  await expect.element(main.getByText(/Resolved by Bob Baker/)).toBeVisible()
  await main.getByRole('button', { name: 'Reset unpackaged/classes/Class_1.cls' }).click()
  await expect
    .poll(() => server.requests('conflicts', 'resetFile').map(({ params }) => params.conflictFileId))
    .toEqual([id(501)])
})

const enabledChoices = (number: number) =>
  choices.filter((name) => choiceOf(number, name).element().getAttribute('aria-disabled') !== 'true')

test('[J-131][J-139][J-140] what a deleted, a binary and a large file cannot be resolved as, and which can be opened', async () => {
  const large = { sizeBytesLocal: 3 * 1024 * 1024 }
  const withoutTarget = { sizeBytesTarget: null }
  const files = [
    sampleFile(1, deletedHere),
    sampleFile(2, binary),
    sampleFile(3, large),
    sampleFile(4, withoutTarget),
    sampleFile(5),
  ]
  await visitConflict({ conflict: { files } })
  await expect.element(rowOf(5)).toBeVisible()
  expect(enabledChoices(1)).toEqual(['Take Git', 'Take org'])
  expect(enabledChoices(2)).toEqual(['Take Git', 'Take org'])
  expect(enabledChoices(3)).toEqual(['Take Git', 'Prefer Git', 'Prefer org', 'Take org'])
  expect(enabledChoices(5)).toEqual(choices)
  for (const number of [1, 2, 3, 4]) await expect.element(expander(number)).toBeDisabled()
  await expect.element(expander(5)).toBeEnabled()
  await expect.element(rowOf(1).getByText('Deleted on one side: take a side').last()).toBeVisible()
  await expect.element(rowOf(2).getByText('Not text: take a side').last()).toBeVisible()
  await expect.element(rowOf(3).getByText('Larger than 2 MiB: take or prefer a side').last()).toBeVisible()
})

test.for([
  ['of an answered inquiry', { inquiry: { status: 'Answered', answer: { continue: true } } }],
  ['of an abandoned inquiry', { inquiry: { status: 'Abandoned' } }],
  [
    'of a job that has ended',
    { job: { status: 'Ended', outcome: 'Cancelled', endedUtc: '2026-01-31T14:00:00.000Z' } },
  ],
] as const)('[J-130][J-141] a conflict %s can be looked at and not changed', async ([, visit]) => {
  await visitConflict({ ...visit, conflict: { files: [sampleFile(1), sampleFile(2, resolvedAs('Manual'))] } })
  await expect.element(rowOf(1)).toBeVisible()
  for (const number of [1, 2]) expect(enabledChoices(number)).toEqual([])
  await selectAll.click()
  for (const each of main.getByRole('toolbar').getByRole('button').elements())
    expect(each.getAttribute('aria-disabled')).toBe('true')
  await expect.element(main.getByRole('button', { name: /^Reset unpackaged/ })).toBeDisabled()
  await rowOf(1)
    .getByRole('button', { name: /^Edit / })
    .click()
  const text = main.getByRole('textbox', { name: /^Result of/ })
  await expect.element(text).toHaveAttribute('aria-readonly', 'true')
  expect(main.getByRole('button', { name: 'Accept', exact: true }).elements()).toEqual([])
})

test('[J-141][J-143] a file that is being saved or reset says so, and its choices wait', async () => {
  const files = [sampleFile(1), sampleFile(2, resolvedAs('TakeLocal'))]
  await visitConflict({
    conflict: { files },
    answers: { conflicts: { resolveFile: forever, resetFile: forever } },
  })
  await choiceOf(1, 'Take Git').click()
  await expect.element(rowOf(1).getByText('Saving...')).toBeVisible()
  await rowOf(2)
    .getByRole('button', { name: /^Reset / })
    .click()
  await expect.element(rowOf(2).getByText('Resetting...')).toBeVisible()
  for (const number of [1, 2])
    for (const name of choices) await expect.element(choiceOf(number, name)).toBeDisabled()
})

test('[J-325][J-326] a refused resolution and a refused reset say so, and the files wait again', async () => {
  const files = [sampleFile(1), sampleFile(2, resolvedAs('TakeLocal'))]
  await visitConflict({
    conflict: { files },
    answers: {
      conflicts: {
        resolveFile: refusal('conflictFilesResolveFailed'),
        resetFile: refusal('conflictFilesResetFailed'),
      },
    },
  })
  await choiceOf(1, 'Take Git').click()
  await expect
    .element(main.getByRole('alert'))
    .toHaveTextContent('There was a problem resolving the selected files')
  await expect.element(rowOf(1).getByText('Waiting', { exact: true })).toBeVisible()
  await rowOf(2)
    .getByRole('button', { name: /^Reset / })
    .click()
  await expect.element(main.getByText('There was a problem resetting the selected files')).toBeVisible()
})
