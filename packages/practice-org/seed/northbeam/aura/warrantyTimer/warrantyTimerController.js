({
    tick: function (component) {
        component.set('v.days', component.get('v.days') - 1)
    }
})
