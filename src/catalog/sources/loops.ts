import { msg } from '../../i18n/msg.ts';
import type { MediaType } from '../../media/encoding/streams.ts';
import { uploadedFile } from '../../media/hls/loopFileType.ts';
import type { Example } from '../form/argumentExampleTypes.ts';
import { defineSource, type SourceKind } from '../form/defineCatalogEntry.ts';
import { hidden, panel } from '../form/fields.ts';

/** A file on the core's disk that is played repeatedly, or a still image. */
const loopSource = (id: string, name: string, type: MediaType): SourceKind =>
  defineSource({
    id,
    name,
    media: [type],
    fields: {
      file: panel({ name: 'loopFile' }),
      address: hidden({ default: '' }),
      mimetype: hidden({ default: '' }),
      name: hidden({ default: '' }),
    },
    inputs: ({ address, mimetype }) => {
      if (address === '') return [];
      const isImage = type === 'video' && mimetype.startsWith('image/');
      const loopArgs = isImage ? ['-framerate', '1', '-loop', '1'] : ['-stream_loop', '-1'];
      return [uploadedFile(address, [...loopArgs, '-re'])];
    },
    ready: ({ address }) => address !== '',
    faults: ({ address }) => (address === '' ? { file: msg('Upload a file first.') } : {}),
  });

export const videoloop = loopSource('videoloop', msg('Video file or image, looped'), 'video');
export const audioloop = loopSource('audioloop', msg('Audio file, looped'), 'audio');

const AGAIN = ['-stream_loop', '-1', '-re'];

export const examples: Record<string, Example[]> = {
  videoloop: [
    { given: {}, expect: [] },
    {
      given: { address: '/channels/x/videoloop.source', mimetype: 'video/mp4' },
      expect: [uploadedFile('/channels/x/videoloop.source', AGAIN)],
    },
    {
      given: { address: '/channels/x/videoloop.source', mimetype: 'image/png' },
      expect: [uploadedFile('/channels/x/videoloop.source', ['-framerate', '1', '-loop', '1', '-re'])],
    },
  ],
  audioloop: [
    { given: {}, expect: [] },
    {
      given: { address: '/channels/x/audioloop.source', mimetype: 'audio/mpeg' },
      expect: [uploadedFile('/channels/x/audioloop.source', AGAIN)],
    },
  ],
};
