import type { DifferenceComponent, DifferingFile } from '@sluice/contract/difference'
import type { ShownLines } from '@sluice/contract/repository'
import { unpackaged } from '@sluice/metadata/component'
import { parentOf } from '@sluice/metadata/paths'
import type { FileVersions, ShownContent } from '../context.ts'
import { linesOfTexts, sentencesAbout } from './file-difference.ts'
import type { OpenRepository } from './open-repository.ts'

interface AskedComponent extends Pick<DifferenceComponent, 'componentType' | 'componentName'> {
  readonly lines?: ShownLines | undefined
}

/** The files of a component that differ, with their lines and the sentences about their elements. */
export async function differingFiles(
  opened: Pick<OpenRepository, 'components' | 'signal'>,
  { componentType, componentName, lines: shown }: AskedComponent,
  files: readonly FileVersions[],
): Promise<DifferingFile[]> {
  const isShared = parentOf({ packageName: unpackaged, componentType, componentName }) !== null
  const found: DifferingFile[] = []
  for (const { path, before, after } of files) {
    if (isSame(before, after)) continue
    const kinds = [after, before].flatMap((version) => version?.kind ?? [])
    const kind = kinds.find((one) => one !== 'text') ?? 'text'
    const changeType = before === null ? 'Added' : after === null ? 'Deleted' : 'Modified'
    const texts = { before: before?.content ?? null, after: after?.content ?? null }
    const lines =
      kind === 'text'
        ? await linesOfTexts(texts, { signal: opened.signal, lines: shown })
        : { hunks: [], isCut: false }
    const said = kind === 'text' ? await sentencesAbout(opened, path, { before, after }) : null
    const sentences = said?.sentences ?? null
    found.push({ path, changeType, kind, ...lines, sentences, sentenceCount: said?.count ?? 0, isShared })
  }
  return found
}

function isSame(before: ShownContent | null, after: ShownContent | null): boolean {
  if (before === null || after === null) return before === after
  return (
    before.kind === 'text' && after.kind === 'text' && Buffer.compare(before.content, after.content) === 0
  )
}
