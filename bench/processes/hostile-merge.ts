// Merges three files in a process without a loader, and prints size, seconds, growth of memory, status and number of conflicts.
import { readFileSync } from 'node:fs'
import { merge } from '@sluice/metadata/merge/merge'
import { ownPeak } from './own-peak.ts'

const empty = Buffer.alloc(0)
const [base = empty, ours = empty, theirs = empty] = process.argv.slice(2).map((file) => readFileSync(file))
const size = base.length + ours.length + theirs.length
// Asked once for nothing, because to ask takes memory too.
ownPeak()
// What it holds now, not its peak so far: a merge that fills what loading the code left free needs that memory all the same.
const before = process.memoryUsage.rss()
const started = performance.now()
const { status, conflicts } = merge({ path: 'unpackaged/profiles/Admin.profile', base, ours, theirs })
const seconds = (performance.now() - started) / 1000
const growth = ownPeak() * 1024 - before
process.stdout.write(`${JSON.stringify({ size, seconds, growth, status, conflicts: conflicts.length })}\n`)
