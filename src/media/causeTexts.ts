import { msg } from '../i18n/msg.ts';
import type { Cause, Role } from './causes.ts';

/** What happened and what to do: English texts, in which `{{name}}` is a publication. */
export interface Words {
  title: string;
  remedy: string;
  /** The remedy lies in the settings of what failed. */
  settings: boolean;
}

const inSettings = (title: string, remedy: string): Words => ({ title, remedy, settings: true });
const elsewhere = (title: string, remedy: string): Words => ({ title, remedy, settings: false });

type Both = Record<Role, Words>;
const both = (words: Words): Both => ({ source: words, target: words });

const unknown: Both = {
  source: elsewhere(msg('The stream stopped with an error.'), msg('The process details show the full log.')),
  target: inSettings(
    msg('{{name}} stopped with an error.'),
    msg('Check the address and stream key, and make sure the service is ready to receive the stream.'),
  ),
};
const refused: Both = {
  source: inSettings(
    msg('The source refused the connection.'),
    msg('Make sure the source is switched on, and check its address and port.'),
  ),
  target: inSettings(
    msg('{{name}} refused the connection.'),
    msg('Check the address and port, and make sure the service is ready to receive the stream.'),
  ),
};
const login: Both = {
  source: inSettings(msg('The source rejected the login.'), msg('Check the username and password.')),
  target: inSettings(
    msg('{{name}} rejected the login or stream key.'),
    msg('The stream key may have changed, expired or been revoked. Enter it again.'),
  ),
};
const nothingThere: Both = {
  source: inSettings(
    msg('There is no stream at the source address.'),
    msg('Make sure the source is sending, and check the path in its address.'),
  ),
  target: inSettings(
    msg('{{name}} does not accept streams at this address.'),
    msg('Check the path and the stream key in the address.'),
  ),
};
const silent: Both = {
  source: inSettings(
    msg('The source did not respond in time.'),
    msg('Make sure the source is switched on and the server can reach it.'),
  ),
  target: inSettings(
    msg('{{name}} did not respond in time.'),
    msg('Check the address, and make sure the server can reach the service.'),
  ),
};
const ended = elsewhere(msg('The source has stopped sending.'), msg('Restart the software or camera that sends it.'));
const lost = elsewhere(
  msg('The connection to {{name}} was lost.'),
  msg('Check the network and the service. Usually the connection recovers automatically.'),
);

/** The words of each cause, for what reads a source and for what sends to a platform. */
export const causeTexts: Record<Cause, Both> = {
  'app-refused': nothingThere,
  'channel-not-running': {
    source: ended,
    target: elsewhere(
      msg('{{name}} has stopped.'),
      msg('The channel was not sending. Reconnect the publication once the channel is live.'),
    ),
  },
  'closed-after-start': {
    source: ended,
    target: inSettings(
      msg('{{name}} closed the connection right after the start.'),
      msg('The stream key may be wrong or in use, or the event has not been started at the service.'),
    ),
  },
  'codec-container': {
    source: inSettings(msg('The chosen codec cannot be sent.'), msg('Choose H.264 for video and AAC for audio.')),
    target: inSettings(
      msg('The chosen codec cannot be sent to {{name}}.'),
      msg('Choose another codec in the encoding settings, for example H.264 with AAC.'),
    ),
  },
  'connection-lost': { source: ended, target: lost },
  // What a source says; a publication sends to no device.
  device: {
    source: inSettings(
      msg('The source device cannot be opened.'),
      msg(
        'Make sure the device is plugged in and not in use. If the core runs in a container, the device must be passed through to it.',
      ),
    ),
    target: unknown.target,
  },
  'disk-full': both(
    elsewhere(msg('The disk of the server is full.'), msg('Delete files that are no longer needed, then start again.')),
  ),
  'encoder-missing': both(
    inSettings(msg('The chosen encoder or decoder is not available on this core.'), msg('Choose another one.')),
  ),
  'encoder-setting': both(
    inSettings(msg('The encoder does not accept one of its settings.'), msg('Correct the encoding settings.')),
  ),
  ended: {
    source: ended,
    target: elsewhere(
      msg('{{name}} has stopped.'),
      msg("The service closed the connection, or the channel's stream ended."),
    ),
  },
  'ffmpeg-missing': both(
    elsewhere(msg('The core cannot run ffmpeg.'), msg('Check the installation of ffmpeg on the server.')),
  ),
  'filter-wrong': both(
    inSettings(msg('A filter of the encoding cannot be applied.'), msg('Correct or remove the filter.')),
  ),
  forbidden: login,
  'hardware-missing': both(
    inSettings(
      msg('The hardware for the chosen encoder or decoder is not available.'),
      msg('Choose a software encoder, or pass the device through to the core.'),
    ),
  ),
  'key-refused': login,
  'login-wrong': login,
  'map-missing': {
    source: inSettings(
      msg('The source no longer has one of the chosen streams.'),
      msg('Set up the source again to choose from the streams that it has now.'),
    ),
    target: inSettings(
      msg('{{name}} is set to send a stream that the channel no longer has.'),
      msg('Check the encoding of the publication and save it.'),
    ),
  },
  'name-taken': {
    source: refused.source,
    target: inSettings(
      msg('Another encoder is already sending to {{name}} with this stream key.'),
      msg('Stop the other encoder, or use another stream key.'),
    ),
  },
  'no-answer': silent,
  'no-video': {
    source: inSettings(msg('The source sends no video.'), msg('Choose another video source.')),
    target: unknown.target,
  },
  'not-found': nothingThere,
  refused,
  rejected: refused,
  'rtmp-closed': {
    source: nothingThere.source,
    target: inSettings(
      msg('{{name}} closed the connection without giving a reason.'),
      msg('The stream key or the address may be wrong. Check both.'),
    ),
  },
  'server-error': {
    source: elsewhere(
      msg('The source reported an internal error.'),
      msg('Restart the software or camera that sends it.'),
    ),
    target: elsewhere(
      msg('{{name}} reported an internal error.'),
      msg('Try again later, or contact the operator of the service.'),
    ),
  },
  'source-ended': { source: ended, target: lost },
  'srt-rejected': {
    source: inSettings(msg('The source rejected the connection.'), msg('Check the stream ID and the passphrase.')),
    target: inSettings(msg('{{name}} rejected the connection.'), msg('Check the stream ID and the passphrase.')),
  },
  limit: {
    source: elsewhere(
      msg('The core stopped the process: it exceeded its CPU or memory limit, or no data arrived.'),
      msg('Raise the limits under Processing & Control, lower the encoding settings, or check the source.'),
    ),
    target: inSettings(
      msg('The core stopped {{name}}: it exceeded its CPU or memory limit, or no data got through.'),
      msg('Raise its limits, lower its encoding settings, or check the service.'),
    ),
  },
  stale: {
    source: elsewhere(
      msg('No data arrived from the source for too long, so the core stopped the process.'),
      msg('Make sure the source is sending and the network is fast enough.'),
    ),
    target: elsewhere(
      msg('{{name}} accepted no data for too long, so the core stopped the process.'),
      msg('Check the network and the service. Usually the connection recovers automatically.'),
    ),
  },
  'stream-missing': nothingThere,
  terminated: {
    source: ended,
    target: elsewhere(msg('{{name}} ended the stream.'), msg('Check the event at the service.')),
  },
  timeout: silent,
  tls: {
    source: inSettings(
      msg('The encrypted connection to the source failed.'),
      msg('Check the protocol and port in the address, and the certificate of the source.'),
    ),
    target: inSettings(
      msg('The encrypted connection to {{name}} failed.'),
      msg('Check the protocol and port in the address, and the certificate of the service.'),
    ),
  },
  unknown,
  unreachable: silent,
  unresolved: {
    source: inSettings(msg("The source's hostname could not be resolved."), msg('Check the hostname in the address.')),
    target: inSettings(
      msg('The hostname of {{name}} could not be resolved.'),
      msg('Check the hostname in the address.'),
    ),
  },
  unsupported: {
    source: inSettings(
      msg('The source sends a format that cannot be read.'),
      msg('Check the address and the format of the source.'),
    ),
    target: inSettings(
      msg('{{name}} does not work with this protocol or encoding.'),
      msg('Check the protocol and the encoding.'),
    ),
  },
  'waiting-push': {
    source: elsewhere(
      msg('No encoder is sending to this channel.'),
      msg('Start the encoder, and check the server and the stream key in its settings.'),
    ),
    target: lost,
  },
};
