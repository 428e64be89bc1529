import { keyedExamples, streamKeyPlatform } from '../streamKeyPlatform.ts';

export const dlive = streamKeyPlatform({
  id: 'dlive',
  name: 'DLive',
  server: 'rtmp://stream.dlive.tv/live',
  keyPage: 'https://dlive.tv/s/dashboard',
});

export const examples = keyedExamples('rtmp://stream.dlive.tv/live/', [' /KEY?a=b ', 'KEY?a=b']);
