import { defineConfig, type ViteUserConfig } from 'vitest/config';

const project = (name: string, testTimeout: number) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    testTimeout,
    globalSetup: 'test/temporary.ts',
    // Tests of the built product start processes; more workers than this only make them slower.
    maxWorkers: 2,
  },
});

const config: ViteUserConfig = defineConfig({
  test: {
    projects: [
      project('unit', 10_000),
      project('integration', 60_000),
      project('escape', 60_000),
      project('transparency', 240_000),
    ],
  },
});

export default config;
