import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { Config } from '../../../src/api/answers/config.ts';
import { SkillsAnswer } from '../../../src/api/answers/skills.ts';
import recorded from '../../../src/api/fixtures/answers.json' with { type: 'json' };
import { alternativeRequests } from '../../../src/catalog/network/alternativeRequests.ts';
import { sourceOf } from '../../../src/catalog/sources/index.ts';
import { networkOf } from '../../../src/media/address/channelAddresses.ts';
import { skillsOf } from '../../../src/media/encoding/skills.ts';

const run = promisify(execFile);
const ends: (() => unknown)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function encodeRaw(args: readonly string[]): Promise<Buffer> {
  const command = ['-v', 'error', '-f', 'lavfi', ...args, '-'];
  return (await run('ffmpeg', command, { encoding: 'buffer', maxBuffer: 2 ** 26 })).stdout;
}

/** The first picture has no boundary before it: this camera sends boundaries after each picture. */
async function sendPictures(response: ServerResponse) {
  const picture = await encodeRaw(['-i', 'testsrc2=size=64x36', '-frames:v', '1', '-f', 'mjpeg']);
  response.writeHead(200, { 'Content-Type': 'multipart/x-mixed-replace;boundary=e8b8c539' });
  const timer = setInterval(() => {
    response.write(`Content-Type: image/jpeg\r\nContent-Length: ${picture.length}\r\n\r\n`);
    response.write(picture);
    response.write('\r\n--e8b8c539\r\n');
  }, 50);
  response.once('close', () => clearInterval(timer));
}

async function sendSound(response: ServerResponse) {
  const sound = await encodeRaw(['-i', 'sine=d=2', '-ar', '8000', '-f', 'mulaw']);
  response.writeHead(200, { 'Content-Type': 'audio/basic' });
  response.end(sound);
}

const sendPage = async (response: ServerResponse) => {
  response.writeHead(200, { 'Content-Type': 'text/html' });
  response.end('<html>No stream here</html>');
};

async function served(send: (response: ServerResponse) => Promise<void>): Promise<string> {
  const server = createServer((_, response) => void send(response));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const bound = server.address();
  return `127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`;
}

const config = Config.parse({ rtmp: { enable: true, app: '/live', token: 'secret' } });
const page = new URL('http://localhost:8080');
const skills = skillsOf(SkillsAnswer.parse(recorded.skills[0]?.body));
const network = networkOf({ config, page, channel: '11111111-2222-4333-8444-555555555555' });

it.each([
  ['MJPEG', '/stream', sendPictures, /Video: mjpeg.* 64x36/],
  ['G.711 µ-law', '/a.ulaw', sendSound, /Audio: pcm_mulaw, 8000 Hz/],
  ['MJPEG', '/page', sendPage, null],
])('%s at %s is found although ffmpeg does not detect the format', async (words, path, send, found) => {
  const address = `http://${await served(send)}${path}`;
  const settings = { mode: 'pull', address };
  const way = alternativeRequests(settings, { verdict: 'error', cause: 'not-media' })[0];
  expect(way?.words).toBe(words);
  const [input] = sourceOf('network')?.inputs(way?.settings ?? {}, { ffmpeg: skills.ffmpeg, skills, network }) ?? [];
  const probed = await run('ffmpeg', [
    '-hide_banner',
    ...(input?.options ?? []),
    '-i',
    input?.address ?? '',
    '-t',
    '1',
    '-f',
    'null',
    '-',
  ]).then(
    ({ stderr }) => stderr,
    () => null,
  );
  if (found === null) expect(probed).toBeNull();
  else expect(probed).toMatch(found);
});
