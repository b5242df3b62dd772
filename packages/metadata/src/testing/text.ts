/** Bytes of a text, as files hold them. */
export function bytes(source: string): Uint8Array {
  return new TextEncoder().encode(source)
}

/** The text of bytes; null stays null. */
export function text(content: Uint8Array | null): string | null {
  return content === null ? null : new TextDecoder().decode(content)
}

/** A component outside packages. */
export function component(
  componentType: string,
  componentName: string,
): { packageName: string; componentType: string; componentName: string } {
  return { packageName: 'unpackaged', componentType, componentName }
}

/** A metadata file as the service writes it, from its root's name and inner lines. */
export function metadataXml(root: string, ...lines: string[]): string {
  const inner = lines.map((line) => `    ${line}\n`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://soap.sforce.com/2006/04/metadata">\n${inner}</${root}>\n`
}
