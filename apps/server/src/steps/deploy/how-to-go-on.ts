/** What to do instead of deploying a validation. */
export const howToGoOn =
  'Start a flow out: it compares branch and org anew and lets Salesforce run the tests.'
