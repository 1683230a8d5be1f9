const { engine } = require('./realm.js') as typeof import('./realm.js');

engine(__dirname).start();
