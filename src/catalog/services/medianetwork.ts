import { keyedExamples, keyedPlatform } from '../keyedPlatform.ts';

export const medianetwork = keyedPlatform({
  id: 'medianetwork',
  name: 'Media Network',
  server: 'rtmp://ingest.mediaserver.express/live',
  keyPage: 'https://www.mediaserver.express/',
});

export const examples = keyedExamples('rtmp://ingest.mediaserver.express/live/', [' K:1 ', 'K:1']);
