import { msg } from '../../i18n/msg.ts';
import { uploadedFile } from '../../media/hls/loopFileType.ts';
import type { Example } from '../form/argumentExampleTypes.ts';
import { loopSource } from '../loopSource.ts';

export const videoloop = loopSource('videoloop', msg('Video file or image, looped'), 'video');

export const examples: Example[] = [
  { given: {}, expect: [] },
  {
    given: { address: '/channels/x/videoloop.source', mimetype: 'video/mp4' },
    expect: [uploadedFile('/channels/x/videoloop.source', ['-stream_loop', '-1', '-re'])],
  },
  {
    given: { address: '/channels/x/videoloop.source', mimetype: 'image/png' },
    expect: [uploadedFile('/channels/x/videoloop.source', ['-framerate', '1', '-loop', '1', '-re'])],
  },
];
