import { expect, it } from 'vitest';
import { Config } from '../../../../api/answers/config.ts';
import { Process } from '../../../../api/answers/process.ts';
import { egressId, METADATA_KEY, RENDITION_KEY, renditionId } from '../../../../api/processIds.ts';
import { moveBetween } from '../../../../media/address/moveProcess.ts';
import { CHANNEL } from '../../../../testing/coreAnswers.ts';
import { planOf } from './planAddressChange.ts';

const uuid = '00000000-0000-4000-8000-000000000001';
const config = (enable: boolean) => Config.parse({ version: 3, rtmp: { enable, address: ':1935', app: '/' } });
const page = new URL('http://core.example:8080');
const served = { address: `{rtmp,name=rendition-${uuid}.stream}`, options: ['-c:v', 'libx264', '-f', 'flv'] };

const publication = (n: number, source: object) => {
  const id = egressId('rtmp', `11111111-2222-4333-8444-00000000000${n}`);
  return Process.parse({
    ...{ id, reference: CHANNEL, config: { id, input: [{ address: served.address }] } },
    metadata: { [METADATA_KEY]: { version: 1, name: `Venue ${n}`, control: { source } } },
  });
};
const rendition = Process.parse({
  ...{ id: renditionId(CHANNEL, uuid), reference: CHANNEL },
  config: { id: renditionId(CHANNEL, uuid), input: [{ address: `{memfs}/${CHANNEL}.m3u8` }], output: [served] },
  metadata: { [RENDITION_KEY]: { version: 1, name: '720p', reads: 'hls+memfs', feed: 'rtmp' } },
});
const processes = [
  publication(1, { source: 'rtmp', rendition: uuid }),
  publication(2, { source: 'hls+memfs' }),
  rendition,
];

it('the address change moves a rendition to a playlist before its publications if its server is switched off', () => {
  const move = moveBetween({ before: config(true), after: config(false), pages: { before: page, after: page } });
  const { moving, followers, atOnce } = planOf(processes, move);
  const playlist = `{memfs}/rendition-${uuid}.m3u8`;
  expect(moving.map(({ name, key }) => [name, key])).toEqual([
    ['720p', RENDITION_KEY],
    ['Venue 1', METADATA_KEY],
  ]);
  expect(moving[0]?.after.config.output[0]?.address).toBe(playlist);
  expect(moving[1]?.after.config.input[0]?.address).toBe(playlist);
  expect(followers).toEqual(['720p', 'Venue 1']);
  // Playlists exist before the restart as well.
  expect(atOnce).toBe(false);
});

it('the address change moves nothing while the server stays on', () =>
  expect(
    planOf(processes, moveBetween({ before: config(true), after: config(true), pages: { before: page, after: page } }))
      .moving,
  ).toEqual([]));
