import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** The presets are imported as text, as tsup does for the bundle. */
const yamlAsText = {
  name: 'yaml-as-text',
  enforce: 'pre' as const,
  load(id: string) {
    const file = id.split('?')[0] ?? id;
    return file.endsWith('.yaml') ? `export default ${JSON.stringify(readFileSync(file, 'utf8'))};` : undefined;
  },
};

const project = (name: string, testTimeout: number) => ({
  plugins: [yamlAsText],
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    testTimeout,
    // Tests of the built product start processes; more workers than this only make them slower.
    maxWorkers: 2,
  },
});

export default defineConfig({
  test: { projects: [project('unit', 10_000), project('integration', 60_000), project('escape', 60_000)] },
});
