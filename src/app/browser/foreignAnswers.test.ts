import { afterEach, describe, expect, it, vi } from 'vitest';
import { edgeStatus } from '../../api/edgeStatus.ts';
import { readAtMost } from '../../api/readAtMost.ts';
import { askReleases } from './fetchReleases.ts';

afterEach(() => vi.unstubAllGlobals());

function endlessAnswer(status: number) {
  const part = new Uint8Array(50_000).fill(0x20);
  const sent = { bytes: 0, ended: false };
  const body = new ReadableStream<Uint8Array>({
    pull: (stream) => {
      sent.bytes += part.byteLength;
      // Ends eventually, so that a reader without a limit fails instead of hanging.
      if (sent.bytes > 20_000_000) stream.close();
      else stream.enqueue(part);
    },
    cancel: () => {
      sent.ended = true;
    },
  });
  return { sent, response: new Response(body, { status }) };
}

describe.each([
  ['an edge', edgeStatus],
  ['the releases', askReleases],
])('a foreign server in place of %s', (_, request) => {
  it.each([200, 404])('is read up to the limit if it sends without an end, with status %i', async (status) => {
    const { sent, response } = endlessAnswer(status);
    vi.stubGlobal('fetch', async () => response);
    await expect(request('https://foreign.example/')).rejects.toThrow('bytes');
    expect(sent.ended).toBe(true);
    expect(sent.bytes).toBeLessThan(400_000);
  });

  it('is parsed if it responds as expected', async () => {
    vi.stubGlobal('fetch', async () => new Response('{"viewers":1,"name":"Zürich"}'));
    expect(await request('https://foreign.example/')).toEqual({ viewers: 1, name: 'Zürich' });
  });
});

it('an error response of an edge is not taken for a status', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"viewers":1}', { status: 500 }));
  await expect(edgeStatus('https://foreign.example/')).rejects.toThrow('bytes');
  vi.stubGlobal('fetch', async () => new Response(null, { status: 500 }));
  await expect(edgeStatus('https://foreign.example/')).rejects.toThrow();
});

it.each([
  ['abc', 3],
  ['', 0],
])('reads %j with a limit of %i bytes', async (text, bytes) =>
  expect(await readAtMost(new Response(text), bytes)).toBe(text),
);

it('decodes characters split between two chunks', async () => {
  const bytes = new TextEncoder().encode('aü€💥');
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => {
      for (const byte of bytes) stream.enqueue(Uint8Array.of(byte));
      stream.close();
    },
  });
  expect(await readAtMost(new Response(body), bytes.length)).toBe('aü€💥');
});
