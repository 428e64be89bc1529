import { keyedExamples, streamKeyPlatform } from '../streamKeyPlatform.ts';

export const vimeo = streamKeyPlatform({
  id: 'vimeo',
  name: 'Vimeo',
  server: 'rtmp://rtmp-global.cloud.vimeo.com/live',
  docs: 'https://help.vimeo.com/hc/en-us/articles/35052933757073-About-streaming-protocols-supported-by-Vimeo',
});

export const examples = keyedExamples('rtmp://rtmp-global.cloud.vimeo.com/live/', [' K?token=a&b=c ', 'K?token=a&b=c']);
