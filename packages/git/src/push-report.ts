import { packetLine } from './packet-line.ts'
import type { PushRequest } from './push-commands.ts'

const flush = '0000'
/** Bytes of a report in one packet of a side band: below the limit of 1,000 of the narrow one. */
const bandBytes = 990

/**
 * The answer that refuses every ref of a push with a reason of one line (gitprotocol-pack(5), "Report Status"), or
 * null when the client asked for no report. It answers a request that has been read to its end.
 */
export function refusalReport(
  { commands, capabilities }: Pick<PushRequest, 'commands' | 'capabilities'>,
  reason: string,
): Buffer | null {
  if (!capabilities.some((name) => name === 'report-status' || name === 'report-status-v2')) return null
  const refused = commands.map(({ ref }) => packetLine(`ng ${ref} ${reason}\n`))
  const report = Buffer.from(`${packetLine('unpack ok\n')}${refused.join('')}${flush}`)
  if (!capabilities.some((name) => name === 'side-band' || name === 'side-band-64k')) return report
  const packets: Buffer[] = []
  for (let at = 0; at < report.length; at += bandBytes) {
    const piece = report.subarray(at, at + bandBytes)
    // One byte names the band, four give the length.
    packets.push(Buffer.from(`${(piece.length + 5).toString(16).padStart(4, '0')}\u0001`), piece)
  }
  return Buffer.concat([...packets, Buffer.from(flush)])
}
