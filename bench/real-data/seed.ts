import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from '../../e2e/start-product.ts'
import { apexClasses } from './apex-classes.ts'

/** Where the data lies beside the checkout. */
export const usualDataArchive = join(root, '../shared/data/seeds.tar.zst')
const work = join(root, '.cache/real-data')
/** The largest set of the data, in source format: objects, fields, layouts, translations, reports, flexipages … */
const setName = 'SalesforceFoundation+NPSP/force-app'

/** A package brings this folder to the org that the data was taken from; a report of the data lies in it. */
const missingFolder = 'npe01__Nonprofit_Edition_Reports'
const folderMeta = `<?xml version="1.0" encoding="UTF-8"?>
<ReportFolder xmlns="http://soap.sforce.com/2006/04/metadata">
    <accessType>Public</accessType>
    <name>Nonprofit Edition Reports</name>
    <publicFolderAccess>ReadOnly</publicFolderAccess>
</ReportFolder>
`

/** A folder to seed an org from: real metadata and the classes that the data leaves out. */
export interface Seed {
  folder: string
  fileCount: number
  classNames: string[]
}

/** Unpacks the data once, and writes beside it what it leaves out. */
export async function prepareSeed(classCount: number, dataArchive: string): Promise<Seed> {
  const folder = join(work, setName)
  if (!existsSync(folder)) await unpack(dataArchive)
  const classes = join(folder, 'main/default/classes')
  await mkdir(classes, { recursive: true })
  const written = apexClasses(classCount)
  for (const { name, body, meta } of written) {
    await writeFile(join(classes, `${name}.cls`), body)
    await writeFile(join(classes, `${name}.cls-meta.xml`), meta)
  }
  await writeFile(join(folder, 'main/default/reports', `${missingFolder}.reportFolder-meta.xml`), folderMeta)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const fileCount = entries.filter((entry) => entry.isFile()).length
  return { folder, fileCount, classNames: written.map(({ name }) => name) }
}

async function unpack(dataArchive: string): Promise<void> {
  if (!existsSync(dataArchive)) throw new Error(`the data is not there: ${dataArchive}`)
  const partial = join(work, 'unpacking')
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { recursive: true })
  const { status, stderr } = spawnSync('tar', ['--zstd', '-xf', dataArchive, '-C', partial, `./${setName}`], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`tar could not unpack the data (is zstd installed?): ${stderr}`)
  await mkdir(dirname(join(work, setName)), { recursive: true })
  // In one move, so that an interrupted run leaves no half set behind.
  await rename(join(partial, setName), join(work, setName))
}
