// Sandboxes that get stuck, are locked or vanish. Our client reads their records with its queries.
import assert from 'node:assert/strict'
import { queryAll } from '@sluice/salesforce/tooling/query'

let made = 0

/** Makes a sandbox that meets the fault; the rows of its process, once `isOver` says so. */
async function processOf(own, kind, isOver) {
  const name = `own${made++}`
  await own.fault(kind, 'sandbox')
  await own.rest('POST', '/tooling/sobjects/SandboxInfo', { SandboxName: name, LicenseType: 'Developer' })
  const soql = `SELECT Status, EndDate, SandboxInfoId FROM SandboxProcess WHERE SandboxName = '${name}'`
  let rows
  await own.setting.until(async () => {
    rows = await queryAll(own.connection, soql, { tooling: true })
    return isOver(rows[0])
  })
  return rows[0]
}

export const sandboxFaults = {
  async sandboxStops(own) {
    const process = await processOf(own, 'sandboxStops', ({ Status }) => Status === 'Stopped')
    assert.equal(process.EndDate, null)
  },
  async sandboxLocked(own) {
    const process = await processOf(own, 'sandboxLocked', ({ Status }) => Status === 'Locked')
    assert.notEqual(process.EndDate, null)
  },
  async sandboxVanishes(own) {
    const process = await processOf(own, 'sandboxVanishes', ({ Status }) => Status === 'Deleted')
    const soql = `SELECT Id FROM SandboxInfo WHERE Id = '${process.SandboxInfoId}'`
    await own.setting.until(
      async () => (await queryAll(own.connection, soql, { tooling: true })).length === 0,
    )
  },
}
