import { describe, expect, it } from 'vitest';
import { METADATA_KEY } from '../../api/processIds.ts';
import type { Bundle } from '../bundle/bundle.ts';
import { bundleOf } from '../bundle/bundleOf.ts';
import { DEFAULT_CHOICES } from '../bundle/importPlan.ts';
import type { Installation } from '../bundle/installation.ts';
import { planImport } from '../bundle/planImport.ts';
import { anInstallation, CHANNEL, nothing, OTHER_CHANNEL, someFacts } from '../bundle/testing.ts';
import { mergeBundles } from './mergeBundles.ts';

const ofChannel = (channel: string, secrets: 'included' | 'omitted' = 'included') =>
  bundleOf(anInstallation(), { kind: 'channels', channels: [channel] }, { secrets, secretsOf: someFacts().secretsOf });
const merge = (bundles: Readonly<Record<string, Bundle>>) =>
  mergeBundles(Object.entries(bundles).map(([name, bundle]) => ({ name, bundle })));
const merged = (bundles: Readonly<Record<string, Bundle>>): Bundle => {
  const result = merge(bundles);
  if (result.status === 'twice') throw new Error(result.what);
  return result.bundle;
};
const stepsOn = (bundle: Bundle, core: Installation) => planImport(bundle, core, someFacts(), DEFAULT_CHOICES).steps;

describe('bundles', () => {
  it('of all channels make the same installation as one bundle', async () => {
    const both = merged({ a: await ofChannel(CHANNEL), b: await ofChannel(OTHER_CHANNEL) });
    expect(both.selection).toBe('channels');
    expect(stepsOn(both, anInstallation())).toEqual([]);
    expect(both.processes).toHaveLength(6);
  });

  it('do not depend on the order of their files', async () => {
    const [a, b] = [await ofChannel(CHANNEL), await ofChannel(OTHER_CHANNEL)];
    expect(merged({ b, a }).processes).toEqual(merged({ a, b }).processes);
  });

  it('without secrets keep those of the core beside bundles with secrets', async () => {
    const both = merged({ a: await ofChannel(CHANNEL), b: await ofChannel(OTHER_CHANNEL, 'omitted') });
    expect(stepsOn(both, anInstallation())).toEqual([]);
    const missing = stepsOn(both, nothing()).flatMap((step) => (step.kind === 'process' ? step.missing : []));
    expect(missing.length).toBeGreaterThan(0);
  });

  it('with the same channel are refused', async () => {
    const channel = await ofChannel(CHANNEL);
    expect(merge({ a: channel, b: channel })).toMatchObject({ status: 'twice', first: 'a', second: 'b' });
  });

  const only = (part: Partial<Bundle>): Bundle => ({
    ...{ selection: 'installation', processes: [], metadata: {}, files: [], servers: null },
    ...{ secrets: { status: 'omitted' }, ...part },
  });
  const site = (title: string) => only({ metadata: { [METADATA_KEY]: { playersite: { title } } } });

  it('with the same settings are merged, with others refused', () => {
    expect(merged({ a: site('A'), b: site('A') }).metadata).toEqual(site('A').metadata);
    expect(merge({ a: site('A'), b: site('B') })).toEqual({
      ...{ status: 'twice', what: METADATA_KEY, first: 'a', second: 'b' },
    });
  });
});
