import { describe, expect, it } from 'vitest';
import { processorTime } from '../../../harness/test/testing/processorTime.ts';
import { checkAddresses } from './checkAddresses.ts';

const entry = (id: string, address: string) => ({ id, address, options: [] });
const open: { allow: string[]; block: string[] } = { allow: [], block: [] };
const rules = {
  access: { input: open, output: open },
  diskDir: '/srv/disk',
  isPrivate: (file: string) => file === '/srv/disk/db.json',
};
const check = (input: string, output: string, access = rules.access) =>
  checkAddresses(
    'p',
    { options: [], rules: [], input: [entry('i', input)], output: [entry('o', output)] },
    { ...rules, access },
  );

describe('an input address', () => {
  it.each([
    'testsrc2=size=320x180:rate=25',
    '/dev/video0',
    'rtsp://user:pa:ss@10.0.0.1:554/live?x=[1]',
    'rtmp://[::1]:1935/live/x',
    'udp://@239.0.0.1:1234',
    'srt://:6000?mode=listener',
    'http://exa mple/x y',
    'does-not-exist.mp4',
    '-',
  ])('is accepted: %s', (address) => expect(() => check(address, '-')).not.toThrow());

  it.each([
    ['  ', "the address for input '#p:i' must not be empty"],
    ['http://[::1/x', `the address for input '#p:i' (http://[::1/x) is invalid: parse "//[::1": missing ']' in host`],
    [
      'http://h:80a/x',
      `the address for input '#p:i' (http://h:80a/x) is invalid: parse "//h:80a": invalid port ":80a" after host`,
    ],
  ])('is rejected: %j with %s', (address, message) => expect(() => check(address, '-')).toThrow(message));
});

describe('an output address', () => {
  it.each([
    '-',
    '/dev/fb0',
    '/srv/disk/c.mp4',
    'file:/srv/disk/d.mp4',
    '/srv/disk/..hidden.mp4',
    'rtmp://h/live/x',
    '[f=hls]/srv/disk/a.m3u8|[f=flv]rtmp://h/x',
    'crypto:/srv/disk/e.mp4',
    'tee:/srv/disk/a|rtmp://h/x',
    'md5:',
    'hls+http://h/x',
    'file:///srv/disk/f.mp4',
    'icecast://source:pw@h:8000/x',
  ])('is accepted: %s', (address) => expect(() => check('in', address)).not.toThrow());

  const refused = "the address for output '#p:o' is invalid:";
  it.each([
    ['', "the address for output '#p:o' must not be empty"],
    ['/etc/x.mp4', `${refused} /etc/x.mp4 is not inside of /srv/disk`],
    ['/srv/disk/../x.mp4', `${refused} /srv/x.mp4 is not inside of /srv/disk`],
    ['/srv/disk-2/x.mp4', `${refused} /srv/disk-2/x.mp4 is not inside of /srv/disk`],
    ['/dev/../etc/x', `${refused} /etc/x is not inside of /srv/disk`],
    ['file:/etc/x', `${refused} /etc/x is not inside of /srv/disk`],
    ['pipe:1', `${refused} ${process.cwd()}/pipe:1 is not inside of /srv/disk`],
    ...[
      'crypto:',
      'crypto+file:',
      'md5:',
      'async:',
      'cache:',
      'tee:',
      'tee:crypto:',
      'subfile,,start,0,end,9,,:',
      'file:',
      'file://',
      'file:///',
      'concat:/srv/disk/x|',
    ].map((wrapper): [string, string] => [`${wrapper}/etc/x`, `${refused} /etc/x is not inside of /srv/disk`]),
    ['tee:/srv/disk/x|[f=flv]/etc/x', `${refused} /etc/x is not inside of /srv/disk`],
    ['file://etc/x', `${refused} /etc/x is not inside of /srv/disk`],
    ['crypto:crypto:crypto:/srv/disk/../x', `${refused} /srv/x is not inside of /srv/disk`],
    ['/srv/disk/db.json', `${refused} address is not allowed`],
    ['crypto:/srv/disk/./db.json', `${refused} address is not allowed`],
    ['[f=hls]/srv/disk/a.m3u8|[f=flv]/etc/b.flv', `${refused} /etc/b.flv is not inside of /srv/disk`],
  ])('is rejected: %j with %s', (address, message) => expect(() => check('in', address)).toThrow(message));
});

describe('access patterns', () => {
  const limitBoth = (allow: string[], block: string[]) => ({ input: { allow, block }, output: { allow, block } });
  it.each([
    [[], ['blocked'], 'http://free.example/x', true],
    [[], ['blocked'], 'http://blocked.example/x', false],
    [['^rtmp:'], [], 'http://free.example/x', false],
    [['^rtmp:'], [], 'rtmp://free.example/x', true],
    [['^rtmp:'], ['secret'], 'rtmp://free.example/secret', false],
    [[], ['('], 'rtmp://free.example/x', false],
    [['('], [], 'rtmp://free.example/x', false],
  ])('with allow %j and block %j decide about %s: %s', (allow, block, address, isAllowed) => {
    const access = limitBoth(allow, block);
    const attempts = [() => check(address, address, access), () => check('in', address, { ...access, input: open })];
    for (const attempt of attempts) {
      if (isAllowed) expect(attempt).not.toThrow();
      else expect(attempt).toThrow('address is not allowed');
    }
  });
});

describe('a blocked folder', () => {
  const blocked = { input: { allow: [], block: ['^/etc'] }, output: open };
  it.each([
    '/etc/passwd',
    ' /etc/passwd',
    '/./etc/passwd',
    '//etc/passwd',
    '/srv/../etc/passwd',
    'file:/etc/passwd',
    'file:///etc/passwd',
    'concat:/srv/a|/etc/passwd',
    'concat:file:/etc/passwd',
    'subfile,,start,0,end,100,,:/etc/passwd',
    'async:/etc/passwd',
    'cache:/etc/passwd',
    'crypto:/etc/passwd',
    'crypto+file:/etc/passwd',
    'hls+file:/etc/passwd',
    'async:cache:crypto:/etc/passwd',
    // it is unknown which files these open
    'concatf:/srv/list',
    'data:text/plain;base64,ZmlsZSAvZXRjL3Bhc3N3ZA==',
    `${'async:'.repeat(20)}/srv/x`,
  ])('is recognized in %s', (address) => expect(() => check(address, '-', blocked)).toThrow('address is not allowed'));

  it.each([
    '/srv/etc/x',
    'rtsp://h/etc/x',
    'concat:/srv/a|/srv/b',
    'does-not-exist.mp4',
    'subfile,,start,0,end,9,,:/srv/x',
  ])('is not found in %s', (address) => expect(() => check(address, '-', blocked)).not.toThrow());
});

describe('an allowed address', () => {
  const allowInput = (...allow: string[]) => ({ input: { allow, block: [] }, output: open });
  it.each([
    ['^/srv/', '/srv/x.mp4', true],
    ['^/srv/', '/srv/../etc/x', false],
    ['^file:/srv/', 'file:/srv/x.mp4', true],
    ['^file:/srv/', 'file:/srv/../etc/x', false],
    ['^\\./', './x.mp4', true],
    ['^concat:', 'concat:/srv/a|/srv/b', true],
    ['/srv/', 'concat:/etc/a|/srv/b', false],
    ['/srv/', 'concat:/srv/a|/srv/b', true],
    ['^https?://', 'https://h/a/../b', true],
    ['^data:', 'data:,x', true],
  ])('by the pattern %s: %s is %s', (allow, address, isAllowed) => {
    const runCheck = () => check(address, '-', allowInput(allow));
    if (isAllowed) expect(runCheck).not.toThrow();
    else expect(runCheck).toThrow('address is not allowed');
  });

  it('is checked in linear time', () => {
    const spentMs = processorTime();
    expect(() => check(`rtmp://${'a'.repeat(5_000)}!`, '-', allowInput('^rtmp://(a+)+$'))).toThrow(
      'address is not allowed',
    );
    expect(spentMs()).toBeLessThan(5_000);
  });
});

it.each([
  [[], [entry('o', '-')], "at least one input must be defined for the process '#p'"],
  [[entry('i', 'a')], [], "at least one output must be defined for the process '#p'"],
  [[entry('a', 'a'), entry('a', 'b')], [entry('o', '-')], "the input ID 'a' is already in use for the process `p`"],
  [[entry('i', 'a')], [entry('o', '-'), entry('o', '-')], "the output ID 'o' is already in use for the process `p`"],
])('process %# is rejected with: %s', (input, output, message) =>
  expect(() => checkAddresses('p', { options: [], rules: [], input, output }, rules)).toThrow(message),
);
