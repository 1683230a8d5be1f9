import { compose } from './compose.js';
import type { PolicyDocument, PolicyLayer, Section } from './document.js';
import { extendedFile } from './extended-file.js';
import type { FilePort } from './file-port.js';
import { check } from './issues.js';
import { normalise } from './normalise.js';
import { filled } from './present.js';
import { presetDocument } from './preset-document.js';
import { BROUGHT_ALONG, PRESET_PREFIX, type PresetName, presetNamed } from './preset-names.js';
import { type Problem, problemAt, shown } from './problems.js';
import { readText } from './read-file.js';
import { policySchema } from './schema.js';
import { readSource, type Source } from './yaml.js';

/** A policy file with all that it extends, read as one document. */
export interface Composed {
  readonly document: PolicyDocument;
  readonly sources: PolicyLayer['sources'];
  readonly problems: readonly Problem[];
}

/** How a file is to be read. */
export interface Reading {
  readonly files: FilePort;
  readonly home: string;
  /** False for managed files: they speak for every project, so that relative patterns have no meaning. */
  readonly relative: boolean;
}

/** Reads a policy file and what it extends. Problems of every file are told at once; the document is whole when there are none. */
export function readComposed(file: string, reading: Reading): Composed {
  const reader = new Reader(reading);
  const document = reader.read(file, []);
  return { document: withoutLoneAdditions(document), sources: reader.sources, problems: reader.problems };
}

type Sources = { file: string; sha256: string }[];

class Reader {
  readonly #reading: Reading;
  readonly #schema: ReturnType<typeof policySchema>;
  /** Files and presets that were read, by name: one that several extend is read once. */
  readonly #read = new Map<string, PolicyDocument>();
  readonly sources: Sources = [];
  readonly problems: Problem[] = [];

  constructor(reading: Reading) {
    this.#reading = reading;
    this.#schema = policySchema(reading.relative);
  }

  /** `chain` is how the file was come to: the files that extend it. */
  read(file: string, chain: readonly string[]): PolicyDocument {
    const known = this.#read.get(file);
    if (known !== undefined) return known;
    const { files } = this.#reading;
    const result = readText(file, files);
    if ('problem' in result) {
      this.problems.push(result.problem);
      return {};
    }
    this.sources.push({ file, sha256: files.sha256(result.text) });
    const source = readSource(file, result.text);
    const { output, problems } = check(source, this.#schema);
    this.problems.push(...[...source.problems, ...problems].sort((a, b) => a.line - b.line || a.column - b.column));
    const bases = namesIn(source).map(([i, entry]) => this.#extended(entry, source, i, [...chain, file]));
    const own = output === undefined ? {} : normalise(output, source.at);
    const document = [...bases, own].reduce(compose, {});
    this.#read.set(file, document);
    return document;
  }

  #extended(entry: string, source: Source, i: number, chain: readonly string[]): PolicyDocument {
    const wrong = (problem: string): PolicyDocument => {
      this.problems.push(problemAt(source.at(['extends', i]), `${problem}, received ${shown(entry)}`));
      return {};
    };
    if (entry.startsWith(PRESET_PREFIX)) {
      const name = presetNamed(entry.slice(PRESET_PREFIX.length));
      return typeof name === 'string' ? this.#preset(name) : wrong(name.problem);
    }
    const { files, home } = this.#reading;
    const named = extendedFile(entry, source.file, home, files);
    if ('problem' in named) return wrong(named.problem);
    if (chain.includes(named.file)) {
      const circle = [...chain.slice(chain.indexOf(named.file)), named.file].join(' → ');
      return wrong(`expected a file that does not extend this one (${circle})`);
    }
    return this.read(named.file, chain);
  }

  /** A preset and, read before it, those that it brings along when a file names it. */
  #preset(name: PresetName): PolicyDocument {
    return [...(BROUGHT_ALONG[name] ?? []), name]
      .map((each) => presetDocument(each, (file, sha256) => this.#noteOnce(file, sha256)))
      .reduce(compose, {});
  }

  #noteOnce(file: string, sha256: string): void {
    if (!this.sources.some((source) => source.file === file)) this.sources.push({ file, sha256 });
  }
}

/** The entries of `extends` and where they stand, also when something else in the file is wrong. */
function namesIn({ value }: Source): [i: number, entry: string][] {
  const names = typeof value === 'object' && value !== null ? (value as { extends?: unknown }).extends : undefined;
  if (!Array.isArray(names)) return [];
  return [...names.entries()].filter((each): each is [number, string] => typeof each[1] === 'string' && each[1] !== '');
}

/** Allow lists without a place of their own only widen one that is there: alone they are none. */
function withoutLoneAdditions(document: PolicyDocument): PolicyDocument {
  const { fs, ...rest } = document;
  const kept = filled({ read: withoutLoneAddition(fs?.read), write: withoutLoneAddition(fs?.write) });
  return { ...rest, ...(kept && { fs: kept }) };
}

function withoutLoneAddition(section: Section | undefined): Section | undefined {
  if (section?.allow === undefined || section.allowAt !== undefined) return section;
  return filled({ deny: section.deny });
}
