import { describe, expect, it } from 'vitest';
import { hideIn, maskWith } from './mask.ts';

describe('known secrets go wherever they stand', () => {
  it.each([
    ['in a path', 'https://h/live_key/x.m3u8', ['live_key'], 'https://h/***/x.m3u8'],
    ['encoded', 'https://h/?cid=p%40ss%2Fw', ['p@ss/w'], 'https://h/?cid=***'],
    ['without the slash in front', 'to h/live/key now', ['/live/key'], 'to h/*** now'],
    ['quoted in JSON', JSON.stringify({ log: 'a"b\\c failed' }), ['a"b\\c'], '{"log":"*** failed"}'],
    ['one in another', 'key-long and key-', ['key-', 'key-long'], '*** and ***'],
    ['all of them', 'one1 two2', ['one1', ' two2 '], '*** ***'],
    ['but none that is part of every word', 'a live stream', ['a', 'ive'], 'a live stream'],
    ['and half a character breaks nothing', 'x', ['key\uD800key'], 'x'],
  ])('%s', (_, text, secrets, hidden) => expect(hideIn(text, secrets)).toBe(hidden));
});

it('masks what nobody had to say, too', () =>
  expect(maskWith(['live_key'])('rtmp://u:p@h/app/k?a=live_key')).toBe('rtmp://***@h/app/***'));
