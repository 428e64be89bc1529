import type { Fixture } from './fixture.ts';
import type { Phase, Recording } from './recordedExchanges.ts';

export type Step = (fixture: Fixture) => Promise<unknown>;

/** One area in one phase: a core of its own, and what whoever made the recordings did around the recorded requests. */
export interface Scenario {
  readonly area: string;
  readonly phase: Phase;
  /** Extra environment; `home` is the folder of this scenario. */
  readonly environment?: (home: string) => Record<string, string>;
  readonly begin?: Step;
  /** Done before the request of that name. */
  readonly before?: Readonly<Record<string, Step>>;
  /** Bodies that the recording only counts. */
  readonly bodies?: Readonly<Record<string, string | Buffer>>;
  /** Tokens made for one request. */
  readonly bearer?: Readonly<Record<string, (fixture: Fixture) => string>>;
  /** A step that is not a single request: returns a value in the form of the recorded `response`. */
  readonly observe?: Readonly<Record<string, (fixture: Fixture, recording: Recording) => Promise<unknown>>>;
}
