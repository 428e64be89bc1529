import { expect, it } from 'vitest';
import { hearFetchedFiles } from './showLiveVideo.ts';

const buffer = new ArrayBuffer(3);
const request = { uri: 'https://core/a_1.ts', response: buffer, status: 200 };

it.each([
  ['a segment', request, null, [['https://core/a_1.ts', buffer]]],
  ['a playlist', { ...request, response: '#EXTM3U' }, null, []],
  ['a part of a file', { ...request, status: 206 }, null, []],
  ['an error', { ...request, status: 404 }, null, []],
  ['a request that was aborted', request, new Error('aborted'), []],
  ['nothing', undefined, null, []],
])('the hook for loaded files handles %s', (_, request, error, expected) => {
  const files: unknown[] = [];
  let respond: (request: unknown, error: unknown, response: unknown) => void = () => {};
  const xhr = Object.assign(() => {}, {
    onResponse: (callback: typeof respond) => {
      respond = callback;
    },
  });
  hearFetchedFiles({ vhs: { xhr } }, (...file) => files.push(file));
  respond(request, error, {});
  expect(files).toEqual(expected);
});

it.each([null, {}, { vhs: {} }, { vhs: { xhr: () => {} } }])('an engine without the hook (%o) is left alone', (tech) =>
  expect(() => hearFetchedFiles(tech, () => {})).not.toThrow(),
);
