import { parseArgs } from 'node:util'
import { installContenders, peerMergeDriver } from './contenders.ts'
import { createReport, machineLine } from './report.ts'
import type { Report } from './report.ts'
import { archives } from './sections/archives.ts'
import { components } from './sections/components.ts'
import { deltaSection } from './sections/delta.ts'
import { difference } from './sections/difference.ts'
import { eventLoop } from './sections/event-loop.ts'
import { flowInSection } from './sections/flow-in.ts'
import { mergeDriver } from './sections/merge-driver.ts'
import { mergeMemory } from './sections/merge-memory.ts'
import { mergeSpeed } from './sections/merge-speed.ts'
import { xmlReading } from './sections/xml-reading.ts'

interface Options {
  readonly rounds: number
  readonly long: boolean
}

const sections: Readonly<Record<string, (report: Report, options: Options) => Promise<void>>> = {
  merge: mergeSpeed,
  'merge-driver': mergeDriver,
  'merge-memory': mergeMemory,
  xml: xmlReading,
  archives,
  'flow-in': flowInSection,
  delta: deltaSection,
  components,
  difference,
  'event-loop': eventLoop,
}

/** `npm run bench:metadata -- [--only merge,xml] [--rounds 5] [--long]` */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    long: { type: 'boolean', default: false },
  },
})
const wanted = values.only?.split(',') ?? Object.keys(sections)
const report = createReport()
report.line(machineLine())
report.line(`contenders: ${installContenders()}`)
report.line(
  `peer merge driver: ${peerMergeDriver() === null ? 'missing (SLUICE_BENCH_PEER_MERGE_DRIVER)' : 'built checkout'}`,
)
for (const name of wanted) {
  const section = sections[name]
  if (section === undefined)
    throw new Error(`There is no section ${name}: ${Object.keys(sections).join(', ')}`)
  await section(report, { rounds: Number(values.rounds), long: values.long })
}
report.close()
