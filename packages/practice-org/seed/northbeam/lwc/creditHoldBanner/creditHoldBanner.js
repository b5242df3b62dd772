import { LightningElement, api } from 'lwc'
import text from '@salesforce/label/c.Credit_Hold_Banner'

export default class CreditHoldBanner extends LightningElement {
    @api recordId
    text = text
}
