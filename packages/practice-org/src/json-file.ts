import { rename, writeFile } from 'node:fs/promises'

/** The last write of each file that is still under way. */
const writing = new Map<string, Promise<void>>()

/**
 * Replaces a JSON file as a whole: readers see the old or the new content, never a part.
 * Writes of one file happen in the order in which they were asked for. `value` is taken as it
 * is now, not as it is when its turn comes.
 */
export async function writeJson(file: string, value: unknown): Promise<void> {
  const text = `${JSON.stringify(value, null, 1)}\n`
  const previous = writing.get(file) ?? Promise.resolve()
  const write = async (): Promise<void> => {
    await previous.catch(() => undefined)
    await writeFile(`${file}.new`, text)
    await rename(`${file}.new`, file)
  }
  const current = write()
  writing.set(file, current)
  try {
    await current
  } finally {
    if (writing.get(file) === current) writing.delete(file)
  }
}
