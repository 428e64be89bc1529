import { msg } from '../../i18n/msg.ts';
import { uploadedFile } from '../../media/hls/loopFile.ts';
import type { Example } from '../form/example.ts';
import { loop } from '../loop.ts';

export const audioloop = loop('audioloop', msg('Audio file, looped'), 'audio');

export const examples: Example[] = [
  { given: {}, expect: [] },
  {
    given: { address: '/channels/x/audioloop.source', mimetype: 'audio/mpeg' },
    expect: [uploadedFile('/channels/x/audioloop.source', ['-stream_loop', '-1', '-re'])],
  },
];
