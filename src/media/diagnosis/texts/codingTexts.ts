import { msg } from '../../../i18n/msg.ts';
import { both, causeText } from '../causes.ts';

export const codingTexts = {
  bitrate: both(
    msg('The bitrate cannot be used.'),
    msg('Enter a bitrate that the encoder accepts, in kbit/s.'),
    'encoder',
  ),
  bitstream: both(
    msg('The stream cannot be passed through in this form.'),
    msg('Re-encode it instead of passing it through.'),
    'encoder',
  ),
  'bitstream-filter': both(
    msg('A bitstream filter does not fit the codec.'),
    msg('Remove the bitstream filter, or re-encode the stream.'),
    'encoder',
  ),
  channels: both(
    msg('The encoder does not accept this number of audio channels.'),
    msg('Choose stereo.'),
    'audioEncoder',
  ),
  'codec-container': {
    source: causeText(
      msg('The chosen codec cannot be sent.'),
      msg('Choose H.264 for video and AAC for audio.'),
      'encoder',
    ),
    target: causeText(
      msg('The chosen codec cannot be sent to {{name}}.'),
      msg('Choose another codec in the encoding settings, for example H.264 with AAC.'),
      'encoder',
    ),
  },
  'codec-private': both(
    msg('Players cannot read the codec that is sent.'),
    msg('Re-encode it as H.264 with AAC.'),
    'encoder',
  ),
  'codec-unknown': both(
    msg('The codec of the stream cannot be read.'),
    msg('Set the source to H.264 and AAC, or use a newer ffmpeg.'),
    'encoder',
  ),
  'decoder-missing': both(
    msg('The chosen decoder is not available on this core.'),
    msg('Choose the default decoder.'),
    'decoder',
  ),
  'encoder-missing': both(
    msg('The chosen encoder is not available on this core.'),
    msg('Choose another one.'),
    'encoder',
  ),
  'encoder-setting': both(
    msg('The encoder does not accept one of its settings.'),
    msg('Correct the encoding settings.'),
    'encoder',
  ),
  experimental: both(
    msg('The chosen encoder is experimental.'),
    msg('Choose the stable encoder, for example libopus or libvorbis.'),
    'encoder',
  ),
  'filter-file': both(
    msg('A file that the filter needs is missing.'),
    msg('Upload the logo or text file again, or remove it from the filter.'),
    'filter',
  ),
  'filter-lost': both(msg('Only one of two filters is applied.'), msg('Put both filters into one chain.'), 'filter'),
  'filter-missing': both(
    msg('The filter is not available on this core.'),
    msg('Correct or remove the filter.'),
    'filter',
  ),
  'filter-option-removed': both(
    msg('This ffmpeg no longer knows an option of the filter.'),
    msg('Save the encoding again, so that it is written for this version.'),
    'filter',
  ),
  'filter-size': both(
    msg('The filter does not fit the size of the video.'),
    msg('Choose a size within that of the source.'),
    'filter',
  ),
  'filter-with-copy': both(
    msg('What is passed through cannot be filtered.'),
    msg('Choose an encoder instead, or remove the filter.'),
    'filter',
  ),
  'filter-wrong': both(
    msg('A filter of the encoding cannot be applied.'),
    msg('Correct or remove the filter.'),
    'filter',
  ),
  'format-missing': both(
    msg('The output format is missing.'),
    msg('Add the format, for example flv for RTMP.'),
    'options',
  ),
  'format-unknown': both(msg('The format is not available on this core.'), msg('Choose another format.'), 'options'),
  framerate: both(msg('The frame rate cannot be used.'), msg('Enter a frame rate above 0.'), 'encoder'),
  'generator-missing': both(
    msg('The test source is not available on this core.'),
    msg('Choose another one.'),
    'address',
  ),
  'hardware-decoder-missing': both(
    msg('The hardware for the chosen decoder is not available.'),
    msg('Choose the default decoder, or pass the device through to the core.'),
    'decoder',
  ),
  'hardware-missing': both(
    msg('The hardware for the chosen encoder is not available.'),
    msg('Choose a software encoder, or pass the device through to the core.'),
    'encoder',
  ),
  'input-missing': both(
    msg('One of the chosen sources no longer exists.'),
    msg('Set up video and audio again.'),
    'streams',
  ),
  'map-missing': {
    source: causeText(
      msg('The source no longer has one of the chosen streams.'),
      msg('Set up the source again to choose from the streams that it has now.'),
      'streams',
    ),
    target: causeText(
      msg('{{name}} is set to send a stream that the channel no longer has.'),
      msg('Check the encoding of the publication and save it.'),
      'streams',
    ),
  },
  'muxing-queue': both(
    msg('Video or audio begins much later than the other.'),
    msg('Check the source, or send only one of them.'),
    'streams',
  ),
  'no-keyframe': both(
    msg('The source sends no keyframe.'),
    msg('Set the encoder of the source to a keyframe every 1 to 2 s.'),
  ),
  'nothing-mapped': both(
    msg('Neither video nor audio is left to send.'),
    msg('Choose at least one stream that the source has.'),
    'streams',
  ),
  'option-foreign': both(
    msg('An option does not fit the protocol or format.'),
    msg('Remove the option that the log names.'),
    'options',
  ),
  'option-removed': both(
    msg('This ffmpeg no longer knows an option.'),
    msg('Save the settings again, so that they are written for this version.'),
    'options',
  ),
  'option-unknown': both(
    msg('ffmpeg does not know an option.'),
    msg('Correct or remove the option that the log names.'),
    'options',
  ),
  'option-value': both(
    msg('A setting has a value that cannot be used.'),
    msg('Correct the value that the log names.'),
    'options',
  ),
  'pixel-format': both(
    msg('The encoder does not accept the pixel format.'),
    msg('Choose yuv420p, and a profile that supports it.'),
    'encoder',
  ),
  'resolution-changed': both(
    msg('The size of the video changes.'),
    msg('Set the source to one size, or re-encode the video.'),
    'encoder',
  ),
  'rtp-streams': both(
    msg('RTP carries only one stream.'),
    msg('Send video or audio alone, or use RTSP or MPEG-TS.'),
    'streams',
  ),
  sampling: both(
    msg('The encoder does not accept the sampling rate.'),
    msg('Choose 44100 or 48000 Hz.'),
    'audioEncoder',
  ),
  timestamps: both(
    msg('The timestamps of the source jump.'),
    msg('Let the source keep its clock, or re-encode the stream.'),
  ),
  'too-slow': both(
    msg('Encoding is slower than real time.'),
    msg('Use a smaller video size, fewer frames, a faster preset or a hardware encoder.'),
    'encoder',
  ),
};
