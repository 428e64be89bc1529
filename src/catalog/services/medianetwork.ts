import { keyedExamples, streamKeyPlatform } from '../streamKeyPlatform.ts';

export const medianetwork = streamKeyPlatform({
  id: 'medianetwork',
  name: 'Media Network',
  server: 'rtmp://ingest.mediaserver.express/live',
  keyPage: 'https://www.mediaserver.express/',
});

export const examples = keyedExamples('rtmp://ingest.mediaserver.express/live/', [' K:1 ', 'K:1']);
