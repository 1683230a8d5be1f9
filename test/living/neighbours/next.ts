import type { Neighbour } from '../neighbour.js';

/** Builds in processes with native code, and serves from one. */
export const neighbour: Neighbour = {
  name: 'next',
  packages: { next: '15.5.29', react: '19.2.3', 'react-dom': '19.2.3' },
  files: {
    'app/layout.js': `export default function Layout({ children }) { return <html><body>{children}</body></html>; }
`,
    'app/page.js': `export const dynamic = 'force-dynamic';
export default function Page() { return <h1>served</h1>; }
`,
    'app/api/route.js': `export const dynamic = 'force-dynamic';
export async function GET() {
  const { probe } = await import(/* webpackIgnore: true */ process.cwd() + '/probe.cjs');
  await probe();
  return Response.json({ probed: true });
}
`,
    'main.cjs': `const { execFileSync, spawn } = require('node:child_process');
const next = [require.resolve('next/dist/bin/next')];
execFileSync(process.execPath, [...next, 'build'], { stdio: 'ignore' });
console.log('built');
const server = spawn(process.execPath, [...next, 'start', '-p', '0', '-H', '127.0.0.1']);
let text = '';
server.stdout.on('data', async (piece) => {
  const before = /Ready/.test(text);
  text += piece;
  if (before || !/Ready/.test(text)) return;
  const [url] = /http:..127.0.0.1:\\d+/.exec(text);
  console.log(/served/.test(await (await fetch(url)).text()), await (await fetch(url + '/api')).text());
  server.kill();
});
server.on('exit', (code, signal) => console.log('ended', code, signal));
`,
  },
  programs: [
    {
      title: 'build and start',
      argv: ['main.cjs'],
      env: { NEXT_TELEMETRY_DISABLED: '1', CI: '1' },
      shows: /built\ntrue .*true/,
    },
  ],
};
