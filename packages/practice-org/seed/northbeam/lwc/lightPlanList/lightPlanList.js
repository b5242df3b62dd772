import { LightningElement, api, wire } from 'lwc'
import plansOf from '@salesforce/apex/LightPlanController.plansOf'

export default class LightPlanList extends LightningElement {
    @api recordId

    @wire(plansOf, { accountId: '$recordId' })
    plans
}
