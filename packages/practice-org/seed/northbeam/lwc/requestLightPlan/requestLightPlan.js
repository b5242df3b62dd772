import { LightningElement, api } from 'lwc'
import { ShowToastEvent } from 'lightning/platformShowToastEvent'

export default class RequestLightPlan extends LightningElement {
    @api recordId

    @api invoke() {
        this.dispatchEvent(new ShowToastEvent({ title: 'Requested', variant: 'success' }))
    }
}
