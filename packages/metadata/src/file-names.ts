/** What the description file beside a content file, and every file of the source layout, ends with. */
export const metaSuffix = '-meta.xml'

/** The file name without `-meta.xml`. */
export function fileStem(fileName: string): string {
  return fileName.endsWith(metaSuffix) ? fileName.slice(0, -metaSuffix.length) : fileName
}

/** The name before `.suffix`; null when the file has another suffix or no name before it. */
export function stripSuffix(stem: string, suffix: string): string | null {
  const at = stem.length - suffix.length - 1
  return at > 0 && stem[at] === '.' && stem.endsWith(suffix) ? stem.slice(0, at) : null
}
