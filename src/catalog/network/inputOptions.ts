import { classOf } from '../../media/address/addressProtocol.ts';
import { ffmpegHas, spellOption } from '../../media/encoding/ffmpegOptionsByVersion.ts';
import { enhancedRtmp } from '../../media/encoding/skills.ts';
import type { SourceContext } from '../form/defineCatalogEntry.ts';
import type { SettingsOf } from '../form/fields.ts';
import type { networkFields } from './networkFields.ts';
import { analyzedAs, isPull, RAW_FORMATS } from './networkFields.ts';

type NetworkSettings = SettingsOf<typeof networkFields>;

/** Microseconds, by default: RTMP announces its streams at once, playlists take long. */
const ANALYZED = { rtmp: 3_000_000, http: 20_000_000, other: undefined };

const optionWith = (name: string, value: string | number | undefined): string[] =>
  value === undefined || value === '' ? [] : [name, `${value}`];
const when = (holds: boolean, ...options: string[]): string[] => (holds ? options : []);

function rawFormat(settings: NetworkSettings): string[] {
  if (!isPull(settings) || analyzedAs(settings) === 'rtmp') return [];
  const { format } = settings.general;
  const raw = RAW_FORMATS.find((each) => each.format === format);
  if (raw === undefined) return [];
  const isSetAlready =
    settings.general.use_wallclock_as_timestamps && raw.options[0] === '-use_wallclock_as_timestamps';
  return ['-f', format, ...(isSetAlready ? [] : raw.options)];
}

const analysis = (settings: NetworkSettings): string[] => {
  const { general } = settings;
  const kind = analyzedAs(settings);
  const set = {
    rtmp: general.analyzeduration_rtmp,
    http: general.analyzeduration_http,
    other: general.analyzeduration,
  };
  return optionWith('-analyzeduration', set[kind] ?? (isPull(settings) ? ANALYZED[kind] : undefined));
};

function ofProtocol({ address, general, http, rtsp }: NetworkSettings, { ffmpeg }: SourceContext): string[] {
  switch (classOf(address)) {
    case 'http':
      return [
        ...when(http.readNative, '-re'),
        ...when(http.forceFramerate, '-r', `${http.framerate}`),
        ...optionWith('-user_agent', http.userAgent),
        ...optionWith('-referer', http.referer),
        ...optionWith('-http_proxy', http.http_proxy),
        ...when(
          http.anySegments && general.format === '',
          ...['-f', 'hls', '-allowed_segment_extensions', 'ALL', '-extension_picky', '0'],
        ),
      ];
    case 'rtsp':
      return [
        ...optionWith(spellOption('rtspTimeout', ffmpeg), rtsp.stimeout),
        ...optionWith('-rtsp_transport', rtsp.http ? 'http' : rtsp.udp ? 'udp' : 'tcp'),
      ];
    default:
      return [];
  }
}

export function networkOptions(settings: NetworkSettings, context: SourceContext): string[] {
  const { general } = settings;
  return [
    ...rawFormat(settings),
    ...optionWith('-fflags', general.fflags.map((flag) => `+${flag}`).join('')),
    ...optionWith('-thread_queue_size', general.thread_queue_size),
    ...optionWith('-probesize', general.probesize),
    ...when(general.max_probe_packets !== 2500, '-max_probe_packets', `${general.max_probe_packets}`),
    ...when(general.copyts, '-copyts'),
    ...when(general.start_at_zero, '-start_at_zero'),
    ...when(general.use_wallclock_as_timestamps, '-use_wallclock_as_timestamps', '1'),
    ...when(
      ffmpegHas('negativeTimesOfInputs', context.ffmpeg) && general.avoid_negative_ts !== 'auto',
      ...['-avoid_negative_ts', general.avoid_negative_ts],
    ),
    ...analysis(settings),
    ...when(analyzedAs(settings) === 'rtmp', ...enhancedRtmp(context.skills)),
    ...when(isPull(settings), ...ofProtocol(settings, context)),
  ];
}
