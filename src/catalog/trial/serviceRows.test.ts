import { expect, it } from 'vitest';
import { type Skills, skillsOf } from '../../media/encoding/skills.ts';
import { services } from '../services/index.ts';
import { serviceRows } from './serviceRows.ts';

const noSkills = skillsOf(null);
const skills: Skills = {
  ...noSkills,
  ffmpeg: { ...noSkills.ffmpeg, major: 7, minor: 1 },
  encoders: { video: ['libx264', 'mjpeg'], audio: ['aac'] },
  codecs: { video: { h264: ['libx264'], mjpeg: ['mjpeg'] }, audio: { aac: ['aac'] } },
  formats: { demuxers: [], muxers: services.flatMap(({ requires }) => requires.formats ?? []) },
  protocols: { input: [], output: services.flatMap(({ requires }) => requires.protocols ?? []) },
};
const rows = serviceRows(skills);
const byId = (id: string) => rows.filter(({ names }) => names.includes(id));
const settingsOf = (id: string) =>
  byId(id).flatMap(({ setting }) => (setting ? `${setting.key}=${setting.value}` : []));

it('the trial rows of services include all of their settings', () => {
  expect(settingsOf('hls')).toEqual(expect.arrayContaining(['options.hls_segment_type=fmp4', 'options.hls_enc=true']));
  expect(settingsOf('mpegts')).toContain('options.mpegts_copyts=true');
  expect(settingsOf('twitch')).toEqual([]);
});

it('the trial rows of services contain each command once', () => {
  const commands = rows.map(({ output, setting }) => JSON.stringify([output, setting]));
  expect(new Set(commands).size).toBe(commands.length);
});

it('the trial rows of services connect to no server', () => {
  const words = rows.flatMap(({ output }) => [output?.address ?? '', ...(output?.options ?? [])]);
  const hosts = words.flatMap((word) => /^[a-z][a-z0-9+.-]*:\/\/([^/?]*)/i.exec(word)?.[1] ?? []);
  expect(hosts.length).toBeGreaterThan(rows.length / 2);
  expect(new Set(hosts)).toEqual(new Set(['127.0.0.1:1']));
});
