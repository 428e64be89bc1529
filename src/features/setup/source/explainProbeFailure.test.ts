import { expect, it } from 'vitest';
import type { Cause } from '../../../media/diagnosis/causes.ts';
import { emptySource, type Source } from '../../../media/encoding/profile.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import type { SourceProbeFailure } from './draft.ts';
import { explainProbeFailure } from './explainProbeFailure.ts';

const source = (type: string, settings: Source['settings'] = {}): Source => ({ ...emptySource(), type, settings });
const pulled = source('network', { mode: 'pull' });
const pushed = source('network', { mode: 'push', push: { type: 'rtmp' } });
const generated = source('virtualvideo');

it.each<[SourceProbeFailure['verdict'], MediaType, string, Source, string]>([
  ['error', 'video', 'pulled', pulled, 'Failed to verify the source. Please check the address.'],
  ['error', 'video', 'pushed', pushed, 'No live stream was detected. Please check the software that sends the stream.'],
  ['error', 'video', 'generated', generated, 'Failed to probe the source. Please check the probe details.'],
  ['nostream', 'video', 'pulled', pulled, "The source doesn't provide any video streams. Please check the device."],
  [
    'nostream',
    'audio',
    'generated',
    generated,
    "The source doesn't provide any audio streams. Please check the device.",
  ],
  ['empty', 'video', 'pulled', pulled, "The source doesn't provide any audio or video streams."],
  ['empty', 'audio', 'pushed', pushed, "The source doesn't provide any audio or video streams."],
  ['nocoder', 'video', 'pulled', pulled, "The source doesn't provide any compatible video streams."],
  ['nocoder', 'audio', 'pulled', pulled, "The source doesn't provide any compatible audio streams."],
])('the probe failure box explains the verdict %s of %s, %s', (verdict, type, _, from, expected) =>
  expect(explainProbeFailure({ verdict, cause: 'unknown', log: [] }, type, from).what).toBe(expected),
);

it.each<[Cause, RegExp, RegExp]>([
  ['refused', /refused/, /port/],
  ['login-needed', /requires a login/, /username and password/i],
  ['not-found', /no stream/, /path/],
  ['device-missing', /not found/, /plugged in/],
  ['timeout', /in time/, /can reach it/],
  ['unresolved', /could not be resolved/, /hostname/],
  ['not-media', /cannot be read/, /web page/],
  ['no-video', /no video/, /video source/],
  ['unknown', /^$/, /probe details/],
])('the probe failure box gives reason and remedy for %s', (cause, why, remedy) => {
  const texts = explainProbeFailure({ verdict: 'error', cause, log: [] }, 'video', pulled);
  expect(texts.why).toMatch(why);
  expect(texts.remedy).toMatch(remedy);
});

it("the probe failure box blames the encoder, not the core's own address, when a push is missing", () => {
  const texts = explainProbeFailure({ verdict: 'error', cause: 'not-found', log: [] }, 'video', pushed);
  expect(texts.why).toBe('');
  expect(texts.remedy).toMatch(/stream key/);
});

it.each([
  [['https://cdn.example.org/a.m3u8'], /were found/, /^$/],
  [[], /No address/, /developer tools/],
])('the probe failure box explains that the address is a web page with the streams %j', (page, why, remedy) => {
  const texts = explainProbeFailure({ verdict: 'error', cause: 'not-media', log: [], page }, 'video', pulled);
  expect(texts.what).toMatch(/web page/);
  expect(texts.why).toMatch(why);
  expect(texts.remedy).toMatch(remedy);
});
