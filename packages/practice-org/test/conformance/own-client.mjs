import assert from 'node:assert/strict'
import { aborts } from './own/aborts.mjs'
import { calls } from './own/calls.mjs'
import { OwnClient } from './own/connection.mjs'
import { faults, troubles } from './own/faults.mjs'
import { large } from './own/large.mjs'

/** Line 35 in parts: our own client in each of its calls, at the limits, aborted, and in each trouble by name. */
const parts = (kind, checks) =>
  Object.entries(checks).map(([name, run]) => ({
    line: 35,
    name: `our own client, ${kind}: ${name}`,
    run: async (setting) => run(await OwnClient.of(setting)),
  }))

export const ownClientLines = [
  ...parts('calls', calls),
  ...parts('aborts', aborts),
  ...parts('fault', faults),
  ...parts('trouble', troubles),
  ...parts('limits', large),
  {
    line: 35,
    name: 'our own client: no fault is left out',
    async run(setting) {
      const { kinds } = await setting.admin('GET', '/admin/faults')
      assert.deepEqual(Object.keys(faults).toSorted(), Object.keys(kinds).toSorted())
    },
  },
]
