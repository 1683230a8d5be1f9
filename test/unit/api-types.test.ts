import { describe, expectTypeOf, it } from 'vitest';
import * as api from '../../src/index.js';

/** The types that programs are written against: `tsc` checks them, nothing of the engine runs. */
describe('the public API has the types that it promises', () => {
  it('a policy chains', () => {
    expectTypeOf(api.PolicyEngine).constructorParameters.toEqualTypeOf<[]>();
    expectTypeOf<api.PolicyEngine['denyPathGlobs']>().toBeCallableWith(['**/.env']);
    expectTypeOf<api.PolicyEngine['allowPathGlobs']>().toBeCallableWith(['./out/**'] as const);
    expectTypeOf<api.PolicyEngine['allowDomains']>().toBeCallableWith(['api.openai.com']);
    expectTypeOf<api.PolicyEngine['denyDomains']>().toBeCallableWith(['metadata']);
    expectTypeOf<api.PolicyEngine['allowCommands']>().toBeCallableWith(['git']);
    expectTypeOf<api.PolicyEngine['denyCommands']>().toBeCallableWith(['git push']);
    expectTypeOf<api.PolicyEngine['maxCost']>().parameter(0).toEqualTypeOf<number | string>();
    expectTypeOf<api.PolicyEngine['redactSecrets']>().parameter(0).toEqualTypeOf<boolean>();
    expectTypeOf<ReturnType<api.PolicyEngine['maxCost']>>().toEqualTypeOf<api.PolicyEngine>();
  });

  it('a receipt takes events and gives documents', () => {
    expectTypeOf<api.PolicyEngine>().toExtend<NonNullable<ConstructorParameters<typeof api.Receipt>[0]>>();
    expectTypeOf<api.Receipt['addEvent']>().toBeCallableWith({
      type: 'tool.fs',
      action: 'read',
      payload: { path: '/x' },
    });
    expectTypeOf<api.Receipt['addEvent']>().toBeCallableWith({ type: 'llm.call', action: 'chat', costImpactUsd: 0.1 });
    expectTypeOf<ReturnType<api.Receipt['addEvent']>['status']>().toEqualTypeOf<
      'success' | 'failed' | 'BLOCKED_BY_POLICY' | 'WOULD_BLOCK'
    >();
    expectTypeOf<ReturnType<api.Receipt['finalize']>>().toEqualTypeOf<ReturnType<api.Receipt['toJSON']>>();
    expectTypeOf<api.Receipt['totals']['costUsd']>().toBeNumber();
    expectTypeOf<api.Receipt['totals']['events']>().toBeNumber();
  });

  it('interceptors pass on what the function gives', () => {
    const run = api.runWithInterceptors<Promise<number>>;
    expectTypeOf(run).parameters.toEqualTypeOf<[api.PolicyEngine, api.Receipt, () => Promise<number>]>();
    expectTypeOf(run).returns.toEqualTypeOf<Promise<number>>();
  });

  it('an error is known by what it tells', () => {
    expectTypeOf<api.PolicyViolationError>().toExtend<Error>();
    expectTypeOf<api.PolicyViolationError['code']>().toEqualTypeOf<'ERR_ACCESS_DENIED'>();
    expectTypeOf<api.PolicyViolationError>().toHaveProperty('rule').toBeString();
    expectTypeOf<api.PolicyViolationError>().toHaveProperty('eventId').toBeNumber();
    const error: unknown = undefined;
    if (api.isPolicyViolation(error)) expectTypeOf(error).toEqualTypeOf<api.PolicyViolationError>();
  });
});
