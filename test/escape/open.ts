/** A technique that goes through today, and what it takes to hold it. */
export interface Open {
  /** The mechanism that is missing, one phrase. */
  readonly missing: string;
  /** Why it is missing still. */
  readonly reason: string;
  /** Where it will be closed. */
  readonly where: 'issue 3';
  /** Node majors on which it is open, when not on all. */
  readonly nodes?: readonly number[];
}

/** Every known way through, by the id of its technique. A test turns red when one of them is held: then its line goes. */
export const open: Readonly<Record<string, Open>> = {};
