import { Readable, Writable } from 'node:stream'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { peerMergeDriver } from './contenders.ts'
import type { Versions } from './profiles.ts'

interface PeerModule {
  readonly XmlMerger: new (config: object) => {
    mergeThreeWay(
      ...streams: [ancestor: Readable, ours: Readable, theirs: Readable, out: Writable]
    ): Promise<{ hasConflict: boolean }>
  }
}

const labels = {
  conflictMarkerSize: 7,
  ancestorConflictTag: 'base',
  localConflictTag: 'ours',
  otherConflictTag: 'theirs',
}

/** The peer's merge of three versions in this process; null without the peer. */
export async function loadPeerMerge(): Promise<((versions: Versions) => Promise<Buffer>) | null> {
  const folder = peerMergeDriver()
  if (folder === null) return null
  const module: PeerModule = await import(pathToFileURL(join(folder, 'lib/merger/XmlMerger.js')).href)
  return async ({ base, ours, theirs }) => {
    const pieces: Buffer[] = []
    const out = new Writable({
      write: (piece: Buffer, _encoding, done) => {
        pieces.push(piece)
        done()
      },
    })
    const merger = new module.XmlMerger(labels)
    await merger.mergeThreeWay(Readable.from([base]), Readable.from([ours]), Readable.from([theirs]), out)
    return Buffer.concat(pieces)
  }
}
