import { type ConflictFile, conflictFileStatus } from '@sluice/contract/conflict'
import { bothFilesExistFor, localChangeOf, remoteChangeOf } from '@sluice/contract/conflict-rules'
import { expect, test } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { choiceOf, rowOf, sampleFile, visitConflict } from '../../testing/visit-conflict.ts'

const ofStatus = (status: ConflictFile['status'], index: number) =>
  sampleFile(index + 10, {
    status,
    localChange: localChangeOf(status),
    remoteChange: remoteChangeOf(status),
    bothFilesExist: bothFilesExistFor(status),
  })

const expected: Partial<Record<ConflictFile['status'], readonly [local: string, remote: string]>> = {
  UnmergedAddedByUs: ['Added', 'Modified'],
  UnmergedBothAdded: ['Added', 'Added'],
  UnmergedDeletedByUs: ['Deleted', 'Modified'],
  UnmergedBothDeleted: ['Deleted', 'Deleted'],
  UnmergedAddedByThem: ['Modified', 'Added'],
  UnmergedDeletedByThem: ['Modified', 'Deleted'],
}

test('[J-144][J-145][J-146][J-147] a file of every status shows what each side did', async () => {
  const { options } = conflictFileStatus
  expect(options.toSorted()).toEqual([
    'AddedToIndex',
    'CopiedInIndex',
    'DeletedFromIndex',
    'DeletedInWorkTree',
    'Ignored',
    'IndexAndWorkTreeMatches',
    'NotUpdated',
    'RenamedInIndex',
    'UnmergedAddedByThem',
    'UnmergedAddedByUs',
    'UnmergedBothAdded',
    'UnmergedBothDeleted',
    'UnmergedBothModified',
    'UnmergedDeletedByThem',
    'UnmergedDeletedByUs',
    'Untracked',
    'UpdatedInIndex',
    'WorkTreeChangedSinceIndex',
  ])
  for (const [index, status] of options.entries()) {
    // The list renders only visible rows, so that the files are shown six at a time.
    const [first, last] = [index - (index % 6), index - (index % 6) + 6]
    if (index === first) {
      await cleanup()
      await visitConflict({ conflict: { files: options.map(ofStatus).slice(first, last) } })
    }
    const [local, remote] = expected[status] ?? ['Modified', 'Modified']
    const cells = rowOf(index + 10).getByRole('cell')
    await expect.element(cells.nth(2)).toHaveTextContent(local)
    await expect.element(cells.nth(4)).toHaveTextContent(remote)
    const isDeleted = local === 'Deleted' || remote === 'Deleted'
    expect(
      choiceOf(index + 10, 'Manual')
        .element()
        .hasAttribute('aria-disabled'),
      status,
    ).toBe(isDeleted)
  }
})
