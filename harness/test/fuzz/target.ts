import type { Examples, Kind } from './kinds/inputKind.ts';

export interface Bounds {
  /** A run may take this long, whatever its input. */
  readonly baseMs: number;
  /** And this for each kB of it; what grows faster than its input soon takes longer. */
  readonly msPerKb: number;
  /** No input gets longer on the way to the parser. */
  readonly growTo: number;
  /** A result may hold this much, and so many times its input. */
  readonly outputBase: number;
  readonly output: number;
  /** Beyond this a run is broken off, whatever it does. */
  readonly patienceMs: number;
  /** Promised are numbers of any sort, also those that are none. */
  readonly isAnyNumber: boolean;
}

/** Generous: a neighbor on the machine is no finding. A square is one, at these sizes. */
export const BOUNDS: Bounds = {
  baseMs: 100,
  msPerKb: 1,
  growTo: 1024 * 1024,
  outputBase: 8192,
  patienceMs: 20_000,
  output: 24,
  isAnyNumber: false,
};

/** What was found once, and why it was wrong: runs first from then on. `grown`: the input, made as large as that. */
export type Finding<T> = { readonly input: T; readonly why: string } & (
  | { readonly grown?: never }
  | { readonly grown: { readonly seed: number; readonly size: number } }
);

/** A parser that strangers reach, or several that belong together. */
export interface Definition<T> {
  readonly name: string;
  /** The modules of the parsers. */
  readonly reads: Examples<string>;
  readonly kind: Kind<T>;
  /** Good ones. */
  readonly examples: Examples<T>;
  /**
   * Parses, looks whether all holds that was promised, and answers what the parser made of it. Whatever it throws is a
   * finding.
   */
  readonly run: (input: T) => unknown;
  readonly bounds?: Partial<Bounds>;
  /** Of the time of a target; a parser of a few lines has been through all its ways sooner. */
  readonly share?: number;
  readonly findings: readonly Finding<T>[];
  /** Before the first run: what has to be there for them. */
  readonly open?: () => Promise<void>;
}

export interface Effort {
  readonly seconds: number;
  readonly seed: number;
}

/** A definition, whatever its inputs are. */
export interface Target {
  readonly name: string;
  readonly reads: readonly string[];
  /** Examples and findings only. */
  recall(): Promise<number>;
  /** And then what is made of them, for so many seconds of processor time. Answers how many inputs that were. */
  fuzz(effort: Effort): Promise<number>;
}
