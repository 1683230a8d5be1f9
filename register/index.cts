const { engine } = require('./realm.js') as typeof import('./realm.js');

module.exports = engine(__dirname).api;
