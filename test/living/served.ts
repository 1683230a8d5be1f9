/** What a program asks to see whether the tracer is at work: an expression that is evaluated while a request is handled. */
interface Served {
  readonly form: 'cjs' | 'mjs';
  readonly prelude?: string;
  readonly traced: string;
}

/**
 * The text of a program for those who trace: a server that is asked by http and by fetch, reads a file, looks up a name
 * and starts a process while it handles requests, and tells each request whether it is traced.
 */
export function served({ form, prelude = '', traced }: Served): string {
  const imports = form === 'cjs' ? REQUIRES : IMPORTS;
  return `${imports}${prelude}
const server = http.createServer(async (request, response) => {
  await fs.promises.readFile(path.resolve('package.json'));
  await dns.promises.lookup('localhost');
  const { stdout } = await promisify(execFile)(process.execPath, ['-p', '6 * 7'], { env: {} });
  await probe();
  response.end(request.url + ' ' + stdout.trim() + ' traced ' + (${traced}));
});
const asked = (port) => new Promise((done, fail) => {
  http.get({ port, path: '/http' }, (response) => {
    let text = '';
    response.on('data', (chunk) => (text += chunk)).on('end', () => done(text));
  }).on('error', fail);
});
server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  console.log(await asked(port));
  console.log(await (await fetch('http://127.0.0.1:' + port + '/fetch')).text());
  server.closeAllConnections();
  server.close(() => console.log('closed', new Error('here').stack.split('\\n').length > 1));
});
`;
}

const MODULES = {
  http: 'node:http',
  fs: 'node:fs',
  path: 'node:path',
  dns: 'node:dns',
  '{ promisify }': 'node:util',
  '{ execFile }': 'node:child_process',
  '{ probe }': './probe.cjs',
};
const REQUIRES = Object.entries(MODULES)
  .map(([names, id]) => `const ${names} = require('${id}');\n`)
  .join('');
const IMPORTS = Object.entries(MODULES)
  .map(([names, id]) => `import ${names} from '${id}';\n`)
  .join('');
