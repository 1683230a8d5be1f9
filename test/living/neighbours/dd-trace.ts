import type { Neighbour, Program } from '../neighbour.js';
import { served } from '../served.js';

const traced = 'tracer.scope().active() !== null';
const env = {
  DD_INSTRUMENTATION_TELEMETRY_ENABLED: 'false',
  DD_REMOTE_CONFIGURATION_ENABLED: 'false',
  DD_TRACE_STARTUP_LOGS: 'false',
  DD_TRACE_AGENT_URL: 'http://127.0.0.1:9',
  DD_TRACE_LOG_LEVEL: 'off',
};

/** Its agent is not there, which it does not say by the lines above. */
const program = (title: string, preload: readonly string[], file: string): Program => ({
  title,
  preload,
  argv: [file],
  env,
  shows: /traced true/,
});

/** Wraps the functions of most builtins and of many packages, and publishes to diagnostics channels. */
export const neighbour: Neighbour = {
  name: 'dd-trace',
  packages: { 'dd-trace': '5.132.0' },
  files: {
    'main.cjs': served({ form: 'cjs', prelude: `const tracer = require('dd-trace');`, traced }),
    'main.mjs': served({ form: 'mjs', prelude: `import tracer from 'dd-trace';`, traced }),
  },
  programs: [
    program('--require init', ['--require', 'dd-trace/init'], 'main.cjs'),
    program('--import initialize.mjs', ['--import', 'dd-trace/initialize.mjs'], 'main.mjs'),
  ],
};
