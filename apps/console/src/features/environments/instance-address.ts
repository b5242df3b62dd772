/** Where the state of an instance is published. The practice org publishes none, so that its own page is given. */
export function instanceAddress(
  instanceName: string,
  of: { signInUrl: string | null; practiceOrgOrigin: string | null },
): string {
  const { signInUrl, practiceOrgOrigin } = of
  if (practiceOrgOrigin !== null && signInUrl !== null && signInUrl.startsWith(practiceOrgOrigin))
    return practiceOrgOrigin
  return `https://status.salesforce.com/instances/${encodeURIComponent(instanceName)}`
}
