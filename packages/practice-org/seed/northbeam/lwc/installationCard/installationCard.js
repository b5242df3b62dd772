import { LightningElement, api } from 'lwc'

export default class InstallationCard extends LightningElement {
    @api record

    get isLate() {
        return this.record?.Scheduled_End__c < new Date().toISOString().slice(0, 10)
    }
}
