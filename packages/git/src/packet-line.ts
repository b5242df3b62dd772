/** A pkt-line of gitprotocol-common(5): four hexadecimal digits of length, then the text. */
export function packetLine(text: string): string {
  return `${(Buffer.byteLength(text) + 4).toString(16).padStart(4, '0')}${text}`
}
