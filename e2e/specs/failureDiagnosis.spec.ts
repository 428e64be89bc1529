import type { Page } from '@playwright/test';
import type { CoreUnderTest } from '../../harness/core/coreUnderTest.ts';
import { icecast } from '../../harness/streams/icecast.ts';
import { refusingRtmpReceiver } from '../../harness/streams/refusingRtmpReceiver.ts';
import { refusingCamera } from '../../harness/streams/rtsp/refusingCamera.ts';
import { srtListener } from '../../harness/streams/srtListener.ts';
import { tlsServerWithoutCertificate } from '../../harness/streams/tlsServerWithoutCertificate.ts';
import { webServerWithoutStream } from '../../harness/streams/webServerWithoutStream.ts';
import { group } from '../../harness/test/vectors/case.ts';
import { operate, startDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { freePort } from '../../harness/tools/launch/ports.ts';
import type { ProcessConfig } from '../../src/api/answers/process.ts';
import { METADATA_KEY } from '../../src/api/processIds.ts';
import { type Party, partyOf } from '../../src/media/diagnosis/causes.ts';
import { Channels } from '../pages/channelList.ts';
import type { Operator } from '../pages/operator.ts';
import { Publications } from '../pages/publications.ts';
import { Trouble } from '../pages/trouble.ts';
import type { AllowedError } from '../support/browser/pageErrors.ts';
import { configOf } from '../support/channels.ts';
import { DESTINATIONS, type FailureExpectation, SOURCES } from '../support/failureExpectations.ts';
import { type StoredChannel, storeChannel } from '../support/storedChannel.ts';
import { expect, test } from '../test.ts';

const PICTURE = { source: 'testsrc2', size: '320x180', fps: '10' };
const KEY = 'journey-s3cret';
const TOKEN = 'journey-t0ken';
/** A label above 63 characters fails without a DNS query. */
const NOWHERE = `${'x'.repeat(64)}.invalid`;

const FAULT: Readonly<Record<Party, string>> = {
  source: 'source',
  target: 'destination',
  machine: 'server',
  us: 'operator',
};

interface Publication {
  service: string;
  settings: Record<string, unknown>;
  stored?: (config: ProcessConfig) => ProcessConfig;
}

const rtmp = (address: string, key = KEY): Publication => ({
  service: 'rtmp',
  settings: { address, options: { rtmp_playpath: key } },
});
const srt = (address: string, passphrase = ''): Publication => ({
  service: 'srt',
  settings: { address, params: { passphrase } },
});
const radio = (address: string, password = KEY): Publication => ({
  service: 'icecast',
  settings: { address, password },
});

const stored = (publication: Publication, from: string, to: string): Publication => ({
  ...publication,
  stored: (config) => ({
    ...config,
    output: config.output.map((output) => ({
      ...output,
      options: output.options.join('\n').replace(from.replaceAll(' ', '\n'), to.replaceAll(' ', '\n')).split('\n'),
    })),
  }),
});

const inOrder = <Row>(rows: Readonly<Record<string, Row>>) =>
  Object.entries(rows).sort(([a], [b]) => a.localeCompare(b, undefined, { sensitivity: 'base' }));

/** All of them fail at once. Each is checked and switched off, so the next one becomes the verdict. */
async function lookAt<Name extends string>(
  expectations: Readonly<Record<Name, FailureExpectation>>,
  made: Readonly<Record<Name, Publication>>,
  { core, operator, page }: { core: CoreUnderTest; operator: Operator; page: Page },
) {
  const api = await core.api();
  await operate(api, async (sluice) => {
    const channel = await startDemoChannel(sluice, PICTURE);
    for (const [name, { stored, ...row }] of Object.entries<Publication>(made)) {
      const id = await sluice.addPublication({ channel, name, ...row });
      const { metadata } = await api.process({ id, filter: 'metadata' });
      const patient = { ...(await configOf(api, id)), reconnect_delay_seconds: 30, stale_timeout_seconds: 8 };
      await api.processUpdate({ id, body: stored?.(patient) ?? patient });
      // An update of a process drops its metadata.
      await api.processMetadataSet({ id, key: METADATA_KEY, body: group(metadata)[METADATA_KEY] });
    }
  });
  const publications = new Publications(page);
  const trouble = new Trouble(page);
  await operator.enter();
  await operator.sees('Live');
  await publications.forAll('Start all');
  await trouble.says(trouble.verdict, 'publications are failing: ');
  const rows = inOrder<FailureExpectation>(expectations);
  for (const [i, [name, [sentence, cause, party, field]]] of rows.entries()) {
    await test.step(name, async () => {
      const words = sentence.replace('{{name}}', name);
      const box = await publications.cause(name);
      expect(partyOf(cause, 'target')).toBe(party);
      const isLast = i === rows.length - 1;
      if (!isLast) await trouble.says(box, words);
      else {
        await trouble.says(trouble.verdict, words);
        await trouble.blames(FAULT[party]);
      }
      await expect(page.getByText(KEY)).toHaveCount(0);
      // With one failure left, the verdict links to its field.
      await trouble.leadsTo(isLast ? trouble.verdict : trouble.box, field, words);
      if (field !== null) {
        expect(trouble.cause()).toBe(cause);
        await page.goBack();
      }
      await publications.press(name);
    });
  }
  await expect(trouble.box).toBeHidden();
  // A busy server may be named.
  await expect(trouble.verdict).toHaveAttribute('data-fault', /^(nobody|server)$/);
}

test('publications rejected by RTMP platforms name the cause and the field to fix', async ({
  operator,
  core,
  page,
  sources,
}) => {
  const platform = sources.keep(await refusingRtmpReceiver());
  const web = sources.keep(await webServerWithoutStream());
  const tls = sources.keep(await tlsServerWithoutCertificate());
  const at = (app: string) => rtmp(`${platform.host}/${app}`);
  await lookAt(
    DESTINATIONS.rtmp,
    {
      'asks for a login': at('asks'),
      'has no such application': at('rejects'),
      'refuses the key': at('denies'),
      'has the key in use': at('busy'),
      'hangs up at publish': at('wordless'),
      'hangs up at a frame': at('brief'),
      'never answers': at('silent'),
      'port closed': rtmp(`127.0.0.1:${await freePort()}/app`),
      'unknown host': rtmp(`${NOWHERE}/app`),
      'plain at a TLS port': rtmp(`${tls.host}/app`),
      'TLS at a plain port': rtmp(`rtmps://${web.host}/app`),
      'no common TLS': rtmp(`rtmps://${tls.host}/app`),
    },
    { core, operator, page },
  );
});

test('publications to private servers, and outdated stored configs, name the cause and the field to fix @own-core', async ({
  operator,
  core,
  page,
  sources,
  api,
}) => {
  const { config } = await api.config();
  const own = config.rtmp?.address;
  await api.configSet({ body: { version: config.version, rtmp: { app: '/live', token: TOKEN } } });
  await core.restart();
  const platform = sources.keep(await refusingRtmpReceiver());
  const listener = sources.keep(await srtListener(`${KEY}-of-theirs`));
  const station = sources.keep(await icecast(KEY));
  await station.occupy('taken');
  const takes = rtmp(`${platform.host}/takes`);
  const copied = '-codec:v copy';
  await lookAt(
    DESTINATIONS.own,
    {
      'wrong token': rtmp(`${own}/live`, `mine?token=${KEY}`),
      'wrong application': rtmp(`${own}/other`, `mine?token=${TOKEN}`),
      'SRT, nobody listens': srt(`127.0.0.1:${await freePort()}`),
      'SRT, wrong passphrase': srt(listener.host, KEY),
      'Icecast, wrong password': radio(`${station.host}/live`, 'another'),
      'Icecast, mount taken': radio(`${station.host}/taken`),
      'Icecast, no mount': radio(station.host),
      'encoder not built in': stored(takes, copied, '-codec:v libopenh264x'),
      'encoder without hardware': stored(takes, copied, '-codec:v h264_nvenc'),
      'wrong map': stored(takes, '-map 0:0', '-map 0:7'),
      'unknown codec in FLV': stored(takes, '-codec:a copy', '-codec:a libvorbis'),
      'bitrate of no number': stored(takes, copied, '-codec:v libx264 -b:v many'),
    },
    { core, operator, page },
  );
});

const picture = ['-re', '-f', 'lavfi'];
const TEST_PICTURE = 'testsrc2=size=320x180:rate=10';

const channelsAt = ({ web, camera, closed }: Readonly<Record<'web' | 'camera' | 'closed', string>>) =>
  ({
    'web, port closed': { source: { address: `http://${closed}/live.m3u8` } },
    'web, unknown host': { source: { address: `http://${NOWHERE}/live.m3u8` } },
    'web, 401': { source: { address: `http://${web}/401/live.m3u8` } },
    'web, 401 with a login': { source: { address: `http://cam:${KEY}@${web}/401/live.m3u8` } },
    'web, 403': { source: { address: `http://${web}/403/live.m3u8` } },
    'web, 404': { source: { address: `http://${web}/404/live.m3u8` } },
    'web, 500': { source: { address: `http://${web}/500/live.m3u8` } },
    'web, no video': { source: { address: `http://${web}/page.html` } },
    'web, silent': { source: { address: `http://${web}/silence` }, process: { staleTimeout: 6 } },
    'web, TLS at a plain port': { source: { address: `https://${web}/live.m3u8` } },
    'HLS, empty': { source: { address: `http://${web}/empty.m3u8` } },
    'HLS, segments gone': { source: { address: `http://${web}/gone.m3u8` }, process: { staleTimeout: 6 } },
    'camera, 401': { source: { address: `rtsp://${camera}/401`, options: ['-rtsp_transport', 'tcp'] } },
    'camera, 404': { source: { address: `rtsp://${camera}/404`, options: ['-rtsp_transport', 'tcp'] } },
    'camera, 453': { source: { address: `rtsp://${camera}/453`, options: ['-rtsp_transport', 'tcp'] } },
    'push, nobody sends': { source: { push: 'nobody' } },
    'SRT, nobody listens': { source: { address: `srt://${closed}?mode=caller` } },
    'protocol mistyped': { source: { address: 'rstp://192.0.2.1/live' } },
    'device missing': { source: { address: '/dev/video99', options: ['-f', 'v4l2'] } },
    'file missing': { source: { address: '/nothing/there.ts' } },
    // The embedded core would add silence for missing audio.
    'wrong map': {
      source: { address: 'sine', options: picture },
      ...{ video: ['-codec:v', 'libx264'], audio: ['-codec:a', 'aac'] },
      streams: [
        { index: 0, stream: 0, type: 'audio', codec: 'pcm_s16le' },
        { index: 0, stream: 1, type: 'video', codec: 'rawvideo' },
      ],
    },
    'encoder without hardware': {
      source: { address: `${TEST_PICTURE}[out0];sine[out1]`, options: picture },
      ...{ video: ['-codec:v', 'h264_nvenc'], audio: ['-codec:a', 'aac'] },
    },
    'filter of no kind': {
      source: { address: `${TEST_PICTURE}[out0];sine[out1]`, options: picture },
      ...{ video: ['-codec:v', 'libx264', '-filter:v', 'nosuchfilter'], audio: ['-codec:a', 'aac'] },
    },
    'memory limit': {
      source: { address: `${TEST_PICTURE}[out0];sine[out1]`, options: picture },
      ...{ video: ['-codec:v', 'libx264', '-preset', 'ultrafast'], audio: ['-codec:a', 'aac'] },
      limits: { cpu_usage: 0, memory_mbytes: 1, waitfor_seconds: 1 },
    },
  }) satisfies Record<keyof typeof SOURCES, Omit<StoredChannel, 'name'>>;

const noSnapshot: AllowedError = {
  line: /^status 404: GET \S+\.(jpg|m3u8)/,
  why: 'A channel that never ran has neither a snapshot nor a playlist.',
};

test('sources with a wrong stream or none name the cause and the field to fix', async ({
  operator,
  core,
  page,
  pageErrors,
  sources,
  api,
}) => {
  pageErrors.allow(noSnapshot);
  const web = sources.keep(await webServerWithoutStream());
  const camera = sources.keep(await refusingCamera());
  const plans = channelsAt({ web: web.host, camera: camera.host, closed: `127.0.0.1:${await freePort()}` });
  const stored: { name: string; id: string; told: FailureExpectation }[] = [];
  for (const [name, expected] of Object.entries<FailureExpectation>(SOURCES)) {
    const plan: Omit<StoredChannel, 'name'> | undefined = Object.entries(plans).find(([key]) => key === name)?.[1];
    if (plan) stored.push({ name, told: expected, id: await storeChannel(api, core, { name, ...plan }) });
  }
  const trouble = new Trouble(page);
  const channels = new Channels(operator);
  await operator.enter();
  await expect(trouble.verdict).toBeVisible();
  for (const { name, id, told: expected } of stored) {
    await test.step(name, async () => {
      const [words, cause, party, field, noted = words] = expected;
      await channels.select(id);
      await trouble.says(trouble.verdict, words);
      await trouble.blames(FAULT[party]);
      await expect(page.getByText(KEY)).toHaveCount(0);
      await trouble.leadsTo(trouble.verdict, field, noted);
      if (field !== null) expect(trouble.cause()).toBe(cause);
    });
  }
});
