<?xml version="1.0" encoding="UTF-8"?>
<Profile xmlns="http://soap.sforce.com/2006/04/metadata">
    <fieldPermissions>
        <editable>false</editable>
        <field>Car__c.Colour__c</field>
        <readable>true</readable>
    </fieldPermissions>
</Profile>
