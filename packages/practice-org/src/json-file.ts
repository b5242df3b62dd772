import { rename, writeFile } from 'node:fs/promises'

/** Replaces a JSON file as a whole: readers see the old or the new content, never a part. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(value, null, 1)}\n`)
  await rename(`${file}.new`, file)
}
