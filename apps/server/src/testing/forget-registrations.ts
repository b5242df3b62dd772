import { DBOS } from '@dbos-inc/dbos-sdk'

// The engine's library is loaded once for each process and refuses a workflow that is registered twice, as happens when
// a test has its modules evaluated anew.
await DBOS.shutdown({ deregister: true })
