import type { ErrorRule } from '../error-rule.ts'

/** References to what an org has only while one of its features is switched on. */
export const missingFeatures: readonly ErrorRule[] = [
  {
    id: 'multi-currency-off',
    pattern: /no CustomField named \S+\.CurrencyIsoCode found/i,
    title: 'The org has a single currency',
    meaning:
      'A layout, report or permission shows the currency of records, which only orgs with several currencies have.',
    wayOut:
      'Switch on multiple currencies in the org, or take CurrencyIsoCode out of the files that name it.',
  },
  {
    id: 'state-picklists-off',
    pattern: /no CustomField named \S+\.\w*(?:State|Country)Code found/i,
    title: 'State and country picklists are off in the org',
    meaning:
      'Address codes such as BillingCountryCode exist only where state and country picklists are switched on.',
    wayOut:
      'Switch on state and country picklists in the org, or take the code fields out of the files that name them.',
  },
  {
    id: 'person-accounts-off',
    pattern:
      /no RecordType named PersonAccount\.\S+ found|no CustomField named \S+\.(?:\w+__pc|Person\w+) found/i,
    title: 'Person accounts are off in the org',
    meaning: 'Record types and fields of person accounts exist only where person accounts are switched on.',
    wayOut: 'Switch on person accounts in the org, which cannot be undone, or leave the reference out.',
  },
  {
    id: 'contacts-to-multiple-accounts-off',
    pattern:
      /no CustomObject named AccountContactRelation found|in related list:RelatedContactAccountRelationList/i,
    title: 'Contacts cannot belong to several accounts in the org',
    meaning:
      'The object AccountContactRelation and its related lists exist only with “Contacts to Multiple Accounts”.',
    wayOut:
      'Allow contacts to relate to multiple accounts in the account settings of the org, or remove the related list.',
  },
  {
    id: 'account-teams-off',
    pattern: /related list:RelatedAccountSalesTeam/i,
    title: 'Account teams are off in the org',
    meaning: 'A layout has the related list of the account team, which the org does not have.',
    wayOut: 'Switch on account teams in the org, or remove the related list from the layout.',
  },
  {
    id: 'opportunity-splits-off',
    pattern: /related list:RelatedOpportunitySplits|no CustomObject named OpportunitySplit\w* found/i,
    title: 'Opportunity splits are off in the org',
    meaning: 'A file refers to opportunity splits, which need team selling and splits to be set up.',
    wayOut: 'Set up opportunity splits in the org, or remove the reference.',
  },
  {
    id: 'territories-off',
    pattern:
      /no CustomObject named (?:Object)?Territory2\w* found|no CustomField named \S+\.Territory2Id found/i,
    title: 'Territory management is off in the org',
    meaning: 'A file refers to territories, which the org does not have.',
    wayOut: 'Switch on territory management in the org, or remove the reference.',
  },
  {
    id: 'type-not-available',
    pattern: /Not available for deploy for this organization/i,
    title: 'The org does not have this kind of metadata',
    meaning: 'The feature, language or licence that this component belongs to is not active in the org.',
    wayOut:
      'Activate the feature or language in Setup, or leave the component out with a line in .sluiceinclude.',
  },
  {
    id: 'entity-not-accessible',
    pattern: /Entity is not org-accessible/i,
    title: 'An object is not available in the org',
    meaning: 'The code or file uses a standard object of a feature that is not switched on in the org.',
    wayOut: 'Switch the feature on, or use the object only where it exists, by its name at run time.',
  },
]
