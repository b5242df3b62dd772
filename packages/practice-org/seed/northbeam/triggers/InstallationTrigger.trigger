trigger InstallationTrigger on Installation__c (after insert, after update, after delete, after undelete) {
    List<Installation__c> changed = Trigger.isDelete ? Trigger.old : Trigger.new;
    new InstallationTriggerHandler().afterChange(changed);
}
