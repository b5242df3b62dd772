trigger LuminaireTrigger on Luminaire__c (before insert) {
    for (Luminaire__c luminaire : Trigger.new) {
        if (luminaire.Warranty_Until__c == null) {
            luminaire.Warranty_Until__c = WarrantyCalculator.endOf(luminaire.Installed_On__c, null);
        }
    }
}
