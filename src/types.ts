/**
 * The words of docs/architecture.md as types. Nothing here runs.
 */

/** A kind of authority, `area.verb`. */
export type Capability =
  | 'fs.read'
  | 'fs.write'
  | 'net.connect'
  | 'net.listen'
  | 'exec'
  | 'env.read'
  | 'env.pass'
  | 'worker'
  | 'process.addons'
  | 'process.internals'
  | 'process.inspector'
  | 'process.wasi'
  | 'process.signals'
  | 'llm.call';

/** What a path access does to its target; decides totals and how folders are judged. */
export type PathEffect = 'read' | 'stat' | 'list' | 'write' | 'create' | 'delete' | 'move' | 'link';

/** One attempted use of a file-system path. */
export interface PathAccess {
  readonly kind: 'path';
  readonly capability: 'fs.read' | 'fs.write';
  /** What the caller wrote, as a string. */
  readonly requested: string;
  /** Absolute and normalised, links not resolved. */
  readonly resource: string;
  readonly effect: PathEffect;
  /** False when the call acts on the link itself (lstat, unlink, rename, symlink's own name). */
  readonly follow: boolean;
  /** True when the call reaches everything below a folder (cp, rm, rename, recursive readdir). */
  readonly tree: boolean;
  /** The module loader's own: a read of code, or a look for what a specifier may stand for. Neither needs all that others do. */
  readonly origin?: 'loader' | 'lookup';
  /** The other name of a rename, absolute: a folder is judged by where it goes as well. */
  readonly partner?: string;
  /** Why `resource` only resembles the path: the caller gave bytes that are not UTF-8, or SQL that computes a name. */
  readonly unclear?: 'garbled' | 'computed';
}

/** One attempted use of a network endpoint. */
export interface EndpointAccess {
  readonly kind: 'endpoint';
  readonly capability: 'net.connect' | 'net.listen';
  readonly requested: string;
  /** `host:port`, `[v6]:port` or `unix:/path`, canonical. */
  readonly resource: string;
  /** Canonical host name (lower case, IDNA, no trailing dot) or canonical address; absent for sockets in the file system. */
  readonly host?: string;
  /** Canonical address that will be connected to, when it is known (the host is one, or a name was resolved). */
  readonly address?: string;
  /** Absent when a name is only looked up. */
  readonly port?: number;
  /** Absolute path, or `@name` for an abstract socket. */
  readonly socketPath?: string;
  /** How the endpoint is used; `resolve` asks about a name only, `proxied` judges a target whose address is the proxy's business. */
  readonly use: 'connect' | 'listen' | 'resolve' | 'proxied' | 'udp';
  readonly protocol?: 'tcp' | 'tls' | 'udp' | 'unix' | 'dns';
  /** Set at the façade: the request that is being made. */
  readonly method?: string;
  readonly url?: string;
  /** `host:port` of the HTTP proxy that a request goes through, where it is known. */
  readonly proxy?: string;
}

/** One simple command of a command line: a program, its arguments, leading assignments. */
export interface SimpleCommand {
  readonly program: string;
  readonly argv: readonly string[];
  /** Leading assignments (`A=1 cmd`) and those given to `env`. */
  readonly assignments: readonly (readonly [name: string, value: string])[];
  /** Which file `program` stands for; absent where no attempt was made to find it. */
  readonly found?: FoundProgram;
  /** Set for what an allow list need not name: a shell's own harmless words, a shell that got a string, the interpreter of a script. */
  readonly role?: 'builtin' | 'shell' | 'interpreter';
  /** Places in `argv` whose value is known only once the line runs. */
  readonly unknown?: readonly number[];
  /** True for a shell that reads its commands from an input of which nothing is known. */
  readonly unread?: true;
  /** Place in the list of the prefix program that starts this one (`timeout` of `timeout 5 sleep 1`). */
  readonly within?: number;
}

/** Which file a program's name stands for. */
export interface FoundProgram {
  /** Absolute path of the file that runs, links not resolved; absent for builtins and for what is not found. */
  readonly path?: string;
  /** The same with links resolved. */
  readonly real?: string;
  /** Base names under which a deny rule hits it: as asked and as it really is. */
  readonly names: readonly string[];
  /** Base names under which an allow rule permits it: those that lead to this very file along the PATH this process started with. */
  readonly trusted: readonly string[];
}

/** One attempted start of a process. */
export interface CommandAccess {
  readonly kind: 'command';
  readonly capability: 'exec';
  readonly requested: string;
  /** The whole command line as one printable string. */
  readonly resource: string;
  /** Every simple command that will run, prefix programs looked through; the prefix itself is listed too. */
  readonly commands: readonly SimpleCommand[];
  /** Why the command line could not be taken apart completely; such a line matches no allow rule. */
  readonly opaque?: string;
  /** True when a shell interprets the string; the shell itself then needs no allow. */
  readonly shell: boolean;
  /** Files that the command line names: redirections, path arguments, path-valued flags. */
  readonly paths: readonly PathAccess[];
  /** Names in the spawn's own environment that differ from this process's and steer programs (`LD_PRELOAD`, `NODE_OPTIONS` …). */
  readonly variables: readonly string[];
  /** Why Node may start there without what carries the policy into it. */
  readonly unbelted?: Unbelted;
  /** Set when the program is to be started with other words, so that its Node children are held. */
  readonly dressed?: Dressed;
  readonly cwd: string;
}

/** The words of a start into which the belt was put, in the form of the call. */
export interface Dressed {
  /** All words that the system is asked to start. */
  readonly words: readonly string[];
  readonly file: string;
  /** Arguments after the name of the program itself. */
  readonly args: readonly string[];
  /** Each text that was changed, with what it was. */
  readonly changed: readonly (readonly [dressed: string, given: string])[];
}

/** A start that the policy cannot follow, as far as the command line shows. */
export interface Unbelted {
  readonly why: string;
  /** True when that is so because the program is another runtime of JavaScript. */
  readonly runtime?: true;
}

/** One use of a process power or of a worker. */
export interface PowerAccess {
  readonly kind: 'power';
  readonly capability:
    'worker' | 'process.addons' | 'process.internals' | 'process.inspector' | 'process.wasi' | 'process.signals';
  readonly requested: string;
  readonly resource: string;
  /** Set where it is about the engine itself: no policy allows that, and no audit lets it through. */
  readonly own?: true;
}

/** One environment variable, removed here (`env.read`) or not handed on (`env.pass`). */
export interface VariableAccess {
  readonly kind: 'variable';
  readonly capability: 'env.read' | 'env.pass';
  readonly requested: string;
  readonly resource: string;
}

/** One call of a language model. */
export interface LlmAccess {
  readonly kind: 'llm';
  readonly capability: 'llm.call';
  readonly requested: string;
  /** `provider/model` or the model alone. */
  readonly resource: string;
  readonly model: string;
  /** Picodollars (1e-12 USD) that this call is known or expected to cost. */
  readonly cost: bigint;
}

/** One attempted use of a capability on a resource: `requested` is what the caller wrote, `resource` is what is judged. */
export type Access = PathAccess | EndpointAccess | CommandAccess | PowerAccess | VariableAccess | LlmAccess;

/** Where a clause of a policy was written. */
export interface Origin {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  /** Key path, `fs.read.deny[1]`. */
  readonly key: string;
}

/** The clause that decided: its id is the key path, with the layer before it when that is not the project's (`managed:net.connect.allow`). */
export interface RuleRef {
  readonly id: string;
  /** The pattern, or undefined when a whole list or a default decided. */
  readonly text?: string;
  readonly reason?: string;
  readonly at?: Origin;
}

/** What a policy says of an access. */
export interface Verdict {
  readonly allowed: boolean;
  /** Present whenever `allowed` is false. */
  readonly rule?: RuleRef;
  /** False when the denial is only to be recorded (`audit`). */
  readonly enforced: boolean;
  /** The smallest change that would allow it, one phrase. */
  readonly fix?: string;
  /** For paths: the resolved spelling that was judged, when it differs from the one asked for. */
  readonly real?: string;
  /** Set when the name that was asked for is allowed and only where a link leads is not: `fix` then names that place. */
  readonly led?: true;
  /** Set when the same path may mean another file the next time (`/proc/self/fd/5`): such a verdict must not be remembered. */
  readonly fleeting?: true;
  /** For commands: what the processes that it starts may run besides, by layer of the policy. */
  readonly runs?: readonly (readonly string[])[];
}

/** What an event is about. */
export type EventType =
  | 'tool.fs'
  | 'tool.net'
  | 'tool.shell'
  | 'tool.env'
  | 'tool.worker'
  | 'tool.native'
  | 'module.load'
  | 'llm.call'
  | 'tool.call'
  | 'agent.step'
  | 'policy';

/** How an attempt ended, as far as is known when it is written. */
export type EventStatus = 'success' | 'failed' | 'BLOCKED_BY_POLICY' | 'WOULD_BLOCK';

/** JSON values, as payloads hold them. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** One recorded attempt before it has a number and a time. */
export interface EventDraft {
  readonly context: string;
  /** Which call of the context's entry this is, from 1; absent in the root. */
  readonly call?: number;
  readonly type: EventType;
  readonly capability?: Capability;
  readonly action: string;
  readonly payload: { readonly [key: string]: Json };
  readonly status: EventStatus;
  readonly policyTrigger?: string;
  readonly rule?: string;
  readonly caller?: string;
  readonly cause?: string;
  /** Picodollars. */
  readonly cost?: bigint;
  /** `first` writes through before the call proceeds; `late` may wait for 64 KB or 100 ms. */
  readonly urgency: 'first' | 'late';
  /** For the totals. */
  readonly effect?: PathEffect;
}

/** How a refusal reaches the caller. */
export type DeliveryName =
  | 'throwing'
  | 'throwingUnlessWatched'
  | 'throwingUnlessCandidate'
  | 'callback'
  | 'callbackLater'
  | 'callbackFalse'
  | 'rejection'
  | 'iteration'
  | 'emission';
