import { expect, it } from 'vitest';
import { freeSrtPort, isTakenBy, listenPortOf, ownPorts, srtCaller, srtListener } from './listenPort.ts';

it.each([
  [srtListener(6001), { over: 'udp', port: 6001 }],
  ['srt://:7000', { over: 'udp', port: 7000 }],
  ['srt://[::]:7000?mode=listener', { over: 'udp', port: 7000 }],
  ['udp://0.0.0.0:1234', { over: 'udp', port: 1234 }],
  ['rtmp://0.0.0.0:1936/live/x?listen=1', { over: 'tcp', port: 1936 }],
  ['tcp://0.0.0.0:1234?listen', { over: 'tcp', port: 1234 }],
  // A group is nobody's own, and who calls waits nowhere.
  ['udp://239.0.0.1:1234', null],
  ['srt://192.0.2.1:6001?mode=caller', null],
  ['srt://0.0.0.0?mode=listener', null],
])('%s waits at %j', (address, port) => expect(listenPortOf(address)).toEqual(port));

const network = {
  hls: { local: 'localhost:8080', credentials: '' },
  rtmp: { enabled: true, secure: false, host: 'a', local: 'localhost', app: '', token: '' },
  srt: { enabled: true, host: 'core.example:6001', local: 'localhost:6001', token: '', passphrase: '' },
};

it('proposes a port that neither the core nor a process has', () => {
  const own = ownPorts(network);
  expect(own).toEqual([
    { over: 'tcp', port: 8080 },
    { over: 'tcp', port: 1935 },
    { over: 'udp', port: 6001 },
  ]);
  expect(freeSrtPort([...own, { over: 'udp', port: 6002 }, { over: 'tcp', port: 6003 }])).toBe(6003);
  expect(isTakenBy({ over: 'udp', port: 8080 }, own)).toBe(false);
});

it('tells the sender where to call', () =>
  expect(srtCaller(network, { over: 'udp', port: 6003 }, 'p%20w')).toBe(
    'srt://core.example:6003?mode=caller&passphrase=p%20w',
  ));
