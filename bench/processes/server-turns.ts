// Loaded into every process that the product starts; only the server's first thread is watched.
import { isMainThread } from 'node:worker_threads'
import { recordTurns } from './turns.ts'

const file = process.env['BENCH_TURNS']
if (isMainThread && file !== undefined && process.argv[1]?.endsWith('server/dist/main.js')) recordTurns(file)
