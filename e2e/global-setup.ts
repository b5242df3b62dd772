import { registerAndSignIn } from '../bench/real-data/product-client.ts'
import { startProduct } from './start-product.ts'

/** One running product for all browser tests: starting it is the slow part. */
export default async function setUp(): Promise<() => Promise<void>> {
  const product = await startProduct({ settings: { SLUICE_RATE_LIMIT_FACTOR: '0' } })
  // The first account looks after the installation and sees every workspace, which no test may depend on.
  await registerAndSignIn(product.origin, { emailAddress: 'first@release.example', password: 'Lantern-42!' })
  process.env['SLUICE_E2E_ORIGIN'] = product.origin
  process.env['SLUICE_E2E_PRACTICE_ORG'] = product.practiceOrgOrigin
  return () => product.stop()
}
