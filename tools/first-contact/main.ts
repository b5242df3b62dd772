import { environmentVariables } from '../../apps/server/src/platform/config/environment.ts'
import { firstContact } from './first-contact.ts'

process.exitCode = await firstContact(process.argv.slice(2), environmentVariables())
