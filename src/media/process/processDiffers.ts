import type { ProcessConfig } from '../../api/answers/process.ts';
import { channelOfIngest } from '../../api/processIds.ts';
import { sameJson } from '../stored/sameJson.ts';

type Output = ProcessConfig['output'][number];
type Limits = NonNullable<ProcessConfig['limits']>;

/** The core keeps missing values, and merges inputs and outputs by position. */
const over = <Entry extends object>(stored: Entry | undefined, sent: Entry): Entry => {
  const defined = Object.entries(sent).filter(([, value]) => value !== undefined && value !== null);
  return { ...sent, ...stored, ...Object.fromEntries(defined) };
};

/** Limits set by other programs are not in the response, so they are not compared. */
const comparable = ({ cpu_usage, memory_mbytes, waitfor_seconds }: Limits): Limits => ({
  cpu_usage,
  memory_mbytes,
  waitfor_seconds: cpu_usage > 0 || memory_mbytes > 0 ? waitfor_seconds : 0,
});

/** A core that returns no limits does not support them. */
const updated = (stored: ProcessConfig, sent: ProcessConfig): ProcessConfig => ({
  ...over(stored, sent),
  input: sent.input.map((input, i) => over(stored.input[i], input)),
  output: sent.output.map((output, i) => over(stored.output[i], output)),
  limits: stored.limits && comparable({ ...stored.limits, ...sent.limits }),
});

const withRules = ({ cleanup, ...output }: Output): Output => ({ ...output, cleanup: cleanup ?? [] });

const inFull = (config: ProcessConfig): ProcessConfig => ({ ...config, output: config.output.map(withRules) });

/** The log level is not worth an interruption; releases from 1.13 on set it. */
function withoutLogLevel(options: readonly string[]): string[] {
  const at = options.indexOf('-loglevel');
  return at < 0 ? [...options] : withoutLogLevel(options.toSpliced(at, 2));
}

/** The service description of MPEG-TS. */
export const PROVIDER = 'service_provider=Sluice';
/** Other programs write this, as did this one up to 1.1. Not worth an interruption either. */
const FORMER_PROVIDER = 'service_provider=datarhei-Restreamer';

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

/** Whether an update would change the process, and so interrupt it. */
export const processDiffers = (stored: ProcessConfig, desired: ProcessConfig): boolean =>
  !sameJson(asRun(updated(stored, stored)), asRun(updated(stored, desired)));

/** Makes empty values explicit, because the core keeps what is missing in an update. */
export const asBefore = inFull;
