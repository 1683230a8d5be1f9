import type { Context } from '../context/context.js';
import type { LoadedPolicy } from '../policy/document.js';
import { decide } from '../policy/decide.js';
import { descendantLayers } from '../policy/judge-command.js';
import type { Destination, Recording } from '../receipt/start.js';
import { paths, process } from '../primordials.js';
import type { Carrier } from './carry.js';
import { type Handover, offer } from './handover.js';
import { wordOf } from './settings.js';

/** What the carrier of a run is made of. */
export interface CarrierFacts extends Pick<Carrier, 'register' | 'withheld'> {
  readonly policy: LoadedPolicy;
  readonly destination: Destination;
  readonly recording: Recording;
}

/** Tells children and workers which policy they are under, which run they belong to and where their receipts go. */
export function carrier({ register, withheld, policy, destination, recording }: CarrierFacts): Carrier {
  const handover = (context: Context, layers = context.policy.layers): Handover => ({
    protocol: 1,
    run: recording.run,
    parent: recording.id,
    receipts: wordOf(destination),
    mode: context.policy.mode,
    layers,
  });
  const tmp = policy.layers[0]?.places.tmp ?? '/tmp';
  const folder = destination.kind === 'folder' ? destination.folder : paths.join(tmp, `receiptbot-${process.pid}`);
  return {
    register,
    withheld,
    handover: (context) => handover(context),
    offer: (context, [command]) => {
      const layers = command && descendantLayers(context.policy, decide(context.policy, command));
      return offer(handover(context, layers), folder);
    },
  };
}
