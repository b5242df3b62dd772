/** 32 bytes, written as 64 hexadecimal digits or as base64; throws for anything else and for sample keys. */
export function parseKey(text: string): Buffer {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (bytes.length !== 32) throw new TypeError('must be 32 bytes: 64 hexadecimal digits, or base64')
  if (new Set(bytes).size < 12) throw new TypeError('must be random, not a sample')
  return bytes
}
