import { startProduct } from './start-product.ts'

/** One running product for all browser tests: starting it is the slow part. */
export default async function setUp(): Promise<() => Promise<void>> {
  const product = await startProduct()
  process.env['SLUICE_E2E_ORIGIN'] = product.origin
  process.env['SLUICE_E2E_PRACTICE_ORG'] = product.practiceOrgOrigin
  return () => product.stop()
}
