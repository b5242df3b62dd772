import { merge } from '@sluice/metadata/merge/merge'
import { loadPeerMerge } from '../peer-merge.ts'
import { peerSize, profileVersions, sizeOfBytes } from '../profiles.ts'
import type { Versions } from '../profiles.ts'
import { race, timeOf } from '../race.ts'
import { digits } from '../report.ts'
import type { Report } from '../report.ts'
import { sized } from '../../sized.ts'

const path = 'unpackaged/profiles/Admin.profile'

/** Merging in one process: a usual large profile, and files of one to three megabytes. */
export async function mergeSpeed(report: Report, options: { readonly rounds: number }): Promise<void> {
  const peer = await loadPeerMerge()
  report.title('2.5 Merge, in one process')
  const usual = profileVersions(peerSize)
  report.line(`a profile of 2,250 entries, ${sizeOf(usual)} bytes in three versions`)
  refuseOtherContent(usual, peer === null ? null : await peer(usual))
  const timings = await raceOf(usual, { peer, rounds: options.rounds * sized(4, 1) })
  report.timings(timings, { bytes: sizeOf(usual) })
  const goal = 'one profile of 2,250 entries, warm: at least 3 times faster than the peer'
  const ratio = timeOf(timings, 'peer driver', 'cpuMs') / timeOf(timings, 'ours', 'cpuMs')
  if (peer === null) report.missing('2.5', goal, 'the peer driver')
  else report.goal({ section: '2.5', goal, measured: `${digits(ratio)} times`, reached: ratio >= 3 })
  await largeFiles(report, { peer, rounds: options.rounds })
}

type PeerMerge = Awaited<ReturnType<typeof loadPeerMerge>>

async function largeFiles(report: Report, options: { peer: PeerMerge; rounds: number }): Promise<void> {
  const speeds: number[] = []
  const shares: number[] = []
  for (const megabytes of [1, 2, 3]) {
    const versions = profileVersions(sizeOfBytes(megabytes * sized(1e6, 1e4)))
    report.line(`\na profile of ${megabytes} MB, ${sizeOf(versions)} bytes in three versions`)
    const timings = await raceOf(versions, options)
    report.timings(timings, { bytes: sizeOf(versions) })
    speeds.push(sizeOf(versions) / timeOf(timings, 'ours', 'cpuMs') / 1000)
    shares.push(timeOf(timings, floorName, 'cpuMs') / timeOf(timings, 'ours', 'cpuMs'))
  }
  const slowest = Math.min(...speeds)
  report.goal({
    section: '2.5',
    goal: 'files of 1 to 3 MB: at least 100 MB/s of the three inputs',
    measured: `${speeds.map((speed) => speed.toFixed(0)).join(', ')} MB/s; ${shares.map(digits).join(', ')} of the speed of ${floorName}`,
    reached: slowest >= 100,
  })
}

async function raceOf(versions: Versions, options: { peer: PeerMerge; rounds: number }) {
  const { peer, rounds } = options
  const others = peer === null ? [] : [{ name: 'peer driver', run: () => peer(versions) }]
  const ours = { name: 'ours', run: () => merge({ path, ...versions }) }
  const floor = { name: floorName, run: () => Object.values(versions).map(countTags) }
  // The compiler needs about as many runs until their times stay the same, for the peer and for us.
  return await race([ours, ...others, floor], { rounds, warmUps: sized(10, 1) })
}

const floorName = 'one loop over the bytes'

function countTags(content: Buffer): number {
  let tags = 0
  for (let at = 0; at < content.length; at += 1) if (content[at] === 60) tags += 1
  return tags
}

/** A wrong merge has no speed: both must come to the same lines, whatever their order. */
function refuseOtherContent(versions: Versions, peer: Buffer | null): void {
  const { status, content } = merge({ path, ...versions })
  if (status !== 'clean') throw new Error('The merge of changes that never meet is not clean.')
  if (peer !== null && linesOf(peer) !== linesOf(content))
    throw new Error('The peer comes to another content than we do.')
}

function linesOf(bytes: Uint8Array): string {
  const lines = new TextDecoder().decode(bytes).split('\n')
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .toSorted()
    .join('\n')
}

function sizeOf({ base, ours, theirs }: Versions): number {
  return base.length + ours.length + theirs.length
}
