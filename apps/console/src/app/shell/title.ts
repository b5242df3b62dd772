export interface TitleParts {
  /** The first part of the title: a job with its status, the name of a schedule, or the name of the page. */
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
