import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config/read-config.ts'
import { foldersOf } from '../platform/data-folder.ts'
import { withDatabase } from '../testing/with-database.ts'
import { pushRooms } from './push-room.ts'
import { gitWorld, pushedRepository } from './testing/git-world.ts'
import { commitFile, fails, git } from './testing/plain-git.ts'

const database = withDatabase()

const commitBytes = async (clone: string, bytes: number) => {
  await writeFile(join(clone, 'large.bin'), randomBytes(bytes))
  await commitFile(clone, 'file.txt')
}

describe('a repository that may hold one megabyte, in a workspace that may hold two', () => {
  const world = gitWorld(database, {
    variables: { SLUICE_LIMIT_REPOSITORY_MB: '1', SLUICE_LIMIT_WORKSPACE_MB: '2' },
  })

  test('takes no more than it has room for, and deletions when it has none', async () => {
    const { hosted, clone, head } = await pushedRepository(world)
    const before = await head()
    await commitBytes(clone, 1_500_000)
    const bound =
      /The repository holds \d+ KB and may hold 1,024 KB\. This push may bring 1,0\d\d KB at most\./
    await fails(git(clone, 'push', 'origin', 'main'), bound)
    expect(await head()).toBe(before)
    await git(clone, 'reset', '--quiet', '--hard', 'HEAD~')
    await commitBytes(clone, 900_000)
    await git(clone, 'push', '--quiet', 'origin', 'main', 'HEAD:other')
    await commitBytes(clone, 900_000)
    await fails(git(clone, 'push', 'origin', 'main'), /The repository holds \d+ KB and may hold 1,024 KB\./)
    await writeFile(join(hosted.gitDir, 'objects', 'pack', 'pack-left.pack'), randomBytes(1_000_000))
    const sentence = /The repository holds 1,8\d\d KB and may hold 1,024 KB\. Nothing was changed\./
    await fails(git(clone, 'push', 'origin', 'main'), sentence)
    await git(clone, 'push', '--quiet', 'origin', ':other')
  })

  test('takes nothing when the other repositories of its workspace are full', async () => {
    const { hosted, clone, head } = await pushedRepository(world)
    const before = await head()
    const sibling = await world.repository({ beside: hosted })
    await writeFile(join(sibling.gitDir, 'objects', 'pack', 'pack-left.pack'), randomBytes(3_000_000))
    const sentence = /The repositories of the workspace hold 2,9\d\d KB and may hold 2,048 KB\./
    await git(clone, 'commit', '--quiet', '--allow-empty', '-m', 'More')
    await fails(git(clone, 'push', 'origin', 'main'), sentence)
    expect(await head()).toBe(before)
  })
})

test('nothing is pushed to a disk that is nearly full', async () => {
  const full = { config: { ...readConfig({}).config, diskReserveBytes: 2 ** 60 } }
  const room = pushRooms({
    ...full,
    database: database.database,
    clock: systemClock,
    folders: foldersOf(tmpdir()),
  })
  const row = { id: '', folder: '', workspaceId: '' }
  expect(await room(row, { isOfJob: false })).toEqual({
    refusal: expect.stringMatching(
      /^The disk of the server is nearly full \(\d+ MB are free\)\. Nothing was changed\.$/,
    ),
  })
})
