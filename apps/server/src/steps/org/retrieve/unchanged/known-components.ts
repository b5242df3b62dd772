import { readJsonLines, writeJsonLines } from '../../../session/json-lines.ts'
import { exists } from '../../../session/work-folder.ts'

/** What the last flow in left of a component: both must be the same for it to be unchanged in org and branch. */
export interface KnownComponent {
  /** What the org's list said of it. */
  readonly stamp: string
  /** The digest of its files as the flow in left them. */
  readonly files: string
}

/** What a flow in remembers for the next one. */
export interface KnownComponents {
  /** The stamps of the types whose names stand in files of others. */
  readonly types: Readonly<Record<string, string>>
  /** By the key of the component. */
  readonly components: ReadonlyMap<string, KnownComponent>
}

type Line = readonly [key: string, stamp: string, files: string]
type Header = Pick<KnownComponents, 'types'>

export async function writeKnownComponents(path: string, known: KnownComponents): Promise<void> {
  const header: Header = { types: known.types }
  const lines = Array.from(known.components, ([key, { stamp, files }]): Line => [key, stamp, files])
  await writeJsonLines(path, [header, ...lines])
}

/** Empty where there is no such file: then everything counts as changed. */
export async function readKnownComponents(path: string): Promise<KnownComponents> {
  const read = (await exists(path)) ? await readJsonLines<Header | Line>(path) : []
  const components = new Map<string, KnownComponent>()
  let types: Header['types'] = {}
  for (const line of read) {
    if ('types' in line) types = line.types
    else components.set(line[0], { stamp: line[1], files: line[2] })
  }
  return { types, components }
}
