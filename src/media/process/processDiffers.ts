import type { ProcessConfig } from '../../api/answers/process.ts';
import { channelOfIngest } from '../../api/processIds.ts';
import { sameJson } from '../stored/sameJson.ts';

type Output = ProcessConfig['output'][number];
type Limits = NonNullable<ProcessConfig['limits']>;

/** Missing values are kept: inputs and outputs are merged by position (`cleanup` may be null for none). */
const over = <Entry extends object>(stored: Entry | undefined, sent: Entry): Entry => {
  const given = Object.entries(sent).filter(([, value]) => value !== undefined && value !== null);
  return { ...sent, ...stored, ...Object.fromEntries(given) };
};

/** Limits set by other programs are not in the answer, so they are not compared. */
const known = ({ cpu_usage, memory_mbytes, waitfor_seconds }: Limits): Limits => ({
  cpu_usage,
  memory_mbytes,
  waitfor_seconds: cpu_usage > 0 || memory_mbytes > 0 ? waitfor_seconds : 0,
});

/** The process on the core after the update. A core that returns no limits does not support them. */
const updated = (stored: ProcessConfig, sent: ProcessConfig): ProcessConfig => ({
  ...over(stored, sent),
  input: sent.input.map((input, i) => over(stored.input[i], input)),
  output: sent.output.map((output, i) => over(stored.output[i], output)),
  limits: stored.limits && known({ ...stored.limits, ...sent.limits }),
});

const withRules = ({ cleanup, ...output }: Output): Output => ({ ...output, cleanup: cleanup ?? [] });

/** Some cores leave out what is empty, some write it. */
const inFull = (config: ProcessConfig): ProcessConfig => ({ ...config, output: config.output.map(withRules) });

/** How much ffmpeg tells is nothing to interrupt a stream for: releases from 1.13 on set it, we do not. */
function withoutLogLevel(options: readonly string[]): string[] {
  const at = options.indexOf('-loglevel');
  return at < 0 ? [...options] : withoutLogLevel(options.toSpliced(at, 2));
}

/** What a stream says of its maker, where it shows the name of one (the service description of MPEG-TS). */
export const PROVIDER = 'service_provider=Sluice';
/** What other interfaces of the core write there, and we did up to 1.1: nothing to interrupt a stream for either. */
const FORMER_PROVIDER = 'service_provider=datarhei-Restreamer';

/** Of the ingest alone: a publication over MPEG-TS has a provider that its operator chose. */
const withOwnProvider = (config: ProcessConfig): ProcessConfig =>
  channelOfIngest(config.id) === null
    ? config
    : {
        ...config,
        output: config.output.map((output) => ({
          ...output,
          options: output.options.map((option) => (option === FORMER_PROVIDER ? PROVIDER : option)),
        })),
      };

const asRun = (config: ProcessConfig): ProcessConfig => ({
  ...inFull(withOwnProvider(config)),
  options: withoutLogLevel(config.options),
});

/** Whether the core would have another process if it were sent this. Each update interrupts what runs. */
export const processDiffers = (stored: ProcessConfig, wanted: ProcessConfig): boolean =>
  !sameJson(asRun(updated(stored, stored)), asRun(updated(stored, wanted)));

/** As an update that brings exactly this back: what is left out would keep what was written over it. */
export const asBefore = inFull;
