import { join } from 'node:path';
import { ALLOWED_ADDRESS, DENIED_ADDRESS, DENIED_NAME } from './servers.js';
import type { Technique } from './technique.js';
import type { Tree } from './tree.js';

/** The text of the policy for a technique: the same rights for every technique of a kind. JSON is YAML. */
export function policyFor(technique: Technique, tree: Tree, socket: string): string {
  const { cmds = [], grants = [], entry, net, exec } = technique;
  const below = (folder: string): string[] => [`${folder}/**`, folder];
  const read = { deny: below(tree.secret) };
  const guarded = [tree.outside, tree.secret, tree.receipts, tree.policy].flatMap(below);
  return JSON.stringify({
    version: 1,
    mode: 'enforce',
    fs: { read: entry === undefined ? read : {}, write: { allow: [`${tree.work}/**`], deny: guarded } },
    net: {
      connect: {
        ...(net === 'denylist' ? {} : { allow: [`${ALLOWED_ADDRESS}:*`, 'localhost:*'] }),
        deny: [
          `${DENIED_ADDRESS}:*`,
          `${DENIED_NAME}:*`,
          `*.${DENIED_NAME}:*`,
          `unix:${socket}`,
          'unix:@*',
          `unix:${tree.outside}/**`,
        ],
      },
      listen: { allow: [] },
    },
    exec: {
      ...(exec === 'denylist' ? {} : { allow: cmds }),
      deny: ['denied-cmd', join(tree.bin, 'denied-cmd'), ...(cmds.includes('cat') ? [] : ['cat'])],
    },
    env: { deny: ['ESC_SECRET*'] },
    process: {
      addons: 'deny',
      internals: 'deny',
      inspector: 'deny',
      wasi: grants.includes('wasi') ? 'allow' : 'deny',
      workers: 'allow',
      signals: 'deny',
    },
    ...(entry === undefined ? {} : { contexts: { tool: { entry: `${tree.work}/case.cjs#${entry}`, fs: { read } } } }),
  });
}

/** Name of the policy file in its folder. */
export const policyFile = (tree: Tree): string => join(tree.policy, 'policy.yaml');
