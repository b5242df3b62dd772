trigger ShipmentEventTrigger on Shipment_Event__e (after insert) {
    new ShipmentEventHandler().handle(Trigger.new);
}
