import { chunk } from '../chunks.js';
import { paths } from '../primordials.js';
import { candidates } from './loader.js';
import { whyOf, type TaggedExport } from './placement.js';

/** What following an export needs of the file system and of Node. */
export interface SourcePorts {
  /** The text of a module. @throws when it cannot be read */
  readonly readText: (file: string) => string;
  /** The path that Node's loaders use: links resolved. @throws when there is no such file */
  readonly realpath: (file: string) => string;
  readonly isFile: (file: string) => boolean;
  /** The absolute path that a `file:` address names. */
  readonly pathOfUrl: (url: string) => string | undefined;
}

/** The module that declares an export, and the export's name there; or why there is none. */
export type Declaration =
  { readonly file: string; readonly text: string; readonly path: TaggedExport['path'] } | { readonly why: string };

/** Follows re-exports from the module that was named to the one that declares the export. Reads files, runs nothing. */
export function followExport(file: string, path: TaggedExport['path'], ports: SourcePorts): Declaration {
  return follow(file, path, ports, new Set());
}

function follow(named: string, path: TaggedExport['path'], ports: SourcePorts, seen: Set<string>): Declaration {
  let file: string;
  let text: string;
  try {
    file = ports.realpath(named);
    text = ports.readText(file);
  } catch (error) {
    return { why: `${named} cannot be read (${whyOf(error)})` };
  }
  const key = `${file}#${path.join('.')}`;
  if (seen.has(key)) return { why: `${file} re-exports it in a circle` };
  seen.add(key);
  const placement = chunk('rewrite').locateExport(text, { id: 0, path });
  switch (placement.kind) {
    case 'here':
      return { file, text, path };
    case 'missing':
      return { why: `in ${file}: ${placement.why}` };
    case 'elsewhere':
      return onward(file, placement.specifier, placement.path, ports, seen);
    case 'stars': {
      const found = placement.specifiers.map((specifier) => onward(file, specifier, path, ports, seen));
      const first = found.find((one) => 'file' in one);
      return first ?? { why: found.map((one) => ('why' in one ? one.why : '')).join('; ') };
    }
  }
}

function onward(
  from: string,
  specifier: string,
  path: TaggedExport['path'],
  ports: SourcePorts,
  seen: Set<string>,
): Declaration {
  const target = /^file:/i.test(specifier) ? ports.pathOfUrl(specifier) : specifier;
  if (target === undefined || !(/^\.\.?(?:[\\/]|$)/.test(target) || paths.isAbsolute(target))) {
    return { why: `${from} re-exports it from ${JSON.stringify(specifier)}; name the module that declares it instead` };
  }
  const bare = target.replace(/[?#].*$/, '');
  const absolute = paths.resolve(paths.dirname(from), bare);
  const file = candidates(absolute).find((one) => ports.isFile(one));
  if (file === undefined) return { why: `${from} re-exports it from ${JSON.stringify(specifier)}, which is not there` };
  return follow(file, path, ports, seen);
}
