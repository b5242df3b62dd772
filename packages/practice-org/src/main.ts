import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createPracticeOrg } from './practice-org.ts'

const usage =
  'usage: main.js --port 7400 --data FOLDER [--host 127.0.0.1] [--seed FOLDER_OR_ZIP|empty] [--time-scale 0|60|1] [--test-port 7401] [--tls-port 7443 --tls-key FILE --tls-cert FILE]'

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '7400' },
      host: { type: 'string', default: '127.0.0.1' },
      data: { type: 'string' },
      seed: { type: 'string' },
      'test-port': { type: 'string' },
      'tls-port': { type: 'string' },
      'tls-key': { type: 'string' },
      'tls-cert': { type: 'string' },
      'time-scale': { type: 'string', default: '0' },
    },
  })
  if (values.data === undefined) throw new Error(usage)
  const startedAt = performance.now()
  const practiceOrg = await createPracticeOrg({
    dataDir: values.data,
    port: Number(values.port),
    host: values.host,
    timeScale: Number(values['time-scale']),
    ...(values['test-port'] === undefined ? {} : { testPort: Number(values['test-port']) }),
    ...(values['tls-port'] === undefined
      ? {}
      : {
          tls: {
            port: Number(values['tls-port']),
            key: readFileSync(values['tls-key'] ?? '', 'utf8'),
            cert: readFileSync(values['tls-cert'] ?? '', 'utf8'),
          },
        }),
    ...(values.seed === undefined ? {} : { seed: values.seed }),
  })
  for (const { path, problem } of practiceOrg.skipped.slice(0, 20))
    console.error(`skipped ${path}: ${problem}`)
  const { origin, port, testOrigin } = practiceOrg
  console.log(
    JSON.stringify({
      listening: origin,
      port,
      testListening: testOrigin,
      startedInMs: Math.round(performance.now() - startedAt),
      skipped: practiceOrg.skipped.length,
    }),
  )
  let isStopping = false
  const stop = (): void => {
    if (isStopping) return
    isStopping = true
    practiceOrg.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
