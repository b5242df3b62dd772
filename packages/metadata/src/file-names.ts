/** What the description file beside a content file, and every file of the source layout, ends with. */
export const metaSuffix = '-meta.xml'

/** The file name without `-meta.xml`. */
export function fileStem(fileName: string): string {
  return fileName.endsWith(metaSuffix) ? fileName.slice(0, -metaSuffix.length) : fileName
}
