/** The one place that reads the environment of the process. */
export const environmentVariables = (): Readonly<Record<string, string | undefined>> =>
  // oxlint-disable-next-line node/no-process-env
  ({ ...process.env })
