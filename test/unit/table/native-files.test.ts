import { afterEach, describe, expect, it } from 'vitest';
import { nativeFileRows } from '../../../src/table/native-files.js';
import { rowNamed, select } from './rig.js';

const at = (path: string): string => `${process.cwd()}/${path}`;
const selected = (name: string, ...args: unknown[]): readonly string[] | undefined =>
  select(rowNamed(nativeFileRows, name), args).resources;

describe('the diagnostic report', () => {
  const { directory, filename } = process.report;
  afterEach(() => {
    Object.assign(process.report, { directory, filename, reportOnSignal: false });
  });

  it('is judged by the file that a setting leads to', () => {
    expect(selected('report.directory', '/elsewhere')).toEqual(['/elsewhere']);
    process.report.filename = 'r.json';
    expect(selected('report.directory', '/elsewhere')).toEqual(['/elsewhere/r.json']);
    process.report.directory = '/elsewhere';
    expect(selected('report.filename', '../x')).toEqual(['/x']);
    expect(selected('report.reportOnFatalError', true)).toEqual(['/elsewhere/r.json']);
  });

  it('is written nowhere by names of streams, and by what Node refuses', () => {
    expect(selected('report.filename', 'stderr')).toEqual([]);
    expect(selected('report.directory', 7)).toBeUndefined();
    expect(selected('report.reportOnSignal', false)).toBeUndefined();
  });

  it('is put below its folder even with an absolute name', () => {
    process.report.directory = '/elsewhere';
    expect(selected('report.writeReport', '/app/x')).toEqual(['/elsewhere/app/x']);
    expect(selected('report.writeReport', new Error('x'))).toEqual(['/elsewhere']);
  });

  it('makes the next working folder one that is written to', () => {
    expect(selected('chdir', '/next')).toEqual(['/next']);
    process.report.reportOnSignal = true;
    expect(selected('chdir', '/next')).toEqual(['/next', '/next']);
    process.report.directory = '/elsewhere';
    expect(selected('chdir', '/next')).toEqual(['/next']);
  });
});

describe('flags of V8', () => {
  it.each([
    ['--expose-gc --max-old-space-size=100 --stack-size 900', []],
    ['--log', [at('')]],
    ['--logfile=/x/y', [at(''), '/x/y']],
    ['-redirect_code-traces_to /x/y', [at(''), '/x/y']],
    ['--perf-basic-prof', [at(''), '/tmp']],
  ])('%s', (flags, files) => {
    const trimmed = files.map((file) => file.replace(/\/$/, ''));
    expect(selected('setFlagsFromString', flags)).toEqual(trimmed);
  });
});

describe('the compile cache', () => {
  it('is judged by the folder that Node would choose, and pinned to it', () => {
    const { TMPDIR } = process.env;
    process.env['TMPDIR'] = '/own';
    const { args, resources } = select(rowNamed(nativeFileRows, 'enableCompileCache'), [undefined]);
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
    expect(resources).toEqual(['/own/node-compile-cache']);
    expect(args).toEqual(['/own/node-compile-cache']);
    expect(selected('enableCompileCache', '/own')).toEqual(['/own']);
  });

  it('asks options for their folder once', () => {
    let asked = 0;
    const options = {
      get directory(): string {
        return `/own${asked++}`;
      },
    };
    const { args, resources } = select(rowNamed(nativeFileRows, 'enableCompileCache'), [options]);
    expect(resources).toEqual(['/own0']);
    expect((args[0] as { directory: string }).directory).toBe('/own0');
    const portable = select(rowNamed(nativeFileRows, 'enableCompileCache'), [{ portable: true }]).args[0];
    expect(portable).toMatchObject({ portable: true, directory: expect.stringContaining('node-compile-cache') });
  });

  it('tells a refusal by what it returns', () => {
    const { delivery } = rowNamed(nativeFileRows, 'enableCompileCache');
    expect(typeof delivery === 'function' && delivery(new Error('no'), undefined, [])).toEqual({
      status: 0,
      message: 'no',
    });
  });
});

it('reaches the class of tracings', () => {
  const trace = process.getBuiltinModule('trace_events');
  const [target] = rowNamed(nativeFileRows, 'Tracing.prototype.enable').reach?.(trace) ?? [];
  expect(target?.key).toBe('enable');
  expect(Object.getPrototypeOf(trace.createTracing({ categories: ['v8'] }))).toBe(target?.object);
});
