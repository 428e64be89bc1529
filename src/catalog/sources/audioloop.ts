import { msg } from '../../i18n/msg.ts';
import { uploadedFile } from '../../media/hls/loopFileType.ts';
import type { Example } from '../form/argumentExampleTypes.ts';
import { loopSource } from '../loopSource.ts';

export const audioloop = loopSource('audioloop', msg('Audio file, looped'), 'audio');

export const examples: Example[] = [
  { given: {}, expect: [] },
  {
    given: { address: '/channels/x/audioloop.source', mimetype: 'audio/mpeg' },
    expect: [uploadedFile('/channels/x/audioloop.source', ['-stream_loop', '-1', '-re'])],
  },
];
