import { expect, it } from 'vitest';
import { SkillsAnswer } from '../../api/answers/skills.ts';
import recorded from '../../api/fixtures/answers.json' with { type: 'json' };
import { skillsOf } from '../../media/encoding/skills.ts';
import { serviceOf } from '../services/index.ts';
import { explainUnserved, unservedReason } from './unservedReason.ts';

const usual = skillsOf(SkillsAnswer.parse(recorded.skills[0]?.body));
const twitch = serviceOf('twitch') ?? expect.fail('no twitch');
const minimal = { ...usual, protocols: { input: [], output: [] }, formats: { muxers: ['flv'], demuxers: [] } };
const outputOnly = { ...minimal, protocols: { input: [], output: ['rtmp'] }, codecs: { video: {}, audio: {} } };
const row = { kind: 'service' as const, name: 'twitch', setting: null, line: 'Unknown muxer' };
const trial = { at: 0, core: '', ffmpeg: '', done: 1, all: 1, refused: [row], spellings: {}, absent: [] };
const translate = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? '?');

it.each([
  ['lacks a protocol', minimal, /Missing in this core's ffmpeg: protocol rtmp\.$/],
  ['lacks encoders', outputOnly, /: video encoder for h264, audio encoder for aac \/ mp3\.$/],
  ['has rejected it before', { ...usual, trial }, /^This ffmpeg refuses it: Unknown muxer$/],
])('the reason names an ffmpeg that %s', (_, skills, sentence) => {
  const reason = unservedReason(twitch, skills);
  expect(reason && explainUnserved(translate, reason)).toMatch(sentence);
});

it.each([
  ['a usual output', [], usual, []],
  ['another name of the protocol', [{ address: 'RTMP://h/a', options: ['-f', 'flv'] }], usual, []],
  ['an unknown protocol', [{ address: 'rist://h:1', options: ['-f', 'mpegts'] }], outputOnly, ['rist', 'mpegts']],
  ['a muxer that opens the address', [{ address: 'rtsp://h/a', options: ['-f', 'rtsp'] }], usual, []],
  ['a file of the core', [{ address: '{diskfs}/a.mp4', options: ['-f', 'mp4'] }], usual, []],
  [
    'an unread list of formats',
    [{ address: 'rtmp://h/a', options: ['-f', 'flv'] }],
    { ...outputOnly, formats: { muxers: [], demuxers: [] } },
    [],
  ],
])('the requirements of an output: %s', (_, outputs, skills, names) => {
  const needs = { id: 'x', requires: { video: [], audio: [] } };
  expect(unservedReason(needs, skills, outputs)?.missing.map((need) => need.names) ?? []).toEqual(names);
});
