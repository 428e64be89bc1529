import { describe, expect, it } from 'vitest';
import { Config } from '../../api/answers/config.ts';
import { ProcessConfig } from '../../api/answers/process.ts';
import { parseEgressMetadata, parseIngestMetadata } from '../metadata.ts';
import { networkOf } from '../network.ts';
import { egressProcess } from './egress.ts';
import { ingestProcess } from './ingest.ts';
import { probeProcess } from './probe.ts';
import { snapshotProcess } from './snapshot.ts';

const channel = '11111111-2222-4333-8444-555555555555';
const network = networkOf({ config: Config.parse({}), page: new URL('http://h.example:8080'), channel });

const stored = {
  sources: [
    {
      type: 'network',
      inputs: [{ address: 'rtsp://192.0.2.10/s', options: ['-re'] }],
      streams: [{ type: 'video', codec: 'h264' }],
    },
  ],
  profiles: [{ video: { source: 0, stream: 0, encoder: { coder: 'copy', mapping: ['-codec:v', 'copy'] } } }],
};
const ingest = (control: unknown = {}) =>
  ingestProcess({ channel, metadata: parseIngestMetadata({ ...stored, control }), network });

describe('ingest', () => {
  it('writes one playlist into the memory storage', () =>
    expect(ingest()).toEqual({
      type: 'ffmpeg',
      id: `restreamer-ui:ingest:${channel}`,
      reference: channel,
      input: [{ id: 'input_0', address: 'rtsp://192.0.2.10/s', options: ['-re'] }],
      output: [
        {
          id: 'output_0',
          address: `{memfs}/${channel}.m3u8`,
          options: [
            ...['-dn', '-sn', '-map', '0:0', '-codec:v', 'copy', '-an'],
            ...['-metadata', `title=http://h.example:8080/${channel}/oembed.json`],
            ...['-metadata', 'service_provider=datarhei-Restreamer'],
            ...['-f', 'hls', '-start_number', '0', '-hls_time', '2', '-hls_list_size', '6'],
            ...['-hls_flags', 'append_list+delete_segments+omit_endlist'],
            ...['-hls_segment_filename', `{memfs}/${channel}_%04d.ts`, '-method', 'PUT'],
          ],
          cleanup: [
            { pattern: `memfs:/${channel}_*.ts`, max_files: 8, max_file_age_seconds: 16, purge_on_delete: true },
            { pattern: `memfs:/${channel}.m3u8`, max_files: 0, max_file_age_seconds: 16, purge_on_delete: true },
          ],
        },
      ],
      options: ['-err_detect', 'ignore_err', '-y'],
      autostart: true,
      reconnect: true,
      reconnect_delay_seconds: 15,
      stale_timeout_seconds: 30,
    }));

  it.each([
    ['a playlist of its own length', { segmentDuration: 4, listSize: 10 }, [12, 48]],
    ['files of any age without cleanup', { cleanup: false }, [8, 0]],
    ['all segments', { listSize: 0 }, [0, 0]],
  ])('keeps %s', (_, hls, [files, age]) =>
    expect(ingest({ hls })?.output[0]?.cleanup?.[0]).toMatchObject({ max_files: files, max_file_age_seconds: age }),
  );

  it('sends limits only when some are stored', () =>
    expect(ingest({ limits: { cpu_usage: 50 } })?.limits).toEqual({
      cpu_usage: 50,
      memory_mbytes: 0,
      waitfor_seconds: 5,
    }));

  it('sends nothing while the profile is incomplete', () =>
    expect(ingestProcess({ channel, metadata: parseIngestMetadata({}), network })).toBeNull());

  // Plain ffmpeg prefixes progress lines with their level then, and the core no longer sees them.
  it('never changes the form of the log', () => expect(JSON.stringify(ingest())).not.toContain('loglevel'));
});

it('takes a picture once per interval, unless it is switched off', () => {
  const snapshot = (enable: boolean) =>
    snapshotProcess({ channel, metadata: parseIngestMetadata({ control: { snapshot: { enable, interval: 10 } } }) });
  expect(snapshot(true)).toMatchObject({
    id: `restreamer-ui:ingest:${channel}_snapshot`,
    input: [{ address: `{memfs}/${channel}.m3u8` }],
    output: [{ address: `{memfs}/${channel}.jpg` }],
    autostart: true,
    reconnect: true,
    reconnect_delay_seconds: 10,
  });
  expect(snapshot(false)).toMatchObject({ autostart: false, reconnect: false });
});

it('probes without ever starting', () =>
  expect(probeProcess(channel, [{ address: 'a', options: [] }])).toMatchObject({
    id: `restreamer-ui:ingest:${channel}_probe`,
    autostart: false,
    reconnect: false,
  }));

describe('egress', () => {
  const streams = parseIngestMetadata({
    streams: [
      { type: 'video', codec: 'h264', stream: 0 },
      { type: 'audio', codec: 'aac', stream: 1 },
    ],
  }).streams;
  const copy = (type: string, stream: number) => ({
    source: 0,
    stream,
    encoder: { coder: 'copy', mapping: [`-codec:${type}`, 'copy'] },
  });
  const outputs = [{ address: 'rtmp://a.example/app/key', options: ['-f', 'flv'] }, { address: 'b' }];
  const egress = (profile: unknown, to: unknown = outputs) => {
    const metadata = parseEgressMetadata({ outputs: to, profiles: [profile] });
    return egressProcess({ channel, service: 'rtmp', uuid: channel, metadata, streams });
  };

  it('sends the playlist of its channel to every output', () =>
    expect(egress({ video: copy('v', 0), audio: copy('a', 1) })).toMatchObject({
      id: `restreamer-ui:egress:rtmp:${channel}`,
      reference: channel,
      input: [{ address: `{memfs}/${channel}.m3u8`, options: ['-re'] }],
      output: [
        {
          id: 'output_0',
          address: 'rtmp://a.example/app/key',
          options: ['-map', '0:0', '-codec:v', 'copy', '-map', '0:1', '-codec:a', 'copy', '-f', 'flv'],
        },
        { id: 'output_1', address: 'b' },
      ],
    }));

  it('sends audio alone', () =>
    expect(egress({ audio: copy('a', 1) })?.output[0]?.options.slice(0, 3)).toEqual(['-vn', '-map', '0:1']));

  it.each([
    ['no outputs', { video: copy('v', 0) }, []],
    ['no streams', {}, outputs],
  ])('is none with %s', (_, profile, to) => expect(egress(profile, to)).toBeNull());
});

it('is what the contract takes', () => expect(ProcessConfig.parse(ingest())).toEqual(ingest()));
