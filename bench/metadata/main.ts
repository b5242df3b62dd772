import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { installContenders, peerMergeDriver } from './contenders.ts'
import { createReport, machineLine } from './report.ts'
import type { Goal, Report } from './report.ts'
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

/** `npm run bench:metadata -- [--only merge,xml] [--rounds 5] [--long] [--tiny]` */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    long: { type: 'boolean', default: false },
    tiny: { type: 'boolean', default: false },
  },
})
const options = { rounds: Number(values.rounds), long: values.long }
const wanted = values.only?.split(',') ?? Object.keys(sections)
const unknown = wanted.find((name) => sections[name] === undefined)
if (unknown !== undefined)
  throw new Error(`There is no section ${unknown}: ${Object.keys(sections).join(', ')}`)
const report = createReport()
if (process.send === undefined) {
  report.line(machineLine())
  report.line(`contenders: ${values.tiny ? 'those that are installed' : installContenders()}`)
  report.line(
    `peer merge driver: ${peerMergeDriver() === null ? 'missing (SLUICE_BENCH_PEER_MERGE_DRIVER)' : 'built checkout'}`,
  )
  for (const name of wanted) report.take(await inProcess(name))
  report.close()
} else {
  for (const name of wanted) await sections[name]?.(report, options)
  process.send(report.goals, () => process.disconnect())
}

/** A section in a process of its own: what others leave in memory, and what they made the compiler expect, slows it down. */
async function inProcess(name: string): Promise<readonly Goal[]> {
  const flag = (option: 'long' | 'tiny') => (values[option] ? [`--${option}`] : [])
  const args = ['--only', name, '--rounds', values.rounds, ...flag('long'), ...flag('tiny')]
  const child = fork(import.meta.filename, args)
  const goals = new Promise<readonly Goal[]>((resolve) => void child.once('message', resolve))
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The section ${name} ended with ${code}.`)
  return await goals
}
