import type { FakeAnswers } from './fakeCore.ts';

export const CORE_ID = 'c1fd8c7e-0bd7-4865-9ddd-7cdf8208b2e6';
export const CHANNEL = '3f6b1f0e-7d7e-4c55-9d64-2b6a4c1f9a10';

/** Without padding, as cores write it. */
const part = (text: string) => btoa(text).replace(/=+$/, '');

export const refreshToken = (name: string) => `e30.${name}.sig`;

/** @param seconds lifetime of the token */
export const token = (seconds: number) => `e30.${part(JSON.stringify({ exi: seconds }))}.sig`;

export const anAbout = (changes: object = {}) => ({
  app: 'datarhei-core',
  auths: ['localjwt'],
  name: 'test',
  id: CORE_ID,
  created_at: '2026-01-01T00:00:00Z',
  uptime_seconds: 1,
  version: { number: '16.14.0', arch: 'linux/amd64' },
  ...changes,
});

export const aStrangersAbout = () => ({ app: 'datarhei-core', auths: ['localjwt'], version: { number: '16.0.0' } });

export const aConfig = (changes: object = {}, overrides: string[] = []) => ({
  config: { version: 3, id: CORE_ID, address: ':8080', host: { name: [] }, ...changes },
  overrides,
});

export const someSkills = () => ({
  ffmpeg: { version: '5.1.9' },
  codecs: {
    audio: [
      { id: 'aac', encoders: ['aac'], decoders: ['aac'] },
      { id: 'mp3', encoders: ['libmp3lame'], decoders: ['mp3'] },
    ],
    video: [
      { id: 'h264', encoders: ['libx264'], decoders: ['h264'] },
      { id: 'hevc', encoders: null, decoders: ['hevc'] },
    ],
  },
});

/** A core without channels that accepts any token and any file. */
export const aCore = (overrides: FakeAnswers = {}): FakeAnswers => ({
  about: () => anAbout(),
  config: () => aConfig(),
  skills: someSkills,
  processes: () => [],
  metadataAll: () => ({}),
  memFiles: () => [],
  metadataSet: ({ body }) => body,
  diskFiles: () => [],
  diskWrite: () => 'OK',
  diskDelete: () => 'OK',
  login: () => ({ access_token: token(600), refresh_token: refreshToken('first') }),
  refresh: () => ({ access_token: token(600) }),
  ...overrides,
});
