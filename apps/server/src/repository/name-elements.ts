import { elementChanges } from '@sluice/metadata/diff/element-changes'
import { elementPlaces } from '@sluice/metadata/diff/element-places'
import { elementTitle, sentenceOf } from '@sluice/metadata/diff/element-sentence'
import { XmlError } from '@sluice/metadata/xml/errors'
import type { NamedElement } from './element-tasks.ts'

const sentencesAtMost = 300
const elementsAtMost = 20_000
const longestText = 400

/** What changed between two versions of a metadata file, as sentences; null where one is no readable XML. */
export const sentencesOf = (
  before: Uint8Array,
  after: Uint8Array,
): { sentences: string[]; count: number } | null =>
  unlessXmlError(() => {
    const changes = elementChanges(before, after)
    const sentences = changes.slice(0, sentencesAtMost).map((change) => cut(sentenceOf(change)))
    return { sentences, count: changes.length }
  })

/** The elements of a metadata file that have a name of their own; null where it is no readable XML. */
export const elementsOf = (content: Uint8Array): NamedElement[] | null =>
  unlessXmlError(() =>
    elementPlaces(content, elementsAtMost).map(({ path, firstLine, lastLine }) => ({
      title: cut(elementTitle(path)),
      firstLine,
      lastLine,
    })),
  )

/** Names stand in the file, which may make them as long as it likes. */
const cut = (text: string): string =>
  text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text

function unlessXmlError<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof XmlError) return null
    throw error
  }
}
