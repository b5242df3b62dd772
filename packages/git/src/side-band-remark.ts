import { packetLine } from './packet-line.ts'

/** A sentence for the person at the terminal, shown where Git says something that it explains. */
export interface Remark {
  /** Part of what Git says. */
  readonly about: string
  readonly sentence: string
}

/** The band of what Git shows as "remote: …" (gitprotocol-pack(5), "side-band"). */
const progressBand = 2

/** Puts a remark behind the first packet of receive-pack's answer that has the words; every other byte stays as it is. */
export async function* withRemark(
  answer: AsyncIterable<Uint8Array>,
  { about, sentence }: Remark,
): AsyncGenerator<Uint8Array> {
  let rest = Buffer.alloc(0)
  let isSaid = false
  for await (const chunk of answer) {
    if (isSaid) {
      yield chunk
      continue
    }
    rest = Buffer.concat([rest, chunk])
    for (let length = packetLength(rest); length > 0 && rest.length >= length; length = packetLength(rest)) {
      const packet = rest.subarray(0, length)
      rest = rest.subarray(length)
      yield packet
      if (packet[4] !== progressBand || !packet.includes(about)) continue
      isSaid = true
      yield Buffer.from(packetLine(`${String.fromCharCode(progressBand)}${sentence}\n`))
      break
    }
    if (!isSaid) continue
    yield rest
    rest = Buffer.alloc(0)
  }
  yield rest
}

/** 0 where its length has not come yet, or is none. */
function packetLength(bytes: Buffer): number {
  if (bytes.length < 4) return 0
  const length = Number.parseInt(bytes.toString('latin1', 0, 4), 16)
  // A flush packet has the length 0 and four bytes.
  return length === 0 ? 4 : length >= 4 ? length : 0
}
