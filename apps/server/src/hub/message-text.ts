import type { RawData } from 'ws'

/** What a text message says; null for anything that is no JSON. */
export function jsonOf(data: RawData, isBinary: boolean): unknown {
  try {
    return isBinary || !Buffer.isBuffer(data) ? null : JSON.parse(data.toString('utf8'))
  } catch {
    return null
  }
}
