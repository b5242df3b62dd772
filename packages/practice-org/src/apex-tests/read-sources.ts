import type { ComponentRecord } from '../store/component-record.ts'
import type { ApexSource } from './source.ts'

/** Where classes and triggers are read from: an org's store, or a deployment's workspace over it. */
export interface SourceReader {
  list: (type: string) => ComponentRecord[]
  read: (path: string) => Promise<Uint8Array | undefined>
}

/**
 * All classes and triggers of the org itself, with their texts. Installed ones are left out:
 * their code is hidden and does not count in coverage (documented).
 */
export async function readSources(from: SourceReader): Promise<ApexSource[]> {
  const sources: ApexSource[] = []
  for (const [type, kind] of [
    ['ApexClass', 'Class'],
    ['ApexTrigger', 'Trigger'],
  ] as const) {
    for (const record of from.list(type)) {
      if (record.manageableState === 'installed') continue
      const path = record.files.find((file) => !file.endsWith('-meta.xml'))
      const content = path === undefined ? undefined : await from.read(path)
      sources.push({
        id: record.id,
        name: record.fullName,
        kind,
        text: Buffer.from(content ?? '').toString('utf8'),
      })
    }
  }
  return sources
}
