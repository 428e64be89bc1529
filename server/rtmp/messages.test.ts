import { describe, expect, it } from 'vitest';
import { authorize, toReference } from './access.ts';
import { type Amf, decodeAmf, encodeAmf } from './amf.ts';
import { findMediaKind, prepareForPlayers } from './mediaKind.ts';

describe('the channel of an RTMP request', () => {
  const live = { app: '/live', token: 'T' };
  const root = { app: '/', token: '' };
  const id = '11111111-2222-4333-8444-555555555555.stream';
  it.each([
    ['token in the query', { app: 'live', stream: 'x?token=T' }, live, '/live/x'],
    ['token as last element', { app: 'live/x', stream: 'T' }, live, '/live/x'],
    ['ffmpeg without a second slash', { app: `${id}?token=T`, stream: '' }, { app: '/', token: 'T' }, `/${id}`],
    ['token of the server address', { app: 'live?token=T', stream: 'x' }, live, '/live/x'],
    ['dots', { app: 'live', stream: `${id}?token=T` }, live, `/live/${id}`],
    ['a server without a token', { app: 'x', stream: 'y' }, root, '/x/y'],
    ['an unnecessary token', { app: 'live', stream: 'x?token=other' }, { app: '/live', token: '' }, '/live/x'],
  ])('is found for %s', (_, requested, rules, channel) =>
    expect(authorize(requested, rules)).toEqual({ status: 'granted', channel, key: '' }),
  );

  it.each([
    ['no token', { app: 'live', stream: 'x' }, live, 'wrong or missing token'],
    ['wrong token', { app: 'live', stream: 'x?token=t' }, live, 'wrong or missing token'],
    [
      'wrong token in the query, right one in the path',
      { app: 'live', stream: 'x/T?token=t' },
      live,
      'wrong or missing token',
    ],
    ['an empty request', { app: '', stream: '' }, live, 'wrong or missing token'],
    ['another app', { app: 'other', stream: 'x?token=T' }, live, 'invalid app'],
    ['an app with the same prefix', { app: 'lively', stream: 'x?token=T' }, live, 'invalid app'],
    ['the app itself', { app: 'live', stream: '?token=T' }, live, 'invalid app'],
    ['no name', { app: '', stream: '' }, root, 'no name'],
  ])('is refused for %s', (_, requested, rules, reason) =>
    expect(authorize(requested, rules)).toEqual({ status: 'refused', reason }),
  );

  it.each([
    ['/live/two.stream', 'two'],
    ['/live/loop', 'loop'],
    ['/x', 'x'],
  ])('groups sessions of %s as %s', (channel, reference) => expect(toReference(channel)).toBe(reference));
});

describe('the media kind of a message', () => {
  it.each([
    ['AVC sequence header', 9, '17 00 000000', 'videoHeader'],
    ['AVC keyframe', 9, '17 01 000000', 'keyframe'],
    ['AVC frame', 9, '27 01 000000', 'video'],
    ['HEVC in the old header', 9, '1c 00 000000', 'videoHeader'],
    ['H.263 keyframe has no packet type', 9, '12 00', 'keyframe'],
    ['enhanced: sequence start', 9, '90 68766331', 'videoHeader'],
    ['enhanced: keyframe', 9, '91 68766331', 'keyframe'],
    ['enhanced: keyframe without composition time', 9, '93 61763031', 'keyframe'],
    ['enhanced: frame', 9, 'a1 68766331', 'video'],
    ['AAC header', 8, 'af 00', 'audioHeader'],
    ['AAC frame', 8, 'af 01', 'audio'],
    ['MP3', 8, '2f ff', 'audio'],
    ['enhanced: audio header', 8, '90 4f707573', 'audioHeader'],
    ['enhanced: audio frame', 8, '91 4f707573', 'audio'],
    ['data', 18, '02', 'data'],
    ['empty', 9, '', null],
    ['a command', 20, '02', null],
  ])('is found for %s', (_, type, body, kind) =>
    expect(findMediaKind({ type, timestamp: 0, streamId: 1, body: Buffer.from(body.replaceAll(' ', ''), 'hex') })).toBe(
      kind,
    ),
  );

  it.each([
    ['metadata loses its wrapping', 18, encodeAmf(['@setDataFrame', 'onMetaData', { width: 320 }]), 'metadata'],
    ['metadata has no wrapping', 18, encodeAmf(['onMetaData', { width: 320 }]), 'metadata'],
    [
      'AMF3 data is unwrapped',
      15,
      Buffer.concat([Buffer.from([0]), encodeAmf(['onMetaData', { width: 320 }])]),
      'metadata',
    ],
  ])('is found when %s', (_, type, body, kind) => {
    const result = prepareForPlayers({ type, timestamp: 0, streamId: 1, body });
    expect(result.kind).toBe(kind);
    expect(result.message.type).toBe(18);
    expect(decodeAmf(result.message.body)).toEqual(['onMetaData', { width: 320 }]);
  });
});

describe('AMF0', () => {
  const values: Amf[] = [
    'connect',
    1,
    { app: 'live', deep: { flag: true, none: null, nothing: undefined } },
    [1, 'ü'],
    -0.5,
  ];
  it('survives encoding and decoding', () => expect(decodeAmf(encodeAmf(values))).toEqual(values));

  it.each([
    ['ECMA array', '08 00000001 0001 61 05 0000 09', [{ a: null }]],
    ['date', '0b 4059000000000000 0000', [100]],
    ['long text', '0c 00000002 6869', ['hi']],
    ['typed object', '10 0001 54 0001 61 0101 0000 09', [{ a: true }]],
    ['a member called __proto__', '03 0009 5f5f70726f746f5f5f 05 0000 09', [JSON.parse('{"__proto__":null}')]],
  ])('decodes %s', (_, bytes, expected) =>
    expect(decodeAmf(Buffer.from(bytes.replaceAll(' ', ''), 'hex'))).toEqual(expected),
  );

  it.each([
    ['truncated text', '02 0005 61'],
    ['an unknown type', '0d'],
    ['an object without end', '03 0001 61 05'],
    ['four billion items', '0a ffffffff'],
    ['deep nesting', '03 0001 61 '.repeat(50)],
  ])('rejects %s', (_, bytes) => expect(() => decodeAmf(Buffer.from(bytes.replaceAll(' ', ''), 'hex'))).toThrow());
});
