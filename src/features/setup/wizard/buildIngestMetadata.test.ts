import { describe, expect, it } from 'vitest';
import { Config } from '../../../api/answers/config.ts';
import type { ProbeResult } from '../../../api/answers/process.ts';
import { SkillsAnswer } from '../../../api/answers/skills.ts';
import type { SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import { networkOf } from '../../../media/address/channelAddresses.ts';
import { skillsOf } from '../../../media/encoding/skills.ts';
import { ingestDefaults, parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { CHANNEL, someSkills } from '../../../testing/coreAnswers.ts';
import { aac, aProbe, h264, hevc, mpeg2, opus, pcm, refusedProbe, subtitles } from '../../../testing/probes.ts';
import { audioFailureOf, changeCoder, probedAudio, probedVideo, withInputs } from '../source/applyProbe.ts';
import { ingestMetadataOf } from './buildIngestMetadata.ts';
import {
  type AudioChoice,
  audioChoiceOf,
  newEntries,
  rebaseEntries,
  type WizardDraft,
  type WizardEntries,
} from './draft.ts';
import { withAudio, withProposedAudio } from './wizardOpening.ts';

const network = networkOf({ config: Config.parse({}), page: new URL('http://core.test'), channel: CHANNEL });
const contextWith = (answer: object): SourceContext => {
  const skills = skillsOf(SkillsAnswer.parse(answer));
  return { ffmpeg: skills.ffmpeg, skills, network };
};
const context = contextWith(someSkills());
const copyOnly = contextWith({ ffmpeg: { version: '5.1.9' } });

const entries = newEntries('Studio A');
const fresh: WizardDraft = {
  channel: CHANNEL,
  ...entries,
  held: null,
  before: null,
  info: { meta: entries.meta, license: entries.license },
  tile: '',
  storedTile: '',
  audioChosen: false,
};
const initial: WizardDraft = {
  ...fresh,
  tile: 'network',
  video: { ...fresh.video, type: 'network', settings: { mode: 'pull', address: 'rtsp://192.0.2.10/s' } },
};
const probed = (...streams: Parameters<typeof aProbe>) => probedVideo(initial, aProbe(...streams), context).draft;
const proposed = (draft: WizardDraft, using = context) => withProposedAudio(draft, using);
const choosing = (draft: WizardDraft, choice: AudioChoice) => ({
  ...withAudio(draft, choice, context),
  audioChosen: true,
});
const videoOf = ({ profile: { video } }: WizardDraft) => ({ stream: video.stream, coder: video.encoder.coder });

it.each<[string, ProbeResult, SourceContext, object | null, object | null]>([
  ['h264 and aac', aProbe(h264, aac), context, { stream: 0, coder: 'copy' }, null],
  ['audio first', aProbe(aac, h264), context, { stream: 1, coder: 'copy' }, null],
  ['hevc', aProbe(hevc), context, { stream: 0, coder: 'libx264' }, null],
  // prefers a stream that needs no encoder
  ['hevc then h264, without an encoder', aProbe(hevc, h264), copyOnly, { stream: 1, coder: 'copy' }, null],
  ['hevc without an encoder', aProbe(hevc), copyOnly, null, { verdict: 'nocoder' }],
  ['audio only', aProbe(aac), context, null, { verdict: 'nostream' }],
  ['subtitles only', aProbe(subtitles), context, null, { verdict: 'empty' }],
  ['a closed port', refusedProbe, context, null, { verdict: 'error', cause: 'refused' }],
])('the wizard judges a probe that finds %s', (_, result, using, video, failure) => {
  const { draft, failure: failed } = probedVideo(initial, result, using);
  if (video) expect(videoOf(draft)).toEqual(video);
  else expect(draft).toBe(initial);
  if (failure) expect(failed).toMatchObject(failure);
  else expect(failed).toBeNull();
});

it('the wizard masks secrets in the log of a failed probe', () => {
  const { failure } = probedVideo(initial, refusedProbe, context);
  expect(failure?.log.join('\n')).toContain('127.0.0.1:9/none: Connection refused');
  expect(failure?.log.join('\n')).not.toContain('hunter2');
});

it('the wizard keeps a chosen encoder if a new probe finds the same stream, but not for another codec', () => {
  const set = changeCoder(probed(hevc), { type: 'video', encoder: 'libx264', settings: { bitrate: '2048' } }, context);
  const reprobed = probedVideo(set, aProbe(hevc), context).draft;
  expect(reprobed.profile.video.encoder.settings).toMatchObject({ bitrate: '2048' });
  const other = probedVideo(set, aProbe(mpeg2), context).draft;
  expect(other.profile.video.encoder.settings).toMatchObject({ bitrate: '1024' });
});

it.each<[string, Parameters<typeof aProbe>, object]>([
  ['from hevc to h264 copies again', [hevc, h264], { stream: 1, coder: 'copy' }],
  ['from hevc to mpeg2 keeps the encoder', [hevc, mpeg2], { stream: 1, coder: 'libx264' }],
  ['from h264 to hevc encodes', [h264, hevc], { stream: 1, coder: 'libx264' }],
])('the wizard recodes a stream change %s', (_, streams, video) =>
  expect(videoOf(changeCoder(probed(...streams), { type: 'video', stream: 1 }, context))).toEqual(video),
);

it('the wizard keeps the encoder settings when another stream needs the same encoder', () => {
  const set = changeCoder(
    probed(hevc, mpeg2),
    { type: 'video', encoder: 'libx264', settings: { bitrate: '2048' } },
    context,
  );
  const { encoder } = changeCoder(set, { type: 'video', stream: 1 }, context).profile.video;
  expect(encoder.settings).toMatchObject({ bitrate: '2048' });
  expect(encoder.mapping).toContain('2048k');
});

it('the wizard shows a stream that no encoder can handle without an encoder', () => {
  const draft = probedVideo(initial, aProbe(h264, hevc), copyOnly).draft;
  expect(videoOf(changeCoder(draft, { type: 'video', stream: 1 }, copyOnly))).toEqual({ stream: 1, coder: 'none' });
});

it.each([
  [[h264, aac], 'video'],
  [[h264], 'silence'],
])('the wizard proposes matching audio', (streams, choice) =>
  expect(audioChoiceOf(proposed(probed(...streams)))).toBe(choice),
);

it('the wizard proposes audio again when the video changes, until the operator has chosen', () => {
  const silent = proposed(probed(h264));
  const reprobe = (draft: WizardDraft, ...streams: Parameters<typeof aProbe>) =>
    audioChoiceOf(proposed(probedVideo(draft, aProbe(...streams), context).draft));
  expect(reprobe(silent, h264, aac)).toBe('video');
  for (const choice of ['none', 'silence', 'tone'] as const) {
    const chosen = choosing(proposed(probed(h264, aac)), choice);
    expect(reprobe(chosen, h264, aac)).toBe(choice);
    expect(reprobe(chosen, h264)).toBe(choice);
  }
  expect(reprobe(choosing(proposed(probed(h264, aac)), 'video'), h264)).toBe('silence');
});

it('the wizard finds the audio of the video again at a new stream index', () => {
  const chosen = proposed(probed(h264, aac));
  const reordered = proposed(probedVideo(chosen, aProbe(aac, h264), context).draft);
  expect(reordered.profile.audio).toMatchObject({ source: 0, stream: 0 });
});

it.each([
  ['aac', aac, context, 'copy'],
  ['opus', opus, context, 'aac'],
])("the wizard codes the video's own %s as required", (_, sound, using, coder) => {
  const draft = proposed(probed(h264, sound), using);
  expect(draft.profile.audio).toMatchObject({ source: 0, stream: 1, encoder: { coder } });
  expect(audioFailureOf(draft)).toBeNull();
});

it('the wizard reports audio that no coder can convert', () => {
  const draft = probedVideo(initial, aProbe(h264, opus), copyOnly).draft;
  expect(audioFailureOf(proposed(draft, copyOnly))).toEqual({ verdict: 'nocoder', cause: 'unknown', log: [] });
});

it('the wizard encodes chosen silence, and leaves out audio that is switched off', () => {
  const silent = proposed(probed(h264));
  const set = changeCoder(silent, { type: 'audio', encoder: 'aac', settings: { bitrate: '128' } }, context);
  const { draft } = probedAudio({ ...set, audio: withInputs(set.audio, context) }, aProbe(pcm), context);
  expect(draft.profile.audio).toMatchObject({ source: 1, stream: 0, encoder: { coder: 'aac' } });
  expect(draft.profile.audio.encoder.mapping).toContain('128k');
  expect(draft.audio.inputs).toEqual([{ address: 'anullsrc=r=44100:cl=stereo', options: ['-f', 'lavfi'] }]);
  const none = choosing(silent, 'none');
  expect(none.profile.audio).toMatchObject({ source: -1, stream: -1, encoder: { coder: 'none' } });
});

it('the wizard stores its entries and keeps all other settings of a channel', () => {
  const video = withInputs(initial.video, context);
  const draft = proposed(probedVideo({ ...initial, video }, aProbe(hevc, aac), context).draft);
  const stored = parseIngestMetadata({
    version: '1.14.0',
    control: { hls: { segmentDuration: 4 } },
    player: { autoplay: true },
    strange: 'kept',
    license: 'CC0 1.0',
  });
  const metadata = ingestMetadataOf(draft, stored, context.skills);
  expect(metadata).toMatchObject({
    version: 1,
    meta: { name: 'Studio A' },
    license: 'CC BY 4.0',
    control: { hls: { segmentDuration: 4 } },
    player: { autoplay: true },
    strange: 'kept',
    streams: [
      { index: 0, stream: 0, type: 'video', codec: 'h264', width: 3840 },
      { index: 0, stream: 1, type: 'audio', codec: 'aac' },
    ],
  });
  expect(metadata.sources.map(({ type }) => type)).toEqual(['network', '']);
  expect(metadata.profiles[0].video.encoder.coder).toBe('libx264');
  expect(ingestMetadataOf(draft, ingestDefaults('x'), context.skills).control.hls.segmentDuration).toBe(2);
});

describe('a conflict in the wizard', () => {
  const current: WizardEntries = {
    ...entries,
    meta: { ...entries.meta, description: 'theirs' },
    video: { ...entries.video, type: 'virtualvideo' },
  };
  const named = { ...entries, meta: { ...entries.meta, name: 'Mine' } };
  const sound = { ...entries, audio: { ...entries.audio, type: 'virtualaudio' } };
  it.each<[string, WizardEntries, string, string]>([
    ['keeps the source of the others if only the name was changed here', named, 'virtualvideo', ''],
    ['keeps the whole source of this operator if its audio was changed', sound, '', 'virtualaudio'],
  ])('%s', (_, mine, video, audio) => {
    const rebased = rebaseEntries(entries, mine, current);
    expect(rebased).toMatchObject({ video: { type: video }, audio: { type: audio } });
    expect(rebased.meta).toEqual({ ...mine.meta, description: 'theirs' });
  });
});
