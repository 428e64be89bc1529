import { expect, it } from 'vitest';
import { Config } from '../../../api/answers/config.ts';
import { ProcessConfig } from '../../../api/answers/process.ts';
import { ingestId } from '../../../api/processIds.ts';
import { ingestControlFields } from '../../../catalog/control/ingestControlFields.ts';
import { adaptFieldsToContext, isShown } from '../../../catalog/form/evaluateFields.ts';
import { networkOf } from '../../../media/address/channelAddresses.ts';
import { emptyProfile } from '../../../media/encoding/profile.ts';
import { hlsOutput } from '../../../media/process/hlsOutput.ts';
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
  ['an unknown encoder', { tune: 'film' }, null],
])('the processing tab suggests a low-latency setting for %s with %j', (coder, settings, expected) => {
  const profile = emptyProfile();
  const encoder = { coder, settings, mapping: [] };
  expect(lowLatencyFor({ ...profile, video: { ...profile.video, encoder } })).toEqual(expected);
});

it.each([
  ['libx264', {}, 2],
  ['libx264', { gop: '1' }, 1],
  ['libx264', { gop: 'auto' }, null],
  ['copy', {}, null],
  ['an unknown encoder', { gop: '4' }, null],
])('the processing tab reads the keyframe interval of %s with %j', (coder, settings, seconds) => {
  const profile = emptyProfile();
  const encoder = { coder, settings, mapping: [] };
  expect(keyframesIn({ ...profile, video: { ...profile.video, encoder } })).toBe(seconds);
});

const camera = parseIngestMetadata({ version: 1, control: { rtmp: { enable: true } }, meta: { name: 'Studio' } });

it('the processing tab shows limits that another program has set on the process, and stores them only after a change', () => {
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

it('the processing tab keeps unknown stored settings', () => {
  const marked = parseIngestMetadata({ ...camera, theirs: 1, control: { ...camera.control, theirs: 2 } });
  const draft = channelDraftOf(marked, '');
  const control = ingestControlFrom(draft.control, { ...draft.control, snapshot: { enable: false } }, draft.control);
  expect(metadataWith(marked, { ...draft, control })).toMatchObject({ theirs: 1, control: { theirs: 2 } });
});

it.each([
  ['a core with addresses for files on the disk', true, 'memfs', null],
  ['an older core, with a warning', false, 'memfs', 'Players reach the disk only on core 16.10 and newer.'],
  ['an older core that already uses the disk', false, 'diskfs', null],
])('the processing tab offers the storage on %s', (_, words, storage, reason) => {
  const page = new URL('http://core.example/');
  const network = networkOf({ config: Config.parse({ version: words ? 3 : 2 }), page, channel: CHANNEL });
  const context = controlContextOf(network, { process: null, metadata: camera });
  expect(ingestControlFields['hls.storage'].disabled?.({ hls: { storage } }, context)?.text ?? null).toBe(reason);
});

it.each([
  ['is not offered', false, false],
  ['is shown if another interface has stored it, and can be switched off', true, true],
])('low latency by DASH %s', (_, lhls, shown) => {
  const page = new URL('http://core.example/');
  const network = networkOf({ config: Config.parse({ version: 3 }), page, channel: CHANNEL });
  const metadata = parseIngestMetadata({ ...camera, control: { ...camera.control, hls: { lhls } } });
  const fields = adaptFieldsToContext(ingestControlFields, controlContextOf(network, { process: null, metadata }));
  const [field] = Object.entries(fields).flatMap(([key, entry]) => (key === 'hls.lhls' ? [entry] : []));
  const { control } = channelDraftOf(metadata, '');
  const off = { ...control, hls: { ...control.hls, lhls: false } };
  // The field stays visible while it is being switched off.
  for (const settings of [control, off]) expect(field && isShown(field, settings)).toBe(shown);
  const saved = metadataWith(metadata, {
    ...channelDraftOf(metadata, ''),
    control: ingestControlFrom(control, off, control),
  });
  expect(saved.control.hls.lhls).toBe(false);
  expect(hlsOutput(CHANNEL, saved.control.hls).address).toMatch(/[.]m3u8$/);
});
