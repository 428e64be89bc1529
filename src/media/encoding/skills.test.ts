import { describe, expect, it } from 'vitest';
import { SkillsAnswer } from '../../api/answers/skills.ts';
import recorded from '../../api/fixtures/answers.json' with { type: 'json' };
import { isReadable } from '../address/addressProtocol.ts';
import { meets, skillsOf, unmet } from './skills.ts';

const [answer] = recorded.skills;
const skills = skillsOf(SkillsAnswer.parse(answer?.body));

describe('of a real core', () => {
  it('knows the version', () => expect(skills.ffmpeg).toMatchObject({ major: 5, minor: 1 }));
  it('lists coders with copy, none and default in front', () => {
    expect(skills.encoders.video.slice(0, 2)).toEqual(['copy', 'none']);
    expect(skills.encoders.video).toContain('libx264');
    expect(skills.encoders.audio).toContain('aac');
    expect(skills.decoders.video[0]).toBe('default');
  });
  it('lists codecs that can be encoded only', () => {
    expect(skills.codecs.video.h264).toContain('libx264');
    expect(Object.values(skills.codecs.video).every((encoders) => encoders.length > 0)).toBe(true);
  });
  it('always has the sources that need no device', () =>
    expect(Object.keys(skills.sources)).toEqual(expect.arrayContaining(['network', 'virtualaudio', 'virtualvideo'])));
});

it('allows copy and none when the core did not answer', () =>
  expect(skillsOf(null)).toMatchObject({
    ffmpeg: { version: '0.0.0', major: 0, minor: 0 },
    encoders: { audio: ['copy', 'none'], video: ['copy', 'none'] },
    decoders: { audio: ['default'], video: ['default'] },
    sources: {},
  }));

it('distinguishes the camera of a Raspberry Pi from other cameras', () => {
  const camera = { id: '/dev/video0', name: 'mmal', extra: 'platform:bcm2835-v4l2-0', media: 'video' };
  const webcam = { id: '/dev/video1', name: 'Webcam', extra: 'usb-1', media: 'video' };
  const demuxers = [{ id: 'video4linux2', name: '', devices: [camera, webcam] }];
  const { sources } = skillsOf(SkillsAnswer.parse({ devices: { demuxers, muxers: [] } }));
  expect(sources).toMatchObject({ video4linux2: [webcam], raspicam: [camera] });
});

it('keeps a kind without devices: one may be plugged in', () => {
  const demuxers = [{ id: 'alsa', name: '', devices: null }];
  const { sources } = skillsOf(SkillsAnswer.parse({ devices: { demuxers, muxers: [] } }));
  expect(sources).toHaveProperty('alsa', []);
  expect(sources).not.toHaveProperty('raspicam');
});

describe('a core that cannot read the formats of its ffmpeg', () => {
  const unread = { ...SkillsAnswer.parse(answer?.body), formats: { demuxers: [], muxers: [] } };
  const newer = skillsOf({ ...unread, devices: { demuxers: [], muxers: [] } });
  it('offers services that need a format', () =>
    expect(meets({ protocols: ['rtmp'], formats: ['flv'] }, newer)).toBe(true));
  it('still lacks other things', () =>
    expect(unmet({ protocols: ['nonsense'], formats: ['flv'] }, newer)).toEqual(['protocols']));
  it('reads RTSP', () => expect(isReadable('rtsp://camera.example/1', newer)).toBe(true));
  it('offers kinds of devices that may be plugged in', () =>
    expect(newer.sources).toMatchObject({ video4linux2: [], alsa: [] }));
  it('is not one that has not answered', () => {
    expect(unmet({ formats: ['flv'] }, skillsOf(null))).toEqual(['formats']);
    expect(isReadable('rtsp://camera.example/1', skillsOf(null))).toBe(false);
  });
});

it.each([
  ['what is there', { protocols: ['rtmp'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] }, []],
  ['nothing', {}, []],
  ['one of several', { protocols: ['nonsense', 'rtmp'] }, []],
  ['no video, if need be', { video: ['none', 'nonsense'] }, []],
  ['a protocol that is missing', { protocols: ['nonsense'], formats: ['flv'] }, ['protocols']],
  ['a device that is missing', { devices: ['fbdev'] }, ['devices']],
])('meets a need of %s', (_, needs, missing) => {
  expect(unmet(needs, skills)).toEqual(missing);
  expect(meets(needs, skills)).toBe(missing.length === 0);
});
