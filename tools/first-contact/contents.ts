import { join } from 'node:path'
import type { Connection } from '@sluice/salesforce/connection'
import { downloadRetrieve } from '@sluice/salesforce/metadata/retrieve'
import { fetchTabNames } from '@sluice/salesforce/tabs'
import { withArchive } from '../../apps/server/src/steps/org/retrieve/archive-files.ts'
import type { Facts } from './report.ts'
import { factsOf, inFolder, retrieve } from './retrieving.ts'

const value = /<(?:customValue|value|standardValue)>\s*<fullName>/gu
const inactive = /<isActive>false<\/isActive>/gu
const standardTab = /<tab>standard-/gu

/**
 * Whether a retrieve returns inactive values of picklists. Where it does, a value that a deployment removed and the org only made
 * inactive comes back with the next flow in.
 */
export async function retrievePicklists(connection: Connection): Promise<Facts> {
  const members = new Map([
    ['CustomObject', ['*']],
    ['GlobalValueSet', ['*']],
  ])
  return await countIn(connection, members, { values: value, inactiveValues: inactive })
}

/** Whether a profile comes with its standard tabs, and whether naming them in the same retrieve makes them come. */
export async function retrieveTabs(connection: Connection): Promise<Facts> {
  const names = (await fetchTabNames(connection)).filter((name) => name.startsWith('standard-'))
  const profile: [string, string[]] = ['Profile', ['Admin']]
  const patterns = { entries: standardTab }
  return {
    standardTabs: names.length,
    withoutNames: await countIn(connection, new Map([profile]), patterns),
    withNames: await countIn(connection, new Map([profile, ['CustomTab', names]]), patterns),
  }
}

/** Retrieves, and counts what matches in all files together. */
async function countIn(
  connection: Connection,
  members: Map<string, string[]>,
  patterns: Readonly<Record<string, RegExp>>,
): Promise<Facts> {
  const ended = await retrieve(connection, members)
  return await inFolder(async (folder) => {
    const file = join(folder, 'retrieved.zip')
    await downloadRetrieve(connection, ended.id, { toFile: file })
    const counts = await withArchive(file, async (files) => {
      const found = Object.keys(patterns).map((name): [string, number] => [name, 0])
      for (const one of files) {
        const text = Buffer.from(await one.read()).toString('utf8')
        for (const count of found) count[1] += text.match(patterns[count[0]] ?? '')?.length ?? 0
      }
      return Object.fromEntries(found)
    })
    return { ...factsOf(ended), ...counts }
  })
}
