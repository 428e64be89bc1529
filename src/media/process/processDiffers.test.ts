import { describe, expect, it } from 'vitest';
import { ProcessConfig } from '../../api/answers/process.ts';
import fixtures from './fixtures/recorded-processes.json' with { type: 'json' };
import { asBefore, processDiffers } from './processDiffers.ts';

// Responses of a real core after two releases of another interface had stored these.
const recorded = fixtures.map(({ release, kind, config }) => ({ release, kind, config: ProcessConfig.parse(config) }));

const find = (kind: string) => {
  const found = recorded.find((entry) => entry.kind === kind);
  if (!found) throw new Error(`not recorded: ${kind}`);
  return found.config;
};
const egress = find('egress');
const ingest = find('ingest');
const [output] = egress.output;
const [hls] = ingest.output;
if (!output || !hls) throw new Error('recorded without an output');
const { limits: _, ...withoutLimits } = egress;
const rule = { pattern: 'memfs:/x', max_files: 1, max_file_age_seconds: 0, purge_on_delete: true };
const unlimited = { cpu_usage: 0, memory_mbytes: 0, waitfor_seconds: 5 };
const limited = { cpu_usage: 50, memory_mbytes: 0, waitfor_seconds: 5 };
const otherLimits: typeof limited = Object.assign({}, egress.limits, { gpu_usage: 50 });
const { cleanup, ...hlsWithoutRules } = hls;
const provided = (config: ProcessConfig, provider: string): ProcessConfig => ({
  ...config,
  output: config.output.map((output) => ({
    ...output,
    options: [
      ...output.options.filter((option) => !option.startsWith('service_provider=')),
      `service_provider=${provider}`,
    ],
  })),
});

describe.each(recorded)('a process of $release $kind', ({ config }) => {
  it('equals itself when it is sent as it is stored', () =>
    expect(processDiffers(config, JSON.parse(JSON.stringify(config)))).toBe(false));

  it('equals itself without limits, which the core keeps then', () => {
    const { limits, ...sent } = config;
    expect(limits).toBeDefined();
    expect(processDiffers(config, sent)).toBe(false);
  });
});

it.each<[string, ProcessConfig, ProcessConfig, boolean]>([
  ['keys in another order', egress, { ...withoutLimits, id: egress.id, type: egress.type }, false],
  ['limits on a core without limits', withoutLimits, { ...egress, limits: limited }, false],
  ['limits that no response contains', egress, { ...egress, limits: otherLimits }, false],
  ['a delay of limits that are not set', egress, { ...egress, limits: { ...unlimited, waitfor_seconds: 77 } }, false],
  ['another wait', { ...egress, limits: limited }, { ...egress, limits: { ...limited, waitfor_seconds: 9 } }, true],
  ['other limits', egress, { ...egress, limits: limited }, true],
  ['cleanup left out, which keeps it', ingest, { ...ingest, output: [hlsWithoutRules] }, false],
  ['cleanup that is null, which keeps it', ingest, { ...ingest, output: [{ ...hls, cleanup: null }] }, false],
  ['cleanup removed', ingest, { ...ingest, output: [{ ...hls, cleanup: [] }] }, true],
  ['no cleanup before or after', egress, { ...egress, output: [{ ...output, cleanup: [] }] }, false],
  ['cleanup added', egress, { ...egress, output: [{ ...output, cleanup: [rule] }] }, true],
  ['another rule', ingest, { ...ingest, output: [{ ...hls, cleanup: [rule, ...(cleanup ?? []).slice(1)] }] }, true],
  ['another address', egress, { ...egress, output: [{ ...output, address: 'rtmp://x/y' }] }, true],
  ['an additional output', egress, { ...egress, output: [output, { ...output, id: 'output_1' }] }, true],
  ['a removed output', { ...egress, output: [output, { ...output, id: 'output_1' }] }, egress, true],
  ['no options left', egress, { ...egress, options: [] }, true],
  ['options in another order', egress, { ...egress, options: egress.options.toReversed() }, true],
  ['another log level', egress, { ...egress, options: ['-loglevel', 'info', '-err_detect', 'ignore_err'] }, false],
  ['no log level', egress, { ...egress, options: ['-err_detect', 'ignore_err'] }, false],
  ['the former provider of a channel', provided(ingest, 'datarhei-Restreamer'), provided(ingest, 'Sluice'), false],
  ['a foreign provider of a channel', provided(ingest, 'Someone'), provided(ingest, 'Sluice'), true],
  ['the provider of a publication', provided(egress, 'datarhei-Restreamer'), provided(egress, 'Sluice'), true],
  ['another delay', egress, { ...egress, reconnect_delay_seconds: 99 }, true],
  ['another start', egress, { ...egress, autostart: !egress.autostart }, true],
])('an update is compared with the stored process: %s', (_name, stored, desired, differs) =>
  expect(processDiffers(stored, desired)).toBe(differs),
);

it('undoing an update restores the old process, including values that an update would keep', () => {
  const changed = { ...egress, output: [{ ...output, address: 'rtmp://x/y', cleanup: [rule] }] };
  expect(processDiffers(changed, egress)).toBe(true);
  expect(asBefore(egress).output).toEqual([{ ...output, cleanup: [] }]);
  // Without an explicit value, the core keeps the rule.
  const stillThere = { ...egress, output: [{ ...output, cleanup: [rule] }] };
  expect(processDiffers(stillThere, egress)).toBe(false);
  expect(processDiffers(stillThere, asBefore(egress))).toBe(true);
});
