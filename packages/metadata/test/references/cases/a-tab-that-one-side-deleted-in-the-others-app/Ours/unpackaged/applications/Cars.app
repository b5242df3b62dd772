<?xml version="1.0" encoding="UTF-8"?>
<CustomApplication xmlns="http://soap.sforce.com/2006/04/metadata">
    <label>Cars</label>
    <tabs>standard-Account</tabs>
</CustomApplication>
