import { randomUUID } from 'node:crypto';
import type { Core } from '../../src/api/client.ts';
import { ingestId, METADATA_KEY } from '../../src/api/processIds.ts';
import { addressIn, playlistFile } from '../../src/media/hls/hlsFiles.ts';
import { expect } from './expect.ts';

/** Longer than any journey. */
const CAPTIONS_S = 900;
export const CAPTION = 'Words of the second';
const LARGE = '320x180';
const SMALL = '160:90';

const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 19);
const captions = Array.from(
  { length: CAPTIONS_S },
  (_, i) => `${i + 1}\n${clock(i)},000 --> ${clock(i + 1)},000\n${CAPTION} ${i}\n`,
).join('\n');

const options = (text: string) => text.split(' ');

/** Adds a live channel with two qualities and English captions, which the interface itself does not create. */
export async function addRenditions(core: Core, stored: object): Promise<string> {
  const channel = randomUUID();
  const id = ingestId(channel);
  const file = `/captions-${channel}.srt`;
  await core.diskWrite({ path: file, body: captions });
  const listAddress = (end: string) => addressIn('memfs', `/${channel}_%v${end}`);
  await core.processAdd({
    body: {
      ...{ id, type: 'ffmpeg', reference: channel, options: ['-y'], stale_timeout_seconds: 0 },
      input: [
        { id: 'input_0', address: `testsrc2=size=${LARGE}:rate=10`, options: options('-re -f lavfi') },
        { id: 'input_1', address: 'sine=frequency=440:sample_rate=44100', options: options('-re -f lavfi') },
        { id: 'input_2', address: addressIn('diskfs', file), options: options('-re -f srt') },
      ],
      output: [
        {
          id: 'output_0',
          address: listAddress('.m3u8'),
          options: [
            ...['-filter_complex', `[0:v]split=2[large][raw];[raw]scale=${SMALL}[small]`],
            ...options('-map [large] -map 1:a -map [small] -map 1:a -map 2:s'),
            ...options('-codec:v libx264 -preset ultrafast -pix_fmt yuv420p -g 20 -b:v:0 300k -b:v:1 100k'),
            ...options('-codec:a aac -b:a 32k -codec:s webvtt -f hls -hls_time 2 -hls_list_size 10'),
            ...options('-hls_flags delete_segments+independent_segments+program_date_time+omit_endlist'),
            ...['-hls_segment_filename', listAddress('_%d.ts')],
            ...['-master_pl_name', playlistFile(channel).slice(1)],
            ...['-var_stream_map', 'v:0,a:0,s:0,sgroup:captions,language:en v:1,a:1'],
            ...options('-method PUT'),
          ],
        },
      ],
      ...{ reconnect: true, reconnect_delay_seconds: 1, autostart: true },
    },
  });
  // Imported channels get a generated player page without further actions.
  const body = { version: 1, imported: true, meta: { name: 'Two qualities' }, ...stored };
  await core.processMetadataSet({ id, key: METADATA_KEY, body });
  return channel;
}

/** Waits until an open interface has written the page of the channel to disk. */
export async function hasPage(core: Core, channel: string): Promise<void> {
  for (const glob of [`/${channel}.html`, `/channels/${channel}/config.js`])
    await expect.poll(async () => (await core.diskFiles({ glob })).length).toBe(1);
}

/** Runs in the page. Returns the visible captions, drawn by video.js or by the browser. */
export function captionsOn(video: Element): string[] {
  const drawn = [...(video.parentElement?.querySelectorAll('.vjs-text-track-cue') ?? [])].map(
    ({ textContent }) => textContent ?? '',
  );
  const tracks = video instanceof HTMLVideoElement ? [...video.textTracks] : [];
  const shown = tracks.filter(({ mode }) => mode === 'showing').flatMap(({ activeCues }) => [...(activeCues ?? [])]);
  return [...drawn, ...shown.map((cue) => String(Reflect.get(cue, 'text')))];
}
