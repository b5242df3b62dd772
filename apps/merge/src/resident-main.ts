import { closeSync, openSync } from 'node:fs'
import { startResident } from './resident.ts'

const [program = '', folder = 'dist/resident'] = process.argv.slice(1)

startResident(folder, {
  program,
  idleMs: 10_000,
  // `driver.sh` waits for the end of standard output. Something has to stay open under its number.
  onListening: () => {
    closeSync(1)
    openSync('/dev/null', 'w')
  },
})
