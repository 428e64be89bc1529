import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { egressId, ingestId, probeId } from '../../../api/processIds.ts';
import { networkSource } from '../../../catalog/sources/network.ts';
import { srtListener } from '../../../media/address/listenPort.ts';
import { aConfig, aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { coreInfoOf } from '../../gate/session/slice.ts';
import { sourceEditor } from '../source/editor/slice.ts';
import { sourceContextOf } from '../source/sourceContext.ts';
import { portsWanted } from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const OTHER = '11111111-2222-4333-8444-555555555555';
const reading = (id: string, input: string, output = 'rtmp://192.0.2.1/live/x') => ({
  id,
  config: { id, input: [{ id: 'input_0', address: input }], output: [{ id: 'output_0', address: output }] },
});
const HELD = [
  reading(ingestId(CHANNEL), srtListener(6001)),
  reading(ingestId(OTHER), srtListener(6002)),
  reading(probeId(OTHER), srtListener(6003)),
  reading(egressId('srt', OTHER), 'http://localhost/x.m3u8', 'srt://0.0.0.0:6004?mode=listener'),
  reading('of another product', 'rtmp://0.0.0.0:1936/live/x?listen=1'),
];
const CONFIG = {
  tls: { enable: true, auto: false, address: ':8181' },
  rtmp: { enable: true, enable_tls: false, address: ':1935', address_tls: '', app: '/', token: '' },
  srt: { enable: true, address: ':6000', token: '', passphrase: '' },
};

async function fetchPorts(answers: FakeAnswers = {}) {
  const store = openStore({ core: aCore({ config: () => aConfig(CONFIG), processes: () => HELD, ...answers }) });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  store.dispatch(sourceEditor.actions.opened({ channel: CHANNEL }));
  await vi.dynamicImportSettled();
  store.dispatch(portsWanted());
  await vi.advanceTimersByTimeAsync(100);
  const { session, heldPorts } = store.getState();
  const core = coreInfoOf(session);
  if (!core) throw new Error('Nobody is logged in');
  const context = sourceContextOf(core, CHANNEL, heldPorts);
  return { store, faultAt: (address: string) => networkSource.faults({ address }, context).address };
}

const BY_CORE = 'The core itself uses this port. Choose a different one.';
const BY_OTHER = 'Another process of the core uses this port. Choose a different one.';

it.each([
  ['the port of the channel itself (nobody)', srtListener(6001), undefined],
  ['the port of another channel', srtListener(6002), BY_OTHER],
  ['the port of a temporary probe (nobody)', srtListener(6003), undefined],
  ['the port of a listening publication', srtListener(6004), BY_OTHER],
  ['the same port number over TCP (nobody)', 'tcp://0.0.0.0:6002?listen', undefined],
  ['the port of another program', 'rtmp://0.0.0.0:1936/other?listen=1', BY_OTHER],
  ['the port of the SRT server', srtListener(6000), BY_CORE],
  ['the HTTPS port', 'tcp://0.0.0.0:8181?listen', BY_CORE],
  ['the port of the RTMP server', 'rtmp://0.0.0.0:1935/live?listen=1', BY_CORE],
  ['a free port (nobody)', srtListener(6005), undefined],
  ['a port of another machine (nobody)', 'srt://192.0.2.9:6002?mode=caller', undefined],
])('the port check names the user of %s', async (_, address, fault) => {
  const { faultAt } = await fetchPorts();
  expect(faultAt(address)).toBe(fault);
});

it('the port check reports no conflicts if the core does not list its processes', async () => {
  const { store, faultAt } = await fetchPorts({
    processes: ({ filter } = {}) => {
      if (filter === 'config') throw new CoreError(500, 'Internal Server Error');
      return [];
    },
  });
  expect(faultAt(srtListener(6002))).toBeUndefined();
  expect(faultAt(srtListener(6000))).toBe(BY_CORE);
  expect(store.getState().notice.shown).toEqual([]);
});
