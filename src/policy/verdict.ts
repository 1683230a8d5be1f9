import type { CompiledPolicy } from './compile.js';
import type { RuleRef, Verdict } from '../types.js';

/** Most verdicts are this one. */
export const ALLOWED: Verdict = Object.freeze({ allowed: true, enforced: true });

interface Details extends Pick<Verdict, 'real' | 'led' | 'fleeting'> {
  readonly fix?: string | undefined;
  /** Enforced in audit too. */
  readonly always?: boolean;
}

/** A denial by `rule`: to be delivered in enforce, only to be recorded in audit. */
export function refuse(
  { mode }: Pick<CompiledPolicy, 'mode'>,
  rule: RuleRef,
  { real, led, fleeting, fix, always = false }: Details = {},
): Verdict {
  return {
    allowed: false,
    rule,
    enforced: always || mode === 'enforce',
    ...(fix === undefined ? {} : { fix }),
    ...(real === undefined ? {} : { real }),
    ...(led === undefined ? {} : { led }),
    ...(fleeting === undefined ? {} : { fleeting }),
  };
}
