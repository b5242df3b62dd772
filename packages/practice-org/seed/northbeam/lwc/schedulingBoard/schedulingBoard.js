import { LightningElement, wire } from 'lwc'
import week from '@salesforce/apex/SchedulingBoardController.week'
import title from '@salesforce/label/c.Scheduling_Board_Title'

export default class SchedulingBoard extends LightningElement {
    title = title
    monday = new Date().toISOString().slice(0, 10)

    @wire(week, { monday: '$monday' })
    installations
}
