import { expect, it } from 'vitest';
import { ProcessConfig } from '../../api/answers/process.ts';
import { ingestId, probeId } from '../../api/processIds.ts';
import {
  corePorts,
  freeSrtPort,
  isTakenBy,
  listenPortOf,
  portsOfProcesses,
  srtCaller,
  srtListener,
} from './listenPort.ts';

it.each([
  [srtListener(6001), { over: 'udp', port: 6001 }],
  ['srt://:7000', { over: 'udp', port: 7000 }],
  ['srt://[::]:7000?mode=listener', { over: 'udp', port: 7000 }],
  ['udp://0.0.0.0:1234', { over: 'udp', port: 1234 }],
  ['rtmp://0.0.0.0:1936/live/x?listen=1', { over: 'tcp', port: 1936 }],
  ['tcp://0.0.0.0:1234?listen', { over: 'tcp', port: 1234 }],
  // Multicast and callers do not listen.
  ['udp://239.0.0.1:1234', null],
  ['srt://192.0.2.1:6001?mode=caller', null],
  ['srt://0.0.0.0?mode=listener', null],
])('the address %s listens on %j', (address, port) => expect(listenPortOf(address)).toEqual(port));

const network = {
  srt: { enabled: true, host: 'core.example:6001', local: 'localhost:6001', token: '', passphrase: '' },
};

const config = { address: ':8080', srt: { enable: true, address: ':6001', token: '', passphrase: '' } };
const off = { enable: false, enable_tls: false, address: ':1935', address_tls: ':1936', app: '/', token: '' };
const tcp = (...ports: number[]) => ports.map((port) => ({ over: 'tcp', port }));

it.each([
  ['only HTTP', { ...config, srt: { ...config.srt, enable: false } }, tcp(8080)],
  ['HTTP and SRT', config, [...tcp(8080), { over: 'udp', port: 6001 }]],
  ['no port in its address', { address: 'localhost' }, tcp(80)],
  ['HTTPS', { address: ':80', tls: { enable: true, auto: false, address: ':8181' } }, tcp(80, 8181)],
  ['RTMP that is off', { address: ':80', rtmp: { ...off, enable_tls: true } }, tcp(80)],
  ['RTMP', { address: ':80', rtmp: { ...off, enable: true, address: '10.0.0.5:1999' } }, tcp(80, 1999)],
  ['RTMP and RTMPS', { address: ':80', rtmp: { ...off, enable: true, enable_tls: true } }, tcp(80, 1935, 1936)],
  [
    'RTMPS in place of RTMP',
    { address: ':80', rtmp: { ...off, enable: true, enable_tls: true, address_tls: '' } },
    tcp(80, 1935),
  ],
])('the ports of a core with %s are listed', (_, servers, expected) =>
  expect(corePorts({ tls: undefined, rtmp: undefined, srt: undefined, ...servers })).toEqual(expected),
);

it('the ports of stored processes are listed', () => {
  const channel = '3f6b1f0e-7d7e-4c55-9d64-2b6a4c1f9a10';
  const reading = (id: string, input: string, output = 'rtmp://192.0.2.1/live/x') => ({
    id,
    config: ProcessConfig.parse({ id, input: [{ address: input }], output: [{ address: output }] }),
  });
  expect(
    portsOfProcesses([
      reading(ingestId(channel), srtListener(6002)),
      reading('of another product', 'udp://0.0.0.0:1234', 'srt://0.0.0.0:6003?mode=listener'),
      reading('sends', 'rtsp://192.0.2.1/s', 'udp://0.0.0.0:5000'),
      reading(probeId(channel), srtListener(6004)),
      { id: 'unknown', config: undefined },
    ]),
  ).toEqual([
    { id: ingestId(channel), over: 'udp', port: 6002 },
    { id: 'of another product', over: 'udp', port: 1234 },
    { id: 'of another product', over: 'udp', port: 6003 },
  ]);
});

it('the suggested port is used by neither the core nor a process', () => {
  const own = corePorts({ tls: undefined, rtmp: undefined, ...config });
  expect(freeSrtPort([...own, { over: 'udp', port: 6002 }, { over: 'tcp', port: 6003 }])).toBe(6003);
  expect(isTakenBy({ over: 'udp', port: 8080 }, own)).toBe(false);
});

it('an SRT listener has an address for the encoder', () =>
  expect(srtCaller(network, { over: 'udp', port: 6003 }, 'p%20w')).toBe(
    'srt://core.example:6003?mode=caller&passphrase=p%20w',
  ));
