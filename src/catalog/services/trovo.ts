import { keyedExamples, streamKeyPlatform } from '../streamKeyPlatform.ts';

export const trovo = streamKeyPlatform({
  id: 'trovo',
  name: 'Trovo',
  server: 'rtmp://livepush.trovo.live/live',
  keyPage: 'https://studio.trovo.live/mychannel/stream',
});

export const examples = keyedExamples('rtmp://livepush.trovo.live/live/', [
  '73846_1?bizid=1&txSecret=2',
  '73846_1?bizid=1&txSecret=2',
]);
