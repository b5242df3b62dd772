import { randomBytes } from 'node:crypto'

let lastMilliseconds = 0
let counter = 0

/** UUID v7 (RFC 9562): ids made one after the other in a process also sort one after the other. */
export function newId(): string {
  const now = Date.now()
  if (now > lastMilliseconds) {
    lastMilliseconds = now
    counter = randomBytes(2).readUInt16BE() & 0x7ff
  } else if (++counter > 0xfff) {
    lastMilliseconds++
    counter = 0
  }
  const bytes = randomBytes(16)
  bytes.writeUIntBE(lastMilliseconds, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isId = (value: string): boolean => uuid.test(value)
