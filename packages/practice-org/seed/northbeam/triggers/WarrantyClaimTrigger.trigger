trigger WarrantyClaimTrigger on Warranty_Claim__c (before insert, before update) {
    Set<Id> ids = new Set<Id>();
    for (Warranty_Claim__c claim : Trigger.new) {
        ids.add(claim.Luminaire__c);
    }
    Map<Id, Luminaire__c> luminaires = new Map<Id, Luminaire__c>([SELECT Id, Warranty_Until__c FROM Luminaire__c WHERE Id IN :ids]);
    new WarrantyClaimService().decide(Trigger.new, luminaires);
}
