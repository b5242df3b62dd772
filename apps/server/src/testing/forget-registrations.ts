import { DBOS } from '@dbos-inc/dbos-sdk'

// Modules are evaluated anew for each test file of a process, and the engine's library, which is loaded once, refuses a
// workflow that is registered twice.
await DBOS.shutdown({ deregister: true })
