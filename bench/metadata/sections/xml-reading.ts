import { normaliseFile } from '@sluice/metadata/normalise'
import { readXml } from '@sluice/metadata/xml/reader'
import { contender } from '../contenders.ts'
import { race, timeOf } from '../race.ts'
import type { Contender } from '../race.ts'
import { largeXmlFiles, smallXmlFiles } from '../real-files.ts'
import type { RealFile } from '../real-files.ts'
import { digits } from '../report.ts'
import type { Report } from '../report.ts'
import { buildTree } from '../tree.ts'
import { treeBySaxes } from '../tree-by-saxes.ts'
import type { SaxesModule } from '../tree-by-saxes.ts'
import { sized } from '../../sized.ts'

interface FastXmlParser {
  readonly XMLParser: new (options: object) => { parse(text: string): unknown }
}

const floorName = 'one loop over the bytes'
const tapeName = 'our tape'
const treeName = 'our tape and a full tree'
const fastName = 'fast-xml-parser'
const saxesName = 'saxes and a full tree'

/** Reading real files: the floor, our tape, a whole object tree, and what others use. */
export async function xmlReading(report: Report, { rounds }: { readonly rounds: number }): Promise<void> {
  report.title('3 Reading XML')
  for (const [what, files] of [
    ['small files', readable(smallXmlFiles(sized(8e6, 1e5)))],
    ['large files', readable(largeXmlFiles(sized(12, 1)))],
  ] as const) {
    if (files.length === 0) {
      report.missing(
        '3',
        `tape at half the floor's speed, ${what}`,
        'the public metadata beside the checkout',
      )
      continue
    }
    const bytes = files.reduce((sum, { content }) => sum + content.length, 0)
    report.line(`\n${files.length} ${what}, ${bytes} bytes`)
    const timings = await race(await contendersFor(files), { rounds, warmUps: 2 })
    report.timings(timings, { bytes })
    addGoals(report, what, (name) => timeOf(timings, name, 'cpuMs'))
  }
}

function addGoals(report: Report, what: string, time: (name: string) => number): void {
  const share = time(floorName) / time(tapeName)
  report.goal({
    section: '3',
    goal: `${what}: the tape reads at half the floor's speed or better`,
    measured: `${digits(share)} of it`,
    reached: share >= 0.5,
  })
  for (const [name, least] of [
    [fastName, 5],
    [saxesName, 1],
  ] as const) {
    const goal = `${what}: a full tree at least ${least} times as fast as ${name.replace(' and a full tree', '')}`
    const ratio = time(name) / time(treeName)
    if (Number.isNaN(ratio)) report.missing('3', goal, name)
    else report.goal({ section: '3', goal, measured: `${digits(ratio)} times`, reached: ratio >= least })
  }
}

async function contendersFor(files: readonly RealFile[]): Promise<Contender[]> {
  const over = (name: string, read: (content: Buffer) => unknown): Contender => ({
    name,
    run: () => {
      for (const { content } of files) read(content)
    },
  })
  const fast = await contender<FastXmlParser>('fast-xml-parser')
  const saxes = await contender<SaxesModule>('saxes')
  const parser = fast && new fast.XMLParser({ ignoreAttributes: false, parseTagValue: false })
  return [
    over(floorName, countTags),
    over(tapeName, (content) => readXml(content)),
    over('read and normalised', (content) =>
      normaliseFile({ path: 'unpackaged/profiles/Any.profile', content }),
    ),
    over(treeName, (content) => buildTree(readXml(content))),
    ...(saxes === null ? [] : [over(saxesName, (content) => treeBySaxes(saxes, content.toString()))]),
    ...(parser === null ? [] : [over(fastName, (content) => parser.parse(content.toString()))]),
  ]
}

/** Nothing is built: no reader in this language can be faster. */
function countTags(content: Buffer): number {
  let tags = 0
  for (let at = 0; at < content.length; at += 1) if (content[at] === 60) tags += 1
  return tags
}

/** Some files of the sets are no XML; a reader that stops early would look fast. */
function readable(files: readonly RealFile[]): RealFile[] {
  return files.filter(({ content }) => {
    try {
      return readXml(content).size > 0
    } catch {
      return false
    }
  })
}
