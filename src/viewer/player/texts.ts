import { msg } from '../../i18n/msg.ts';

/** All that a viewer reads in the player, in the language of his browser: the build puts the translations in. */
export const playerTexts = [
  msg('Play'),
  msg('Pause'),
  msg('Mute'),
  msg('Unmute'),
  msg('Volume'),
  msg('Full screen'),
  msg('Exit full screen'),
  msg('Picture-in-picture'),
  msg('Exit picture-in-picture'),
  msg('Live'),
  msg('Jump to live'),
  msg('About this stream'),
  msg('License'),
  msg('This stream is offline.'),
  msg('It starts automatically when the stream goes live.'),
  msg('Starts in'),
  msg('This stream does not exist any more.'),
  msg('Viewer limit reached.'),
  msg('The server accepts no more viewers right now. Retrying automatically.'),
  msg('The connection was lost.'),
  msg('The server cannot be reached. Retrying automatically.'),
  msg('This browser cannot play the stream.'),
  msg('Try another browser or app. Retrying automatically.'),
] as const;
