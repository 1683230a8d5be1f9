import type { Context } from '../context/context.js';
import { decide } from '../policy/decide.js';
import { descendantLayers } from '../policy/judge-command.js';
import type { Destination, Recording } from '../receipt/start.js';
import { paths, process } from '../primordials.js';
import type { Carrier } from './carry.js';
import { type Handover, offer } from './handover.js';
import { passOptions } from './node-options.js';
import { wordOf } from './settings.js';

/** What the carrier of a run is made of. */
export interface CarrierFacts extends Pick<Carrier, 'register' | 'byRequire' | 'withheld'> {
  readonly destination: Destination;
  /** The system's folder for temporary files. */
  readonly tmp: string;
  /** The run that a context belongs to, and its receipt. */
  readonly recording: (context: Context) => Pick<Recording, 'run' | 'id'>;
}

/** Tells children and workers which policy they are under, which run they belong to and where their receipts go. */
export function carrier({ register, byRequire, withheld, destination, tmp, recording }: CarrierFacts): Carrier {
  const handover = (context: Context, layers = context.policy.layers): Handover => {
    const { run, id } = recording(context);
    return {
      protocol: 1,
      run,
      parent: id,
      receipts: wordOf(destination),
      mode: context.policy.mode,
      layers,
    };
  };
  const places = {
    folder: destination.kind === 'folder' ? destination.folder : undefined,
    tmp: paths.join(tmp, `receiptbot-${process.pid}`),
  };
  return {
    register,
    byRequire,
    pass: passOptions(register, places.folder),
    withheld,
    handover: (context) => handover(context),
    offer: (context, [command]) => {
      const layers = command && descendantLayers(context.policy, decide(context.policy, command));
      return offer(handover(context, layers), places);
    },
  };
}
