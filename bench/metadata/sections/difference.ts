import { elementChanges } from '@sluice/metadata/diff/element-changes'
import { componentChanges } from '@sluice/metadata/diff/component-changes'
import { readXml } from '@sluice/metadata/xml/reader'
import { orgFiles } from '../org.ts'
import { peerSize, profileVersions, sizeOfBytes } from '../profiles.ts'
import type { ProfileSize } from '../profiles.ts'
import { race, timeOf } from '../race.ts'
import { digits } from '../report.ts'
import type { Report } from '../report.ts'
import { sized } from '../../sized.ts'

const splitting = 'splitting both files'

/** Differences of two versions of a file, element by element. */
export async function difference(report: Report, { rounds }: { readonly rounds: number }): Promise<void> {
  report.title('7 Semantic diff')
  const usual = await diffOf(report, peerSize, { rounds, warmUps: sized(60, 1) })
  const ratio = timeOf(usual, 'ours', 'cpuMs') / timeOf(usual, splitting, 'cpuMs')
  report.goal({
    section: '7',
    goal: `a profile of 2,250 entries: at most 2 times the cost of ${splitting}`,
    measured: `${digits(ratio)} times`,
    reached: ratio <= 2,
  })
  const large = await diffOf(report, sizeOfBytes(sized(8 * 2 ** 20, 100_000)), { rounds, warmUps: 8 })
  const ms = timeOf(large, 'ours', 'cpuMs')
  report.goal({
    section: '7',
    goal: 'a profile of 8 MiB: below 150 ms',
    measured: `${digits(ms)} ms of processor time, ${digits(ms / timeOf(large, splitting, 'cpuMs'))} times ${splitting}`,
    reached: ms < 150,
  })
  const files = orgFiles(sized(5_000, 40)).map(({ path, content }) => ({
    path,
    before: content,
    after: content.slice(),
  }))
  const found = componentChanges(files).length
  report.goal({
    section: '7',
    goal: 'the diff of two retrieves of the same org is empty',
    measured: `${found} differences in ${files.length} files`,
    reached: found === 0,
  })
}

/** A small file takes more warm-ups until the code is compiled. */
async function diffOf(
  report: Report,
  size: ProfileSize,
  laps: { readonly rounds: number; readonly warmUps: number },
) {
  const { base, ours } = profileVersions(size)
  report.line(`\n${base.length} and ${ours.length} bytes, ${elementChanges(base, ours).length} differences`)
  const timings = await race(
    [
      { name: splitting, run: () => split(base).length + split(ours).length },
      { name: 'ours', run: () => elementChanges(base, ours) },
    ],
    laps,
  )
  report.timings(timings, { bytes: base.length + ours.length })
  return timings
}

/** The entries directly below the root, each as its text. */
function split(content: Uint8Array): string[] {
  const document = readXml(content)
  return document.childrenOf(0).map((element) => document.sourceOf(element))
}
