import { msg } from '../../i18n/msg.ts';

/** All that a viewer reads in the player, in the language of his browser: the build puts the translations in. */
export const playerTexts = [
  msg('Play'),
  msg('Pause'),
  msg('Mute'),
  msg('Unmute'),
  msg('Volume'),
  msg('Full screen'),
  msg('Leave full screen'),
  msg('Picture in picture'),
  msg('Leave picture in picture'),
  msg('Live'),
  msg('Catch up with what is live'),
  msg('About this stream'),
  msg('Licence'),
  msg('This stream is offline.'),
  msg('It starts by itself as soon as it is live.'),
  msg('All places are taken.'),
  msg('The server lets no more viewers in at the moment. It is tried again every few seconds.'),
  msg('The stream does not get through.'),
  msg('The server or the connection to it is away. It is tried again every few seconds.'),
  msg('This browser cannot play the stream.'),
  msg('It can be opened in another browser or app. It is tried again every few seconds.'),
] as const;
