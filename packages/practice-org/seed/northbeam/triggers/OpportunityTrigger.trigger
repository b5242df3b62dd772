trigger OpportunityTrigger on Opportunity (before insert, before update) {
    Set<Id> accountIds = new Set<Id>();
    for (Opportunity deal : Trigger.new) {
        accountIds.add(deal.AccountId);
    }
    Map<Id, Account> accounts = new Map<Id, Account>([SELECT Id, Customer_Tier__c FROM Account WHERE Id IN :accountIds]);
    new OpportunityPricing().check(Trigger.new, accounts);
}
