import { afterEach, describe, expect, it, vi } from 'vitest';
import { edgeStatus } from '../../api/edgeStatus.ts';
import { readAtMost } from '../../api/readAtMost.ts';
import { askReleases } from './fetchReleases.ts';

afterEach(() => vi.unstubAllGlobals());

/** Sends without an end, as long as somebody reads. */
function endlessAnswer(status: number) {
  const part = new Uint8Array(50_000).fill(0x20);
  const sent = { bytes: 0, ended: false };
  const body = new ReadableStream<Uint8Array>({
    pull: (stream) => {
      sent.bytes += part.byteLength;
      // A reader without a limit comes to an end too, with far too much.
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
])('what stands in the place of %s', (_, ask) => {
  it.each([200, 404])('and sends without an end is read no further than the limit, with status %i', async (status) => {
    const { sent, response } = endlessAnswer(status);
    vi.stubGlobal('fetch', async () => response);
    await expect(ask('https://foreign.example/')).rejects.toThrow('bytes');
    expect(sent.ended).toBe(true);
    expect(sent.bytes).toBeLessThan(400_000);
  });

  it('is understood if it answers as it should', async () => {
    vi.stubGlobal('fetch', async () => new Response('{"viewers":1,"name":"Zürich"}'));
    expect(await ask('https://foreign.example/')).toEqual({ viewers: 1, name: 'Zürich' });
  });
});

it('an answer that fails is no status', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"viewers":1}', { status: 500 }));
  await expect(edgeStatus('https://foreign.example/')).rejects.toThrow('bytes');
  vi.stubGlobal('fetch', async () => new Response(null, { status: 500 }));
  await expect(edgeStatus('https://foreign.example/')).rejects.toThrow();
});

it.each([
  ['abc', 3],
  ['', 0],
])('%j has no more than %i bytes', async (text, bytes) =>
  expect(await readAtMost(new Response(text), bytes)).toBe(text),
);

it('signs that arrive in two parts are whole', async () => {
  const bytes = new TextEncoder().encode('aü€💥');
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => {
      for (const byte of bytes) stream.enqueue(Uint8Array.of(byte));
      stream.close();
    },
  });
  expect(await readAtMost(new Response(body), bytes.length)).toBe('aü€💥');
});
