import { msg } from '../../../i18n/msg.ts';
import { both, causeText } from '../causes.ts';

const nothingThere = causeText(
  msg('There is no stream at the source address.'),
  msg('Make sure the source is sending, and check the path in its address.'),
  'address',
);
const ended = causeText(
  msg('The source has stopped sending.'),
  msg('Restart the encoder or camera, or press Start Streaming in OBS.'),
);
const offline = causeText(
  msg('{{name}} has stopped.'),
  msg('The channel was not sending. Reconnect the publication once the channel is live.'),
);
const lost = causeText(
  msg('The connection to {{name}} was lost.'),
  msg('Check the network and the service. Usually the connection recovers automatically.'),
);
const sourceRefused = causeText(
  msg('The source refused the connection.'),
  msg('Make sure the source is switched on, and check its address and port.'),
  'address',
);
const silentSource = causeText(
  msg('The source did not respond in time.'),
  msg('Make sure the source is switched on and the server can reach it.'),
  'address',
);
const silentTarget = causeText(
  msg('{{name}} did not respond in time.'),
  msg('Check the address, and make sure the server can reach the service.'),
  'address',
);

export const connectionTexts = {
  'address-list': both(
    msg('The address leads to a list of addresses, not to a stream.'),
    msg('Open it in a text editor, and enter the address of the stream that it contains.'),
    'address',
  ),
  'address-malformed': both(
    msg('The address is written wrong.'),
    msg('Write special characters of the username and password in percent form, and check the host and port.'),
    'address',
  ),
  'app-refused': {
    source: nothingThere,
    target: causeText(
      msg('{{name}} does not know this application.'),
      msg('Correct the part of the address between the host and the stream key.'),
      'application',
    ),
  },
  'bad-request': {
    source: causeText(
      msg('The source does not understand the request.'),
      msg('Check the protocol, port and path of the address.'),
      'address',
    ),
    target: causeText(
      msg('{{name}} does not understand the request.'),
      msg('Check the protocol, port and path of the address.'),
      'path',
    ),
  },
  'channel-not-running': { source: ended, target: offline },
  'closed-after-start': {
    source: causeText(
      msg('The source has stopped sending.'),
      msg('Restart the encoder or camera, or press Start Streaming in OBS.'),
      'key',
    ),
    target: causeText(
      msg('{{name}} closed the connection right after the start.'),
      msg('The stream key may be wrong or in use, or the event has not been started at the service.'),
      'key',
    ),
  },
  'connection-lost': { source: ended, target: lost },
  damaged: both(
    msg('Data is lost on the way from the source.'),
    msg('Use TCP or a longer SRT latency, lower the bitrate of the source, or use a cable instead of Wi-Fi.'),
    'transport',
  ),
  'dns-unavailable': both(
    msg('The server cannot look up hostnames.'),
    msg('Check the network and DNS settings of the server or of its container, or use an IP address.'),
  ),
  ended: {
    source: ended,
    target: causeText(
      msg('{{name}} has stopped.'),
      msg("The service closed the connection, or the channel's stream ended."),
    ),
  },
  drm: both(
    msg('The stream is protected against copying (DRM).'),
    msg('Only the players of its provider can decrypt it. Use an address without DRM.'),
    'address',
  ),
  'extension-blocked': both(
    msg('The source names its segments in an unusual way.'),
    msg('ffmpeg refuses segments whose names do not end like video. Use another address of the source.'),
    'address',
  ),
  forbidden: {
    source: causeText(
      msg('The source denied access.'),
      msg('Check the rights of the account and any token in the address.'),
      'address',
    ),
    target: causeText(
      msg('{{name}} denied access.'),
      msg('Check the stream key, the rights of the account, and whether this server may connect.'),
      'key',
    ),
  },
  'hls-empty': both(
    msg('The playlist of the source is still empty.'),
    msg('Start the source, or wait until it sends. The next try follows automatically.'),
  ),
  'hls-frozen': {
    source: causeText(
      msg('The playlist of the source is no longer updated.'),
      msg('Check the encoder that writes the playlist.'),
    ),
    target: offline,
  },
  'hls-key': both(
    msg('The key of the encrypted stream cannot be fetched.'),
    msg('Use an address with a valid login or token.'),
    'address',
  ),
  'hls-key-wrong': both(
    msg('The stream cannot be decrypted.'),
    msg('Its key is wrong. Ask the provider of the source, or use its current address.'),
    'address',
  ),
  'hls-playlist-gone': both(
    msg('The playlist of the source is gone.'),
    msg('Start the source again, or enter its new address.'),
    'address',
  ),
  'hls-segments-gone': both(
    msg('Segments of the source are missing.'),
    msg('Restart the source, or ask its provider.'),
  ),
  'icecast-refused': {
    source: sourceRefused,
    target: causeText(
      msg('{{name}} does not accept the stream.'),
      msg(
        'The mount point may be in use, the server full, or the format unsupported. Choose another mount point or format.',
      ),
      'address',
    ),
  },
  'key-refused': {
    source: causeText(
      msg('The source rejected the stream key or token.'),
      msg('Copy it again from where the source shows it.'),
      'address',
    ),
    target: causeText(
      msg('{{name}} rejected the login or stream key.'),
      msg('The stream key may have changed, expired or been revoked. Enter it again.'),
      'key',
    ),
  },
  'login-needed': {
    source: causeText(msg('The source requires a login.'), msg('Enter the username and password.'), 'username'),
    target: causeText(msg('{{name}} requires a login.'), msg('Enter the username and password.'), 'username'),
  },
  'login-wrong': {
    source: causeText(msg('The source rejected the login.'), msg('Check the username and password.'), 'password'),
    target: causeText(
      msg('{{name}} rejected the login or stream key.'),
      msg('The stream key may have changed, expired or been revoked. Enter it again.'),
      'password',
    ),
  },
  'method-refused': both(
    msg('The server does not accept this kind of request.'),
    msg('Check the path in the address and the method.'),
    'path',
  ),
  'mount-missing': both(msg('The mount point is missing.'), msg('Add it at the end of the address.'), 'address'),
  'name-reserved': {
    source: causeText(
      msg('The core refuses the encoder: its name is reserved.'),
      msg('Copy the address of this channel into the encoder again.'),
      'address',
    ),
    target: causeText(
      msg('{{name}} reserves this name for a process of its own.'),
      msg('Choose another name or stream key.'),
      'key',
    ),
  },
  'name-taken': {
    source: causeText(
      msg('The source refused the connection.'),
      msg('Make sure the source is switched on, and check its address and port.'),
      'key',
    ),
    target: causeText(
      msg('Another encoder is already sending to {{name}} with this stream key.'),
      msg('Stop the other encoder, or use another stream key.'),
      'key',
    ),
  },
  'no-answer': { source: silentSource, target: silentTarget },
  'no-packets': both(
    msg('The source is connected but sends no video.'),
    msg('Switch from UDP to TCP, and check firewalls and the encoder.'),
    'transport',
  ),
  'no-streams': both(
    msg('The source offers no streams.'),
    msg('Check the encoder or the profile that the address names.'),
    'address',
  ),
  'no-video': {
    source: causeText(msg('The source sends no video.'), msg('Choose another video source.'), 'address'),
    target: causeText(
      msg('{{name}} stopped with an error.'),
      msg('Check the address and stream key, and make sure the service is ready to receive the stream.'),
      'path',
    ),
  },
  'not-found': {
    source: nothingThere,
    target: causeText(
      msg('{{name}} does not accept streams at this address.'),
      msg('Check the path and the stream key in the address.'),
      'path',
    ),
  },
  'not-media': {
    source: causeText(
      msg('The source sends a format that cannot be read.'),
      msg(
        'The address must point to the stream itself, not to a web page. Its provider knows it; or play the page in your browser and look for .m3u8 or .mpd in the network tab of the developer tools.',
      ),
      'address',
    ),
    target: causeText(
      msg('The stream of {{name}} cannot be read.'),
      msg('Check the protocol and the encoding.'),
      'address',
    ),
  },
  'placeholder-left': both(
    msg('A placeholder of the core stands behind another host.'),
    msg('The core fills it in at the beginning of an address only, as it brings passwords along. Correct the address.'),
    'address',
  ),
  'protocol-blocked': both(
    msg('The playlist leads to a file that ffmpeg must not open.'),
    msg('Use another source.'),
    'address',
  ),
  'protocol-unknown': both(
    msg('The protocol of the address is not known.'),
    msg('Correct the start of the address, for example rtsp://, rtmp://, srt:// or https://.'),
    'address',
  ),
  'proxy-refused': both(
    msg('The HTTP proxy refused the connection.'),
    msg('Correct or clear the proxy of the server.'),
    'address',
  ),
  'push-refused': {
    source: causeText(
      msg('The core refuses the encoder: its token is missing or wrong.'),
      msg('Copy the address of this channel into the encoder again. The token is part of it.'),
    ),
    target: lost,
  },
  'push-app': {
    source: causeText(
      msg('The core refuses the encoder: its server address is wrong.'),
      msg('Copy the address of this channel into the encoder again.'),
    ),
    target: lost,
  },
  'push-full': {
    source: causeText(
      msg('The encoder sends more than this channel may keep.'),
      msg('Lower its bitrate, or let it delete what it has sent.'),
    ),
    target: lost,
  },
  'push-passphrase': {
    source: causeText(
      msg('The core refuses the encoder: its SRT passphrase is wrong.'),
      msg('Copy the address and the passphrase of this channel into the encoder again.'),
    ),
    target: lost,
  },
  'redirect-loop': both(
    msg('The address leads nowhere.'),
    msg('Open it in a browser, and use the address at which it ends.'),
    'address',
  ),
  refused: {
    source: sourceRefused,
    target: causeText(
      msg('{{name}} refused the connection.'),
      msg('Check the address and port, and make sure the service is ready to receive the stream.'),
      'address',
    ),
  },
  rejected: {
    source: causeText(msg('The source rejected the connection.'), msg('The log shows what it says.'), 'key'),
    target: causeText(
      msg('{{name}} rejected the stream.'),
      msg('The log shows what it says. Check the stream key and the event at the service.'),
      'key',
    ),
  },
  'rtmp-closed': {
    source: nothingThere,
    target: causeText(
      msg('{{name}} closed the connection without giving a reason.'),
      msg('The stream key or the address may be wrong. Check both.'),
      'key',
    ),
  },
  'rtsp-session': {
    source: causeText(
      msg('The source lost the session.'),
      msg('It may have too many connections. Wait a minute, or restart it.'),
    ),
    target: causeText(msg('{{name}} lost the session.'), msg('Wait a minute, then reconnect.')),
  },
  'server-error': {
    source: causeText(msg('The source reports an internal error.'), msg('Try again later, or restart the source.')),
    target: causeText(
      msg('{{name}} reports an internal error.'),
      msg('Try again later. There is nothing to change here.'),
    ),
  },
  'server-full': {
    source: causeText(
      msg('The source accepts no more connections.'),
      msg('Close other connections to it, or raise its limit.'),
    ),
    target: causeText(
      msg('{{name}} accepts no more streams.'),
      msg('Close other connections to it, or raise its limit.'),
    ),
  },
  'source-ended': { source: ended, target: offline },
  'source-lost': {
    source: causeText(
      msg('The connection to the source was lost.'),
      msg('Check the source and the network. Usually the connection recovers automatically.'),
    ),
    target: offline,
  },
  'source-stalled': {
    source: causeText(msg('The source is connected but has stopped sending.'), msg('Check or restart the source.')),
    target: offline,
  },
  'srt-passphrase': both(
    msg('The SRT passphrase is wrong.'),
    msg('Enter the passphrase of the other side. It has 10 to 79 characters.'),
    'passphrase',
  ),
  'srt-rejected': {
    source: causeText(
      msg('The source rejected the SRT connection.'),
      msg(
        'Compare the passphrase and the stream ID with those of the source. It also rejects streams that do not exist.',
      ),
      'passphrase',
    ),
    target: causeText(
      msg('{{name}} rejected the SRT connection.'),
      msg('Compare the passphrase and the stream ID with those of the service.'),
      'passphrase',
    ),
  },
  stale: {
    source: causeText(
      msg('The source sent no data for too long.'),
      msg('The core stopped the process. Make sure the source is sending and the network is fast enough.'),
      'staleTimeout',
    ),
    target: causeText(
      msg('{{name}} accepted no data for too long.'),
      msg('The core stopped the process. Check the network and the service.'),
      'staleTimeout',
    ),
  },
  'still-image': both(
    msg('The address leads to a single image, not to a video.'),
    msg('Enter the address of the video. The settings of a camera name it, for example for RTSP or MJPEG.'),
    'address',
  ),
  'stream-missing': {
    source: nothingThere,
    target: causeText(
      msg('{{name}} does not know this stream.'),
      msg('Check the stream name and the stream key.'),
      'key',
    ),
  },
  'target-stalled': {
    source: causeText(
      msg('The source has stopped sending.'),
      msg('Restart the encoder or camera, or press Start Streaming in OBS.'),
      'encoder',
    ),
    target: causeText(
      msg('{{name}} accepts no more data.'),
      msg('Lower the bitrate, and check the network.'),
      'encoder',
    ),
  },
  terminated: {
    source: ended,
    target: causeText(msg('{{name}} ended the stream.'), msg('Check the event at the service.')),
  },
  timeout: { source: silentSource, target: silentTarget },
  'tls-certificate': {
    source: causeText(
      msg('The certificate of the source is not accepted.'),
      msg('Use the hostname that the certificate is made for, or renew the certificate.'),
      'address',
    ),
    target: causeText(
      msg('The certificate of {{name}} is not accepted.'),
      msg('Use the hostname that the certificate is made for, or renew the certificate.'),
      'address',
    ),
  },
  'tls-handshake': {
    source: causeText(
      msg('The encrypted connection to the source failed.'),
      msg('Check the protocol and port in the address, and the certificate of the source.'),
      'address',
    ),
    target: causeText(
      msg('The encrypted connection to {{name}} failed.'),
      msg('Check the protocol and port in the address, and the certificate of the service.'),
      'address',
    ),
  },
  'tls-mismatch': {
    source: causeText(
      msg('The source is not encrypted the way the address says.'),
      msg('Change the protocol, for example http to https, or the port.'),
      'address',
    ),
    target: causeText(
      msg('{{name}} is not encrypted the way the address says.'),
      msg('Change the protocol, for example rtmp to rtmps, or the port.'),
      'address',
    ),
  },
  'too-many-requests': {
    source: causeText(msg('The source asks for fewer requests.'), msg('Wait, and raise the reconnect delay.'), 'delay'),
    target: causeText(msg('{{name}} asks for fewer requests.'), msg('Wait, and raise the reconnect delay.'), 'delay'),
  },
  transport: both(msg('The transport is not supported.'), msg('Switch RTSP over UDP on or off.'), 'transport'),
  unknown: {
    source: causeText(msg('The stream stopped with an error.'), msg('The process details show the full log.')),
    target: causeText(
      msg('{{name}} stopped with an error.'),
      msg('Check the address and stream key, and make sure the service is ready to receive the stream.'),
    ),
  },
  unreachable: both(
    msg('The server has no way to this address.'),
    msg('Check the network, gateway or VPN of the server, then the address.'),
    'address',
  ),
  unresolved: {
    source: causeText(
      msg("The source's hostname could not be resolved."),
      msg('Check the hostname in the address.'),
      'address',
    ),
    target: causeText(
      msg('The hostname of {{name}} could not be resolved.'),
      msg('Check the hostname in the address.'),
      'address',
    ),
  },
  'viewer-limit': {
    source: causeText(
      msg('The source has reached its viewer limit.'),
      msg('Raise the limit on the core that serves it.'),
    ),
    target: causeText(
      msg('{{name}} has reached its viewer limit.'),
      msg('Raise the limit on the core that serves it.'),
    ),
  },
  'waiting-push': {
    source: causeText(
      msg('No encoder is sending to this channel.'),
      msg('Start the encoder, and check the server and the stream key in its settings.'),
    ),
    target: lost,
  },
  'wrong-protocol': {
    source: causeText(
      msg('The port of the source speaks another protocol.'),
      msg('Check the protocol and the port in the address.'),
      'address',
    ),
    target: causeText(
      msg('The port of {{name}} speaks another protocol.'),
      msg('Check the protocol and the port in the address.'),
      'address',
    ),
  },
};
