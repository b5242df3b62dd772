<?xml version="1.0" encoding="UTF-8"?>
<CustomApplication xmlns="http://soap.sforce.com/2006/04/metadata">
    <brand>
        <headerColor>#B85C00</headerColor>
        <shouldOverrideOrgTheme>false</shouldOverrideOrgTheme>
    </brand>
    <defaultLandingTab>standard-home</defaultLandingTab>
    <description>For installers and planners</description>
    <formFactors>Small</formFactors>
    <formFactors>Large</formFactors>
    <isNavAutoTempTabsDisabled>false</isNavAutoTempTabsDisabled>
    <isNavPersonalizationDisabled>false</isNavPersonalizationDisabled>
    <label>Installations</label>
    <navType>Standard</navType>
    <tabs>standard-home</tabs>
    <tabs>Installation__c</tabs>
    <tabs>Scheduling_Board</tabs>
    <tabs>Work_Order_Help</tabs>
    <tabs>Survey_Response__c</tabs>
    <uiType>Lightning</uiType>
</CustomApplication>
