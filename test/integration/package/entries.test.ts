import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { folder } from '../../run.js';
import { install, installGlobally, pack } from './install.js';
import { apiSmoke, BY_NAME, BY_PATH, smoke } from './routes.js';

describe('the packed tarball, installed in an empty folder', () => {
  let app: string;
  let odd: string;
  let global: string;
  let product: string;

  beforeAll(() => {
    const root = folder();
    const tarball = pack(join(root, 'tarball'));
    app = join(root, 'app');
    product = install(tarball, app);
    odd = join(root, 'odd # 100% é "folder');
    install(tarball, odd);
    global = installGlobally(tarball, join(root, 'global'));
  }, 120_000);

  it.each(BY_NAME)('guards a program started by $name', async (route) => {
    expect(await smoke(process.execPath, app, product, route)).toBeUndefined();
  });

  it.each([...BY_NAME, ...BY_PATH])('guards it from a folder with odd characters by $name', async (route) => {
    expect(await smoke(process.execPath, odd, join(odd, 'node_modules', 'receiptbot'), route)).toBeUndefined();
  });

  it.each(BY_PATH)('guards it from a global install by $name', async (route) => {
    const elsewhere = folder();
    expect(await smoke(process.execPath, elsewhere, global, route)).toBeUndefined();
  });

  it('is one engine when a global and a local copy meet', async () => {
    const both = {
      name: 'two copies',
      flags: () => ['--require', join(global, 'dist', 'register.cjs'), '--require', 'receiptbot/register'],
    };
    expect(await smoke(process.execPath, app, product, both)).toBeUndefined();
  });

  it('gives the same API to import and require', async () => {
    expect(await apiSmoke(process.execPath, app)).toBeUndefined();
  });
});
