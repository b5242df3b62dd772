import type { Product } from '../../e2e/start-product.ts'
import type { Clone } from './clone.ts'
import type { ProductClient, StackPlace } from './product-client.ts'
import { memoryOf, type Report } from './report.ts'

/** What the steps of the flow share. */
export interface World {
  report: Report
  product: Product
  client: ProductClient
  place: StackPlace
  clone: Clone
  /** A folder that goes when the script ends. */
  work: string
}

export const account = { emailAddress: 'rhea@example.com', password: 'Correct-Horse-7' }

/** Where the metadata lies in the repository. */
export const metadataDirectory = 'src'

export async function printMemory({ report, product }: Pick<World, 'report' | 'product'>): Promise<void> {
  const server = await memoryOf(product.server.pid())
  const practiceOrg = await memoryOf(product.practiceOrg.pid())
  const own = await memoryOf(process.pid)
  report.count(
    'memory of the server (MB)',
    `${server.now}, peak ${server.peak}, with its children ${server.withChildren}`,
  )
  report.count('memory of the practice org (MB)', `${practiceOrg.now}, peak ${practiceOrg.peak}`)
  report.count('memory of this script (MB)', `${own.now}, peak ${own.peak}`)
}
