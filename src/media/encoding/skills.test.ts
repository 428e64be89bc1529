import { describe, expect, it } from 'vitest';
import { SkillsAnswer } from '../../api/answers/skills.ts';
import recorded from '../../api/fixtures/answers.json' with { type: 'json' };
import { isReadable } from '../address/addressProtocol.ts';
import { meets, skillsOf, unmet } from './skills.ts';

const [answer] = recorded.skills;
const skills = skillsOf(SkillsAnswer.parse(answer?.body));

describe('the skills of a real core', () => {
  it('contain the version', () => expect(skills.ffmpeg).toMatchObject({ major: 5, minor: 1 }));
  it('list coders with copy, none and default first', () => {
    expect(skills.encoders.video.slice(0, 2)).toEqual(['copy', 'none']);
    expect(skills.encoders.video).toContain('libx264');
    expect(skills.encoders.audio).toContain('aac');
    expect(skills.decoders.video[0]).toBe('default');
  });
  it('list only codecs with an encoder', () => {
    expect(skills.codecs.video.h264).toContain('libx264');
    expect(Object.values(skills.codecs.video).every((encoders) => encoders.length > 0)).toBe(true);
  });
  it('always contain the sources that need no device', () =>
    expect(Object.keys(skills.sources)).toEqual(expect.arrayContaining(['network', 'virtualaudio', 'virtualvideo'])));
});

it('skills without a response of the core allow copy and none', () =>
  expect(skillsOf(null)).toMatchObject({
    ffmpeg: { version: '0.0.0', major: 0, minor: 0 },
    encoders: { audio: ['copy', 'none'], video: ['copy', 'none'] },
    decoders: { audio: ['default'], video: ['default'] },
    sources: {},
  }));

it('the camera of a Raspberry Pi is distinguished from other cameras', () => {
  const camera = { id: '/dev/video0', name: 'mmal', extra: 'platform:bcm2835-v4l2-0', media: 'video' };
  const webcam = { id: '/dev/video1', name: 'Webcam', extra: 'usb-1', media: 'video' };
  const demuxers = [{ id: 'video4linux2', name: '', devices: [camera, webcam] }];
  const { sources } = skillsOf(SkillsAnswer.parse({ devices: { demuxers, muxers: [] } }));
  expect(sources).toMatchObject({ video4linux2: [webcam], raspicam: [camera] });
});

it('a kind of source without devices is kept, because one may be plugged in', () => {
  const demuxers = [{ id: 'alsa', name: '', devices: null }];
  const { sources } = skillsOf(SkillsAnswer.parse({ devices: { demuxers, muxers: [] } }));
  expect(sources).toHaveProperty('alsa', []);
  expect(sources).not.toHaveProperty('raspicam');
});

describe('a core that cannot list the formats of its ffmpeg', () => {
  const unread = { ...SkillsAnswer.parse(answer?.body), formats: { demuxers: [], muxers: [] } };
  const newer = skillsOf({ ...unread, devices: { demuxers: [], muxers: [] } });
  it('offers services that need a format', () =>
    expect(meets({ protocols: ['rtmp'], formats: ['flv'] }, newer)).toBe(true));
  it('still lacks other requirements', () =>
    expect(unmet({ protocols: ['nonsense'], formats: ['flv'] }, newer)).toEqual(['protocols']));
  it('reads RTSP', () => expect(isReadable('rtsp://camera.example/1', newer)).toBe(true));
  it('offers kinds of devices that may be plugged in', () =>
    expect(newer.sources).toMatchObject({ video4linux2: [], alsa: [] }));
  it('is distinguished from a core without a response', () => {
    expect(unmet({ formats: ['flv'] }, skillsOf(null))).toEqual(['formats']);
    expect(isReadable('rtsp://camera.example/1', skillsOf(null))).toBe(false);
  });
});

it.each([
  ['available features', { protocols: ['rtmp'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] }, []],
  ['nothing', {}, []],
  ['one of several alternatives', { protocols: ['nonsense', 'rtmp'] }, []],
  ['no video, if need be', { video: ['none', 'nonsense'] }, []],
  ['a protocol that is missing', { protocols: ['nonsense'], formats: ['flv'] }, ['protocols']],
  ['a device that is missing', { devices: ['fbdev'] }, ['devices']],
])('requirements are compared with the skills of a core: %s', (_, needs, missing) => {
  expect(unmet(needs, skills)).toEqual(missing);
  expect(meets(needs, skills)).toBe(missing.length === 0);
});
