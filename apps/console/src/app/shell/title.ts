export interface TitleParts {
  /** What the page itself is: a job with its status, an environment, or the page's own name. */
  page: string | undefined
  environment: string | undefined
  stack: string | undefined
  workspace: string | undefined
  product: string
}

/** From the nearest to the farthest: "Jobs · Core CRM · Acme Corp · Sluice". */
export function documentTitle({ page, environment, stack, workspace, product }: TitleParts): string {
  const parts = [page, environment, stack, workspace, product].filter(
    (part) => part !== undefined && part !== '',
  )
  return parts.join(' · ')
}
