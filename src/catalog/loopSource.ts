import { msg } from '../i18n/msg.ts';
import type { MediaType } from '../media/encoding/streams.ts';
import { uploadedFile } from '../media/hls/loopFileType.ts';
import { defineSource, type SourceKind } from './form/defineCatalogEntry.ts';
import { hidden, panel } from './form/fields.ts';

/** A file on the disk of the core that is played again and again, or a picture that stands. */
export const loopSource = (id: string, name: string, type: MediaType): SourceKind =>
  defineSource({
    id,
    name,
    media: [type],
    fields: {
      file: panel({ name: 'loopFile' }),
      address: hidden({ default: '' }),
      mimetype: hidden({ default: '' }),
      // As it was called where it came from; other interfaces do not know it.
      name: hidden({ default: '' }),
    },
    inputs: ({ address, mimetype }) => {
      if (address === '') return [];
      const still = type === 'video' && mimetype.startsWith('image/');
      const again = still ? ['-framerate', '1', '-loop', '1'] : ['-stream_loop', '-1'];
      return [uploadedFile(address, [...again, '-re'])];
    },
    ready: ({ address }) => address !== '',
    faults: ({ address }) => (address === '' ? { file: msg('Upload a file first.') } : {}),
  });
