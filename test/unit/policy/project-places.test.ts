import { describe, expect, it } from 'vitest';
import { moduleFolders, placesOf } from '../../../src/policy/project-places.js';
import { fakePort } from './fake-port.js';

describe('${modules}', () => {
  it('are the node_modules from the entry up to the root', () => {
    const files = fakePort({
      '/repo/apps/a/node_modules/x/i.js': '',
      '/repo/node_modules/y/i.js': '',
      '/node_modules/z/i.js': '',
    });
    expect(moduleFolders('/repo', '/repo/apps/a', files)).toEqual([
      '/repo/apps/a/node_modules',
      '/repo/node_modules',
      '/node_modules',
    ]);
  });

  it('has the project’s own before anything is installed', () => {
    expect(moduleFolders('/app', '/app', fakePort({}))).toEqual(['/app/node_modules']);
  });

  it('begins at the project when the entry is elsewhere', () => {
    const files = fakePort({ '/opt/tool/node_modules/x/i.js': '' });
    expect(moduleFolders('/app', '/opt/tool', files)).toEqual(['/app/node_modules']);
  });

  it('has the folders of packages that are linked in: workspaces, with and without a scope, and stores', () => {
    const files = fakePort({
      '/repo/node_modules/plain/i.js': '',
      '/repo/node_modules/own': { to: '../packages/own' },
      '/repo/node_modules/@me/other': { to: '../../packages/other' },
      '/repo/node_modules/.pnpm/dep@1/node_modules/dep/i.js': '',
      '/repo/node_modules/dep': { to: '.pnpm/dep@1/node_modules/dep' },
      '/repo/node_modules/stored': { to: '/store/links/stored/1/node_modules/stored' },
      '/repo/node_modules/gone': { to: '../nowhere' },
      '/repo/packages/own/i.js': '',
      '/repo/packages/other/i.js': '',
      '/store/links/stored/1/node_modules/stored/i.js': '',
    });
    expect(moduleFolders('/repo', '/repo', files)).toEqual([
      '/repo/node_modules',
      '/repo/packages/own',
      '/repo/packages/other',
      '/store/links/stored/1/node_modules/stored',
    ]);
  });

  it('follows a node_modules that is a link itself', () => {
    const files = fakePort({ '/app/node_modules': { to: '/cache/modules' }, '/cache/modules/x/i.js': '' });
    expect(moduleFolders('/app', '/app', files)).toEqual(['/app/node_modules', '/cache/modules']);
  });
});

describe('places', () => {
  it('survive JSON, modules included, which are looked for when asked for', () => {
    const places = placesOf('/app', {
      cwd: '/app',
      home: '/home/u/',
      tmp: '/tmp/',
      start: '/app',
      files: fakePort({}),
    });
    expect(JSON.parse(JSON.stringify(places))).toEqual({
      project: '/app',
      cwd: '/app',
      home: '/home/u',
      tmp: '/tmp',
      modules: ['/app/node_modules'],
    });
  });
});
