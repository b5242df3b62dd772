import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Answer, Call } from '../http/request.ts'
import { randomText } from '../ids.ts'
import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'
import { manifestOf } from '../retrieve/build-archive.ts'
import { ZipWriter } from '../zip-writer.ts'
import { unknownOrg } from './org-lookup.ts'

/** GET /admin/orgs/<org>/export: everything the org holds as a zip in metadata format, fit for --seed. */
export async function exportOrg(practice: Practice, call: Call): Promise<Answer> {
  const org = practice.org(call.params[0] ?? '')
  if (!org) return unknownOrg(call)
  const file = join(practice.settings.dataDir, `export-${randomText(10)}.zip`)
  await writeExport(org, file)
  return { status: 200, headers: { 'content-type': 'application/zip' }, body: sendAndRemove(file) }
}

/** Whole components only: nested ones are in their parents' files. */
async function writeExport(org: Org, file: string): Promise<void> {
  const records = org.store.types().flatMap((type) => org.store.list(type))
  const zip = new ZipWriter(file)
  for (const record of records)
    for (const path of record.files)
      if (record.parent === undefined) await zip.add(path, await org.store.read(path))
  const whole = records.filter((record) => record.parent === undefined)
  await zip.add('package.xml', Buffer.from(manifestOf({ whole, named: [] }, org.info.platformVersion)))
  await zip.finish()
}

/** The file goes when it is sent, also when the caller hangs up. */
async function* sendAndRemove(file: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(file)) yield Buffer.from(chunk)
  } finally {
    await rm(file, { force: true })
  }
}
