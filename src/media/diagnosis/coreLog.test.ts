import { expect, it } from 'vitest';
import { causeTexts } from './causeTexts.ts';
import { causeInCoreLog, coreLinesOf, withoutKeys } from './coreLog.ts';

const rtmp = (rest: string) => `ts=2026-11-22T00:20:06Z level=INFO component="RTMP" ${rest} who="PLAY"`;

it.each([
  ['a real core', rtmp('msg="invalid streamkey (x)" action="FORBIDDEN" path="/live/a.stream"'), 'key-refused'],
  ['ours', 'component="RTMP" msg="Refused" channel="/live/a" reason="wrong or missing token"', 'key-refused'],
  ['the embedded core, for a name', 'component="RTMP" msg="Refused" reason="name is already publishing"', 'name-taken'],
  [
    'the embedded core, for an unreachable host',
    'component="RTMP" msg="Refused" reason="nobody publishes this name"',
    'stream-missing',
  ],
  ['the embedded core, for a limit', 'component="Process" msg="Interrupted" id="p" reason="cpu limit"', 'limit-cpu'],
  ['the embedded core, for a stale process', 'component="Process" msg="Interrupted" id="p" reason="stale"', 'stale'],
  ['another server', 'component="HTTP" msg="invalid token (x)"', undefined],
])('the cause is found in the log of %s', (_, line, cause) =>
  expect(causeInCoreLog([line], 'target')?.cause).toBe(cause),
);

it("the core's log blames the encoder if the core itself works", () => {
  const line = rtmp('msg="invalid streamkey (x)" action="FORBIDDEN" path="/live/a.stream"');
  expect(causeInCoreLog([line], 'source', { pushed: true })?.cause).toBe('push-refused');
  expect(causeInCoreLog([line], 'source', { pushed: false })?.cause).toBe('key-refused');
  const app = 'component="RTMP" msg="Refused" channel="/x/a" reason="invalid app"';
  expect(causeInCoreLog([app], 'source', { pushed: true })?.cause).toBe('push-app');
  const srt = 'component="SRT" msg="passphrase mismatch" resource="a"';
  expect(causeInCoreLog([srt], 'source', { pushed: true })?.cause).toBe('push-passphrase');
  const conflict = rtmp('msg="already publishing" action="CONFLICT" path="/live/a.stream"');
  expect(causeInCoreLog([conflict], 'source', { pushed: true })).toBeNull();
});

it("the core's log shows errors of the encoder, but no wrong setting of the source", () => {
  const wordsOf = (cause: 'push-refused' | 'push-app' | 'push-passphrase') =>
    Object.values(causeTexts[cause].source).join(' ');
  expect(wordsOf('push-refused')).toMatch(/token/);
  expect(wordsOf('push-refused') + wordsOf('push-app')).not.toMatch(/passphrase/);
  expect(wordsOf('push-passphrase')).not.toMatch(/token|stream key/);
});

it.each([
  [rtmp('msg="invalid streamkey (s3cret)" path="/live/s3cret.stream"')],
  [rtmp('msg="Refused" channel="/s3cret" reason="x"')],
  ['component="SRT" msg="invalid token (s3cret)" resource="s3cret" status="FORBIDDEN"'],
])('keys and stream names are removed from %s', (line) => {
  expect(withoutKeys(line)).not.toContain('s3cret');
  expect(withoutKeys(line)).toContain('component=');
});

it('a rejected encoder is found even if it tried some time before the source was read', () => {
  const log = [rtmp('msg="invalid streamkey (x)" path="/live/a.stream"')];
  const at = Date.parse('2026-11-22T00:20:26Z') / 1000;
  const about = { id: 'p', names: ['a.stream'], from: at, to: at + 10 };
  expect(coreLinesOf(log, { ...about, pushed: true })).toHaveLength(1);
  expect(coreLinesOf(log, about)).toEqual([]);
  expect(coreLinesOf(log, { ...about, pushed: true, names: ['b.stream'] })).toEqual([]);
});
