import { keyedExamples, streamKeyPlatform } from '../streamKeyPlatform.ts';

const PRODUCER = 'https://about.instagram.com/blog/tips-and-tricks/instagram-live-producer';

export const instagram = streamKeyPlatform({
  id: 'instagram',
  name: 'Instagram',
  server: 'rtmps://live-upload.instagram.com:443/rtmp',
  keyPage: PRODUCER,
  docs: PRODUCER,
});

export const examples = keyedExamples('rtmps://live-upload.instagram.com:443/rtmp/', [
  'IG-1?s_bl=1&s_sc=2',
  'IG-1?s_bl=1&s_sc=2',
]);
