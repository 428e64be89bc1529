import type { Fixture } from './fixture.ts';
import type { Phase, Recording } from './recordedExchanges.ts';

export type Step = (fixture: Fixture) => Promise<unknown>;

export interface Scenario {
  readonly area: string;
  readonly phase: Phase;
  /** Extra environment variables. `home`: folder of the scenario. */
  readonly environment?: (home: string) => Record<string, string>;
  readonly begin?: Step;
  readonly before?: Readonly<Record<string, Step>>;
  /** Bodies of which the recording contains only the length. */
  readonly bodies?: Readonly<Record<string, string | Buffer>>;
  readonly bearer?: Readonly<Record<string, (fixture: Fixture) => string>>;
  /** Steps other than one request, which return a value like the recorded `response`. */
  readonly observe?: Readonly<Record<string, (fixture: Fixture, recording: Recording) => Promise<unknown>>>;
}
