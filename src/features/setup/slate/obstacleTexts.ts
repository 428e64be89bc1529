import { msg } from '../../../i18n/msg.ts';
import type { ProtectionObstacle } from '../../../media/hold/protectionObstacle.ts';

export const obstacleTexts: Readonly<Record<ProtectionObstacle, string>> = {
  disk: msg('The channel stores its segments on the disk. In the channel settings, set the storage to memory.'),
  mp4: msg('The channel writes MP4 segments. In the channel settings, choose HLS version 3 or 6.'),
  'low-latency': msg('The channel writes DASH (LHLS). In the channel settings, switch it off.'),
  'short-list': msg(
    'The playlist of the channel has fewer than five segments. In the channel settings, set its size to 6.',
  ),
  'no-video': msg('The channel has no video. Add a video source in the channel settings.'),
  'several-videos': msg('The channel has several videos. Choose one of them in the video setup.'),
  'video-codec': msg('The video of the channel is not H.264. In the channel settings, encode it as H.264.'),
  pixels: msg('The video of the channel is not 8-bit 4:2:0. In the channel settings, encode it as H.264.'),
  'audio-codec': msg('The audio of the channel is neither AAC nor MP3. In the channel settings, encode it as AAC.'),
  recording: msg('A recording keeps what the source sends, so there is nothing to protect.'),
  stills: msg('This publication sends single images, so there is no stream to protect.'),
  rendition: msg('This publication uses a rendition. Under "Encoding", choose the channel instead.'),
  newer: msg('A newer version has stored the settings. Update the interface to change them.'),
};
