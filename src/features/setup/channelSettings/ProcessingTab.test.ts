import { expect, it } from 'vitest';
import { Config } from '../../../api/answers/config.ts';
import { ProcessConfig } from '../../../api/answers/process.ts';
import { ingestId } from '../../../api/processIds.ts';
import { ingestControlFields } from '../../../catalog/control/ingestControlFields.ts';
import { networkOf } from '../../../media/address/channelAddresses.ts';
import { emptyProfile } from '../../../media/encoding/profile.ts';
import { parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { CHANNEL } from '../../../testing/coreAnswers.ts';
import { channelDraftOf, metadataWith } from './channelDraft.ts';
import {
  controlContextOf,
  ingestControlFrom,
  ingestControlShown,
  keyframesIn,
  lowLatencyFor,
} from './ProcessingTab.tsx';

it.each([
  ['libx264', {}, null],
  ['libx264', { tune: 'zerolatency' }, null],
  ['libx264', { tune: 'film' }, { label: 'Tune', value: 'zerolatency' }],
  ['libx265', { tune: 'none' }, { label: 'Tune', value: 'zerolatency' }],
  ['h264_nvenc', { preset: 'hq' }, { label: 'Preset', value: 'llhq' }],
  ['h264_nvenc', { preset: 'll' }, null],
  ['h264_vaapi', {}, null],
  ['copy', { tune: 'film' }, null],
  ['of another product', { tune: 'film' }, null],
])('of %s with %j', (coder, settings, expected) => {
  const profile = emptyProfile();
  const encoder = { coder, settings, mapping: [] };
  expect(lowLatencyFor({ ...profile, video: { ...profile.video, encoder } })).toEqual(expected);
});

it.each([
  ['libx264', {}, 2],
  ['libx264', { gop: '1' }, 1],
  ['libx264', { gop: 'auto' }, null],
  ['copy', {}, null],
  ['of another product', { gop: '4' }, null],
])('of %s with %j', (coder, settings, seconds) => {
  const profile = emptyProfile();
  const encoder = { coder, settings, mapping: [] };
  expect(keyframesIn({ ...profile, video: { ...profile.video, encoder } })).toBe(seconds);
});

const camera = parseIngestMetadata({ version: 1, control: { rtmp: { enable: true } }, meta: { name: 'Studio' } });

it('limits that somebody else has set on the process are shown, and written only when they are changed', () => {
  const draft = channelDraftOf({ ...camera, control: { ...camera.control, limits: undefined } }, '');
  const process = ProcessConfig.parse({
    id: ingestId(CHANNEL),
    limits: { cpu_usage: 50, memory_mbytes: 0, waitfor_seconds: 0 },
  });
  const shown = ingestControlShown(draft, { process });
  expect(shown).toMatchObject({ limits: { cpu_usage: 50 } });
  const longer = ingestControlFrom(
    shown,
    { ...shown, hls: { ...draft.control.hls, segmentDuration: '8' } },
    draft.control,
  );
  expect(longer).toEqual({ ...draft.control, hls: { ...draft.control.hls, segmentDuration: 8 } });
  const limits = { cpu_usage: 60, memory_mbytes: 0, waitfor_seconds: 0 };
  expect(ingestControlFrom(shown, { ...shown, limits }, draft.control).limits).toEqual(limits);
});

it('keeps what others have stored beside what can be changed here', () => {
  const marked = parseIngestMetadata({ ...camera, theirs: 1, control: { ...camera.control, theirs: 2 } });
  const draft = channelDraftOf(marked, '');
  const control = ingestControlFrom(draft.control, { ...draft.control, snapshot: { enable: false } }, draft.control);
  expect(metadataWith(marked, { ...draft, control })).toMatchObject({ theirs: 1, control: { theirs: 2 } });
});

it.each([
  ['a core that lists files on the disk by their addresses', true, 'memfs', null],
  ['one that lists them by their paths', false, 'memfs', 'Players reach the disk only on core 16.10 and newer.'],
  ['one, when they are there already', false, 'diskfs', null],
])('the storage can be chosen on %s', (_, words, storage, reason) => {
  const page = new URL('http://core.example/');
  const network = networkOf({ config: Config.parse({ version: words ? 3 : 2 }), page, channel: CHANNEL });
  const context = controlContextOf(network, { process: null, metadata: camera });
  expect(ingestControlFields['hls.storage'].disabled?.({ hls: { storage } }, context)?.text ?? null).toBe(reason);
});

it.each([
  [true, true],
  [false, false],
])('low latency that is stored (%s) can be switched off: %s', (lhls, isShown) => {
  const network = networkOf({ config: Config.parse({}), page: new URL('http://core.example/'), channel: CHANNEL });
  const control = { ...camera.control, hls: { ...camera.control.hls, lhls } };
  const context = controlContextOf(network, { process: null, metadata: { ...camera, control } });
  expect(ingestControlFields['hls.lhls'].when?.(control, context)).toBe(isShown);
  const off = ingestControlFrom(control, { ...control, hls: { ...control.hls, lhls: false } }, control);
  expect(off.hls.lhls).toBe(false);
});
