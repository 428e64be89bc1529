import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { SkillsAnswer } from '../../../src/api/answers/skills.ts';
import recorded from '../../../src/api/fixtures/answers.json' with { type: 'json' };
import { serviceOf } from '../../../src/catalog/services/index.ts';
import { skillsOf } from '../../../src/media/encoding/skills.ts';
import { emptyStream } from '../../../src/media/encoding/streams.ts';

const streams = [
  { ...emptyStream, type: 'video', codec: 'h264' },
  { ...emptyStream, type: 'audio', codec: 'aac' },
];

async function uploadsOf(service: string, query: string, options: object): Promise<string[]> {
  const requests = new Set<string>();
  const server = createServer((request, response) => {
    requests.add(`${request.method} ${request.url}`);
    request.resume().on('end', () => response.end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' ? bound?.port : 0;
  const name = service === 'hls' ? 'stream.m3u8' : 'stream.mpd';
  const [output] =
    serviceOf(service)?.outputs(
      { protocol: 'http://', address: `127.0.0.1:${port}/live/${name}?${query}`, options },
      {
        ...{ channel: '', meta: { name: '', description: '' }, streams },
        skills: skillsOf(SkillsAnswer.parse(recorded.skills[0]?.body)),
      },
    ) ?? [];
  if (output === undefined) throw new Error('nothing is sent');
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=64x36:rate=10', '-f', 'lavfi', '-i', 'sine', '-t', '5'];
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '10', '-c:a', 'aac'];
  const child = spawn('ffmpeg', ['-loglevel', 'error', ...source, ...coded, ...output.options, output.address], {
    stdio: 'ignore',
  });
  await once(child, 'close');
  server.closeAllConnections();
  server.close();
  return [...requests];
}

it.each([
  ['hls', 'token=abc123&exp=99', {}, 4],
  ['hls', 'sig=abc.def/x&exp=99', {}, 4],
  ['hls', 'sig=a%2db%20dog%2Fx', {}, 4],
  ['hls', 'token=abc123', { hls_segment_type: 'fmp4' }, 5],
  ['hls', 'token=abc123', { hls_flags: ['single_file'] }, 2],
  ['hls', 'token=abc123', { hls_flags: ['delete_segments'], hls_list_size: '1', hls_time: '1' }, 4],
  ['dash', 'token=abc123', {}, 6],
  ['dash', 'token=a$b/c&exp=99', {}, 6],
  ['dash', 'token=abc123', { single_file: true, streaming: false }, 3],
])('%s with ?%s %j sends the query with each file', async (service, query, options, least) => {
  const uploads = await uploadsOf(service, query, options);
  expect(uploads.length).toBeGreaterThanOrEqual(least);
  const params = [...new URLSearchParams(query)];
  for (const upload of uploads) {
    const { pathname, search } = new URL(upload.slice(upload.indexOf(' ') + 1), 'http://h');
    expect([...new URLSearchParams(search)], upload).toEqual(params);
    expect(pathname).toMatch(/^\/live\/[\w-]+\.(?:m3u8|ts|mpd|m4s|mp4)$/);
  }
});
