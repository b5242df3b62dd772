import { writeCommits } from '@sluice/git/write-commits'
import type { TreeChange } from '@sluice/git/write-commits'
import { createBareRepository } from '@sluice/git/init'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Repository } from '@sluice/git/git'
import { keptInput } from './inputs.ts'
import { orgFiles, withChanges } from './org.ts'

export interface TwoCommits {
  readonly repository: Repository
  readonly from: string
  readonly to: string
}

export interface RepositorySize {
  readonly files: number
  readonly changes: number
}

/** A repository with an org and a second commit: of the changes a tenth are new files and a tenth deletions. */
export async function orgRepository({
  files: fileCount,
  changes: changeCount,
}: RepositorySize): Promise<TwoCommits> {
  return await kept(`org-${fileCount}-${changeCount}.git`, () => {
    const files = orgFiles(fileCount)
    const tenth = Math.floor(changeCount / 10)
    const changed = withChanges(files, { count: changeCount - 2 * tenth, round: 0 })
    const modified = changed.filter((file, at) => file !== files[at])
    const unchanged = files.filter((file, at) => changed[at] === file).map(({ path }) => path)
    const gone = unchanged.filter((path) => path.endsWith('.cls')).slice(-tenth)
    const deletions = gone.flatMap((path) => [path, `${path}-meta.xml`])
    const added = Array.from({ length: tenth }, (_, at) => newClass(at)).flat()
    return {
      first: files,
      second: [...modified, ...added, ...deletions.map((path) => ({ path, deleted: true }) as const)],
    }
  })
}

/** Half a million small reports, 500 a folder: more than any org has. */
export async function vastRepository({
  files: fileCount,
  changes: changeCount,
}: RepositorySize): Promise<TwoCommits> {
  const step = Math.floor(fileCount / changeCount)
  return await kept(`vast-${fileCount}-${changeCount}.git`, () => ({
    first: Array.from({ length: fileCount }, (_, at) => report(at, 'Before')),
    second: Array.from({ length: changeCount }, (_, at) => report(at * step, 'After')),
  }))
}

function report(at: number, description: string): TreeChange {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Report xmlns="http://soap.sforce.com/2006/04/metadata">\n    <description>${description}</description>\n    <name>Report ${at}</name>\n</Report>\n`
  return {
    path: `unpackaged/reports/Folder_${Math.floor(at / 500)}/Report_${at}.report`,
    content: Buffer.from(text),
  }
}

function newClass(at: number): TreeChange[] {
  const path = `unpackaged/classes/New_${at}.cls`
  const meta =
    '<?xml version="1.0" encoding="UTF-8"?>\n<ApexClass xmlns="http://soap.sforce.com/2006/04/metadata"/>\n'
  return [
    { path, content: Buffer.from(`class New_${at} {}\n`) },
    { path: `${path}-meta.xml`, content: Buffer.from(meta) },
  ]
}

interface Trees {
  readonly first: readonly TreeChange[]
  readonly second: readonly TreeChange[]
}

async function kept(name: string, make: () => Trees): Promise<TwoCommits> {
  const gitDir = await keptInput(name, async (path) => {
    const repository = await createBareRepository({ gitDir: path, defaultBranch: 'main' })
    const person = { name: 'Bench', email: 'bench@sluice.invalid', date: new Date(0) }
    const plan = { author: person, committer: person, message: 'Bench' }
    const { first, second } = make()
    const hashes = await writeCommits(repository, [
      { ...plan, parents: [], changes: first },
      { ...plan, parents: [{ plan: 0 }], changes: second },
    ])
    await writeFile(join(path, 'commits'), hashes.join(' '))
  })
  const [from = '', to = ''] = (await readFile(join(gitDir, 'commits'), 'utf8')).split(' ')
  return { repository: { gitDir }, from, to }
}
