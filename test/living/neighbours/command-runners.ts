import type { Neighbour } from '../neighbour.js';

/** Start commands. */
export const neighbour: Neighbour = {
  name: 'command-runners',
  packages: { execa: '9.6.1', 'cross-spawn': '7.0.6', shelljs: '0.10.0', 'simple-git': '3.30.0', zx: '8.8.5' },
  files: {
    'child.cjs': "require('./probe.cjs').probe().then(() => console.log('child'));\n",
    'main.mjs': `import fs from 'node:fs';
import spawn from 'cross-spawn';
import { execa, execaSync } from 'execa';
import shell from 'shelljs';
import { simpleGit } from 'simple-git';
import { $ } from 'zx';
console.log((await execa('node', ['child.cjs'])).stdout, execaSync('echo', ['x']).stdout, (await execa('cat', { input: 'in' })).stdout);
for (const [command, args] of [['node', ['-e', 'process.exit(3)']], ['no-such-command', []]])
  await execa(command, args).catch(({ code, exitCode, shortMessage }) => console.log(code, exitCode, shortMessage));
console.log(spawn.sync('node', ['child.cjs'], { encoding: 'utf8' }).stdout, spawn.sync('no-such-command').error.code);
shell.config.silent = true;
console.log(shell.exec('echo hi; exit 2').code, shell.cat('child.cjs').stdout.length > 0);
shell.mkdir('-p', 'repository/a/b');
shell.cp('-R', 'repository/a', 'repository/c');
const git = simpleGit('repository');
await git.init().addConfig('user.email', 'a@b').addConfig('user.name', 'n');
fs.writeFileSync('repository/f', String(Math.random()));
await git.add('f');
console.log((await git.commit('m')).summary.insertions, (await git.status()).isClean());
console.log((await $\`node child.cjs\`).stdout, (await $\`exit 4\`.nothrow()).exitCode);
`,
  },
  programs: [{ title: 'five of them', argv: ['main.mjs'], shows: /child x in[^]*1 true\nchild\n 4/ }],
};
