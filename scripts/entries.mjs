// Writes the entries that are too small to bundle: the ES module faces of the two CommonJS files, and types for ./register.
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const dist = new URL('../dist/', import.meta.url);
const write = (name, text) => writeFileSync(new URL(name, dist), text);

const names = Object.keys(createRequire(dist)('./index.cjs')).sort();
write('index.mjs', `import api from './index.cjs';\nexport const { ${names.join(', ')} } = api;\n`);
write('register.mjs', `import './register.cjs';\n`);
for (const name of ['register.d.ts', 'register.d.cts']) write(name, 'export {};\n');
rmSync(new URL('metafile-cjs.json', dist), { force: true });
