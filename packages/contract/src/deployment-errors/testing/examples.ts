/** Messages as Salesforce writes them, by the rule that has to recognize them. */
export const examples: Readonly<Record<string, readonly string[]>> = {
  'multi-currency-off': ['In field: field - no CustomField named Account.CurrencyIsoCode found'],
  'state-picklists-off': [
    'In field: field - no CustomField named Lead.CountryCode found',
    'In field: field - no CustomField named Account.BillingStateCode found',
  ],
  'person-accounts-off': [
    'In field: recordType - no RecordType named PersonAccount.PersonAccount found',
    'In field: field - no CustomField named Account.PersonMobilePhone found',
  ],
  'contacts-to-multiple-accounts-off': [
    'In field: field - no CustomObject named AccountContactRelation found',
    'Invalid field:ACCOUNT.NAME in related list:RelatedContactAccountRelationList',
  ],
  'account-teams-off': ['Cannot find related list:RelatedAccountSalesTeam'],
  'opportunity-splits-off': ['Invalid field:SplitOwner in related list:RelatedOpportunitySplits'],
  'territories-off': ['In field: field - no CustomObject named Territory2 found'],
  'type-not-available': ['Not available for deploy for this organization'],
  'entity-not-accessible': ['Entity is not org-accessible'],
  'missing-field': [
    'In field: field - no CustomField named Rental__c.Region__c found',
    'In field: formula - no CustomField named Case.Tier__c found',
  ],
  'missing-object': ['In field: field - no CustomObject named Rental__c found'],
  'missing-record-type': [
    'In field: recordType - no RecordType named Account.Partner found',
    'In field: newEntityRecordType - no RecordType named Support found',
  ],
  'missing-email-template': ['In field: template - no EmailTemplate named unfiled$public/Welcome found'],
  'missing-user': ['In field: sharedTo - no User named robin@acme.example found'],
  'missing-quick-action': ['In field: QuickAction - no QuickAction named FeedItem.RypplePost found'],
  'missing-tab': ['In field: tab - no CustomTab named Product_Explorer found'],
  'missing-lightning-page': ['In field: utilityBar - no FlexiPage named Console_UtilityBar found'],
  'missing-apex-class': ['In field: apexClass - no ApexClass named RentalService found'],
  'missing-apex-page': ['In field: apexPage - no ApexPage named RentalPrint found'],
  'missing-group': [
    'In field: queue - no Queue named Back_Office found',
    'In field: sharedTo - no Group named All Partners found',
  ],
  'missing-role': ['sharedTo not allowed:role - CEO (8:19)', 'In field: role - no Role named CEO found'],
  'missing-lightning-component': [
    'No COMPONENT named markup://c:categoryFilter found : [markup://c:auraDomEventListener]',
    'No MODULE named markup://c:utilities found : [markup://c:rentalCard]',
  ],
  'missing-component': [
    'In field: application - no CustomApplication named Rentals found',
    'In field: permissionSet - no PermissionSet named Rental_Desk found',
  ],
  'missing-entity': ["Entity of type 'RecordType' named 'Account.Partner' cannot be found"],
  'missing-related-list-field': ['Invalid field:SOLUTION.ISSUE in related list:RelatedSolutionList'],
  'missing-related-list': ['Cannot find related list:Rental__c.Account__c'],
  'missing-folder': ['Cannot find folder:Sample_Reports_For_Dashboards'],
  'missing-picklist-value': ['Picklist value: Reserved in picklist: Status__c not found'],
  'missing-page-component': [
    "We couldn't retrieve the design time component information for component c:rentalMap.",
  ],
  'missing-action-class': ["Unable to find Apex action class referenced as 'RentalController'."],
  'invalid-override': ['Rental_Home does not exist or is not a valid override for action Tab.'],
  'missing-flow-action': ["We can't find an action with the name and action type that you specified."],
  'invalid-reference': ['INVALID_CROSS_REFERENCE_KEY: invalid cross reference id'],
  'delete-referenced': [
    'This custom field is referenced elsewhere in salesforce.com. : Flow Version - 301Kz, Apex Class - RentalService',
    'This custom object is used by another feature. Remove the usage and try again. : Apex Class - RentalService.',
  ],
  'delete-absent': ['No CustomField named: Rental__c.Old__c found'],
  'delete-record-type': ['Cannot delete record type through API'],
  'delete-standard': ["The CustomObject called 'ContentVersion' is standard and cannot be deleted"],
  'apex-jobs-pending': [
    'This schedulable class has jobs pending or in progress - CronTrigger IDs (08e000000000001)',
    'You can bypass this error by allowing deployments with Apex jobs in the Deployment Settings page in Setup.',
  ],
  'apex-missing-type': [
    'Invalid type: RentalRate',
    'Dependent class is invalid and needs recompilation:\n Class Logger : Dependent class is invalid and needs recompilation:\n Class Selector : Invalid type: Schema.Topic',
    'Dependent class is invalid and needs recompilation:\nClass.BoxApiRequest.getBody: line 205, column 23\nBoxResource: line 36, column 36: Dependent class is invalid and needs recompilation:\nBoxFolder: line 341, column 12: Invalid type: BoxFile.Info',
  ],
  'apex-type-not-visible': ['Type is not visible: Rates.Internal'],
  'apex-missing-variable': ['Variable does not exist: rate'],
  'apex-missing-method': [
    'Method does not exist or incorrect signature: void charge(Decimal) from the type RentalService',
  ],
  'apex-not-visible': ['Method is not visible: void RentalService.reset()'],
  'apex-missing-constructor': ['Constructor not defined: [RentalService].<Constructor>(String)'],
  'apex-missing-interface-method': [
    'Class RentalService must implement the method: void Chargeable.charge()',
  ],
  'apex-missing-column': [
    "No such column 'Region__c' on entity 'Rental__c'. If you are attempting to use a custom field, be sure to append the '__c' after the custom field name.",
  ],
  'apex-missing-field': ['Invalid field Region__c for SObject Rental__c'],
  'apex-missing-object': ["sObject type 'Rental__c' is not supported."],
  'apex-missing-relation': ["Didn't understand relationship 'Lines__r' in FROM part of query call."],
  'apex-not-writeable': [
    'Dependent class is invalid and needs recompilation: Class acme.Convert : Dependent class is invalid and needs recompilation: Class acme.Service : Field is not writeable: ContentVersion.CreatedById',
  ],
  'apex-duplicate': [
    'Duplicate variable: rate',
    'Method already defined: charge void charge() from the type RentalService',
  ],
  'apex-incompatible-types': [
    'Illegal assignment from Integer to String',
    'Comparison arguments must be compatible types: Integer, String',
  ],
  'apex-no-return': ['Missing return statement required return type: Decimal'],
  'apex-syntax': [
    "Unexpected token '{'.",
    "Missing ';' at '}'",
    "Extra ';', at 'return'.",
    "expecting right parentheses, found ';'",
    "expecting a right parentheses, found ';'",
  ],
  'apex-dependent-class': ['Dependent class is invalid and needs recompilation'],
  'field-type-existing-data': ['Cannot change type due to existing data'],
  'field-lookup-to-master-check-only': [
    'Test only deployment cannot update a field from a Lookup to MasterDetail',
  ],
  'field-type-change': [
    'Cannot update a field from a Formula to something else',
    'Cannot update a field from a Text to a Number',
  ],
  'field-global-value-set': ['Cannot change which global value set this picklist uses'],
  'field-lookup-delete-option': [
    'Cannot add a lookup relationship child with cascade or restrict options to User',
  ],
  'field-master-detail-required': ['Master-Detail Relationship Fields Cannot be Optional or Required'],
  'field-attribute-not-allowed': [
    "Can not specify 'deleteConstraint' for a CustomField of type MasterDetail",
  ],
  'field-name-taken': ['There is already a field named Region on Rental.'],
  'object-no-label': ['Must specify a non-empty label for the CustomObject'],
  'standard-field-unknown': ["Could not resolve standard field's name."],
  'value-too-long': ['Value too long for field: Label maximum length is:40'],
  'limit-reached': [
    'You have reached the maximum number of active rules: 500',
    "You've exceeded the limit for sharing rules.",
  ],
  'invalid-full-name': ['Invalid fullName, must end in a custom suffix (e.g. __c)'],
  'invalid-name-characters': [
    'The Record Type Name field can only contain underscores and alphanumeric characters. It must be unique, begin with a letter.',
  ],
  'formula-too-big': [
    'The formula expression is invalid: Compiled formula is too big to execute (5,001 characters)',
  ],
  'formula-picklist-function': [
    'Field Status__c is a picklist field. Picklist fields are only supported in certain functions.',
  ],
  'formula-missing-field': [
    'Field Region__c does not exist. Check spelling.',
    'Field $Label.Rental_Closed does not exist. Check spelling.',
  ],
  'formula-function': ['Unknown function ISNEWISH. Check spelling.'],
  'formula-parameter': [
    "Incorrect parameter type for function 'LEN()'. Expected Text, received Number",
    "Incorrect argument type for operator '='.",
  ],
  'formula-syntax': ["Syntax error. Missing ')'", "Syntax error. Found 'AND'"],
  'unknown-permission': ['Unknown user permission: AllowUniversalSearch'],
  'required-field-permission': ['You cannot deploy to a required field: Rental__c.Account__c'],
  'permission-depends': ['Permission ManageUsers depends on permission(s): ViewRoles'],
  'license-permission': ["The user license doesn't allow the permission: Read Promotion"],
  'permission-set-license': ['Permission set must be associated to a user license'],
  'invalid-tab-setting': ["You can't edit tab settings for WelcomeLightning, as it's not a valid tab."],
  'standard-profile-renamed': ['Cannot rename standard profile: Custom Admin'],
  'insufficient-access': [
    'insufficient access rights on cross-reference id',
    'INSUFFICIENT_ACCESS: insufficient access rights on object id',
  ],
  'managed-component': [
    "Cannot modify managed object: entity=WebLink, component=00b30000001, field=Url, state=MANAGED_INSTALLED: newValue='a', oldValue='b'",
  ],
  'layout-required-field': ['Layout must contain an item for required layout field: Name'],
  'layout-field-behaviour': ['Field:FirstName must be Required'],
  'layout-no-section': ['Layout must have at least 1 section'],
  'only-layout': ['Cannot delete the only layout'],
  'page-component-property': [
    'Invalid property [hideUpdateButton] in component [runtime_sales_pathassistant:pathAssistant]',
  ],
  'property-version': ["Property 'componentInstances' not valid in version 49.0"],
  'parent-failed': ['Parent entity failed to deploy'],
  'duplicate-record': [
    'duplicate value found: <unknown> duplicates value on record with id: <unknown>',
    'duplicate value found: Number__c duplicates value on record with id: a018M000003uKqq',
  ],
  'web-component-compile': ['LWC1503: Parsing error: Unexpected token (3:4)'],
  'flow-version-active': ["The version of the flow you're updating is active and can't be overwritten."],
  'matching-rule-active': ['Before you change a matching rule, you must deactivate it.'],
  'matching-rule-status': ['Change the matching rule status separately from other changes.'],
  'rule-order': ['The order of rules must be in sequential order from 1.'],
  'workflow-object': [
    'Cannot delete a workflow object; Workflow Rules and Actions must be deleted individually',
  ],
  'file-not-in-archive': [
    "An object 'Account.Region__c' of type CustomField was named in package.xml, but was not found in zipped directory",
  ],
  'file-not-in-manifest': ['Not in package.xml'],
  'file-unknown-element': [
    'Error parsing file: Element {http://soap.sforce.com/2006/04/metadata}calloutOptions invalid at this location in type NamedCredential',
  ],
  'file-not-xml': [
    'Error parsing file: The element type "label" must be terminated by the matching end-tag "</label>".',
  ],
  'api-version-type': ['Not available for deploy for this API version'],
  'unknown-type': ["Unknown type name 'AiEvaluationDefinition' specified in package.xml"],
  'required-element': ['Required field is missing: sharingModel', 'Required fields are missing: [label]'],
  'enumeration-value': ["'Fancy' is not a valid value for the enum 'FieldType'"],
  'static-resource-size': ['Static Resource cannot exceed 5 MB in size.'],
  'archive-size': [
    'LIMIT_EXCEEDED: Maximum size of request reached. Maximum size of request is 52428800 bytes.',
  ],
  'coverage-average': [
    'Average test coverage across all Apex Classes and Triggers is 71%, at least 75% test coverage is required.',
  ],
  'coverage-component': [
    'Test coverage of selected Apex Trigger is 0%, at least 1% test coverage is required',
  ],
  'coverage-deployment': [
    'Your code coverage is 62%. You need at least 75% coverage to complete this deployment.',
  ],
  'no-tests-in-production': [
    'INVALID_OPERATION: testLevel of NoTestRun cannot be used in production organizations',
  ],
  'test-assertion': ['System.AssertException: Assertion Failed: Expected: 3, Actual: 2'],
  'test-mixed-dml': [
    'System.DmlException: Insert failed. First exception on row 0; first error: MIXED_DML_OPERATION, DML operation on setup object is not permitted after you have updated a non-setup object',
  ],
  'row-lock': [
    'UNABLE_TO_LOCK_ROW, unable to obtain exclusive access to this record or 1 records: a01000000000001',
  ],
  'test-validation-rule': [
    'System.DmlException: Insert failed. First exception on row 0; first error: FIELD_CUSTOM_VALIDATION_EXCEPTION, Credit hold: []',
  ],
  'test-restricted-picklist': [
    'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST, Row Cause: bad value for restricted picklist field: Central: [RowCause]',
  ],
  'test-required-field': ['first error: REQUIRED_FIELD_MISSING, [Region__c]'],
  'test-trigger-failed': [
    'first error: CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY, RentalTrigger: execution of BeforeInsert caused by: System.NullPointerException: Attempt to de-reference a null object',
  ],
  'test-null': ['System.NullPointerException: Attempt to de-reference a null object'],
  'test-no-rows': ['System.QueryException: List has no rows for assignment to SObject'],
  'test-limits': ['System.LimitException: Too many SOQL queries: 101'],
  'test-callout': ['System.TypeException: Methods defined as TestMethod do not support Web service callouts'],
  'salesforce-internal': [
    'UNKNOWN_EXCEPTION: An unexpected error occurred. Please include this ErrorId if you contact support: 385671458-421778 (1377497918)',
  ],
}
