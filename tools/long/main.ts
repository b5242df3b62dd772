// `npm run test:long [-- PART ... [--seed N] [--slice 2/5] [--list]]`: the tests that take too long for `npm test`.
import { randomInt } from 'node:crypto'
import { requireChromium } from '../chromium.ts'
import { build } from '../prepare.mjs'
import { runProgram, say } from '../program.ts'
import { closingLine, isGreen } from '../run-tests.ts'
import { readOptions, slicesOf } from './options.ts'
import { longParts } from './parts.ts'
import { runPart, type LongReport } from './run-part.ts'

function list(): void {
  const width = Math.max(...longParts.map(({ name }) => name.length))
  for (const { name, proves } of longParts) say(`${name.padEnd(width)}  ${proves}`)
}

function sayCounts({ part, slice, seed, seconds, isOverLimit, ...counts }: LongReport): void {
  say(`${part} ${slice}: ${closingLine([counts])} in ${seconds} s${isOverLimit ? ', over the limit' : ''}`)
  if (counts.failed > 0) say(`  Repeat with: npm run test:long -- ${part} --seed ${seed} --slice ${slice}`)
}

await runProgram(
  async (args) => {
    const { parts, seed, slice, isList } = readOptions(args, randomInt(2 ** 31))
    if (isList || parts === longParts) list()
    if (isList) return
    const chromium = await requireChromium(say)
    await build(say)
    const env = chromium ? { CHROMIUM_PATH: chromium } : {}
    const reports: LongReport[] = []
    for (const part of parts)
      for (const one of slicesOf(part, slice)) {
        say(`${part.name} ${one.index}/${one.count}, seed ${seed}`)
        reports.push(await runPart(part, { seed, slice: one, env }))
      }
    for (const report of reports) sayCounts(report)
    say(closingLine(reports))
    process.exitCode = isGreen(reports) ? 0 : 1
  },
  () => say('0 passed, 1 failed, 0 skipped'),
)
