import { expect, it } from 'vitest';
import {
  channelOfHold,
  channelOfIngest,
  ENCODER_TEST_ID,
  egressId,
  egressOf,
  ffmpegTrialId,
  ingestId,
  isChannelId,
  lookId,
  probeId,
  probePictureId,
  snapshotId,
  temporaryProcessOf,
  uploadId,
} from './processIds.ts';

const uuid = '3f6b1f0e-7d7e-4c55-9d64-2b6a4c1f9a10';

it('builds the ids of existing installations', () => {
  expect(ingestId(uuid)).toBe(`restreamer-ui:ingest:${uuid}`);
  expect(snapshotId(uuid)).toBe(`restreamer-ui:ingest:${uuid}_snapshot`);
  expect(probeId(uuid)).toBe(`restreamer-ui:ingest:${uuid}_probe`);
  expect(egressId('twitch', uuid)).toBe(`restreamer-ui:egress:twitch:${uuid}`);
});

it.each([
  [ingestId(uuid), uuid],
  [snapshotId(uuid), null],
  [egressId('hls', uuid), null],
  [`restreamer-ui:ingest:${uuid.toUpperCase()}`, null],
  ['', null],
])('%s is the ingest of %s', (id, channel) => expect(channelOfIngest(id)).toBe(channel));

it.each([
  [egressId('youtube', uuid), { service: 'youtube', uuid }],
  [egressId('datarhei_core', uuid), { service: 'datarhei_core', uuid }],
  [`restreamer-ui:egress::${uuid}`, null],
  [ingestId(uuid), null],
])('%s is the publication %o', (id, egress) => expect(egressOf(id)).toEqual(egress));

it.each([
  [probeId(uuid), 'probe'],
  [probePictureId(uuid), 'picture'],
  [uploadId(uuid), 'upload'],
  [ENCODER_TEST_ID, 'test'],
  [ffmpegTrialId(2), 'test'],
  [lookId(1), 'look'],
  [ingestId(uuid), null],
  [snapshotId(uuid), null],
  [egressId('hls', uuid), null],
  [`${probeId(uuid)}_other`, null],
  [`other:${probeId(uuid)}`, null],
  ['restreamer-ui:ingest:studio_probe', null],
  ['', null],
])('%s is the temporary process %s', (id, errand) => expect(temporaryProcessOf(id)).toBe(errand));

it.each([
  [uuid, true],
  [`${uuid} `, false],
  ['../settings', false],
])('%s is a channel id: %s', (text, expected) => expect(isChannelId(text)).toBe(expected));

it.each([
  [`{memfs}/hold-${uuid}.m3u8`, uuid],
  [`http://127.0.0.1:8080/memfs/hold-${uuid}.m3u8`, uuid],
  [`{memfs}/${uuid}.m3u8`, null],
  [`{memfs}/hold-${uuid}_slate.m3u8`, null],
  ['{memfs}/hold-x.m3u8', null],
])('the address %s is the hold of channel %s', (address, channel) => {
  expect(channelOfHold(address)).toBe(channel);
});
