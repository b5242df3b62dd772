// `npm run test:long [-- PART ... [--seed N] [--slice 2/5] [--list]]`: the tests that take too long for `npm test`.
import { randomInt } from 'node:crypto'
import { requireChromium } from '../chromium.mjs'
import { build, install, Refusal, requireTools } from '../prepare.mjs'
import { closingLine, isGreen } from '../run-tests.mjs'
import { readOptions, slicesOf } from './options.mjs'
import { longParts } from './parts.mjs'
import { runPart } from './run-part.mjs'

const say = (line) => process.stdout.write(`${line}\n`)

function list() {
  const width = Math.max(...longParts.map(({ name }) => name.length))
  for (const { name, proves } of longParts) say(`${name.padEnd(width)}  ${proves}`)
}

function tell({ part, slice, seed, seconds, ...report }) {
  say(
    `${part} ${slice}: ${closingLine([report])} in ${seconds} s${report.isOverLimit ? ', over the limit' : ''}`,
  )
  if (report.failed > 0) say(`  Repeat with: npm run test:long -- ${part} --seed ${seed} --slice ${slice}`)
}

async function main() {
  const { parts, seed, slice, isList } = readOptions(process.argv.slice(2), randomInt(2 ** 31))
  if (isList || parts === longParts) list()
  if (isList) return
  requireTools()
  await install(say)
  const chromium = await requireChromium(say)
  await build(say)
  const env = chromium ? { CHROMIUM_PATH: chromium } : {}
  const reports = []
  for (const part of parts)
    for (const one of slicesOf(part, slice)) {
      say(`${part.name} ${one.index}/${one.count}, seed ${seed}`)
      reports.push(await runPart(part, { seed, slice: one, env }))
    }
  for (const report of reports) tell(report)
  say(closingLine(reports))
  process.exitCode = isGreen(reports) ? 0 : 1
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Refusal ? error.message : error.stack}\n`)
  say('0 passed, 1 failed, 0 skipped')
  process.exitCode = 1
})
