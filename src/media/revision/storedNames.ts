import { msg } from '../../i18n/msg.ts';

const PROCESS: Readonly<Record<string, string>> = {
  'control.limits': msg('Limits'),
  'control.process': msg('Process'),
  'control.process.autostart': msg('Autostart'),
  'control.process.reconnect': msg('Reconnect'),
  'control.process.delay': msg('Reconnect delay'),
  'control.process.staleTimeout': msg('Stale timeout'),
  'profiles.0.video': msg('Video'),
  'profiles.0.video.encoder.coder': msg('Video encoder'),
  'profiles.0.audio': msg('Audio'),
  'profiles.0.audio.encoder.coder': msg('Audio encoder'),
};

/** `ingest` includes renditions, `setting` other global metadata, `process` what is not our metadata. */
export type StoredKind = 'ingest' | 'egress' | 'global' | 'setting' | 'process' | 'file';

const NAMES: Readonly<Record<StoredKind, Readonly<Record<string, string>>>> = {
  ingest: {
    ...PROCESS,
    'meta.name': msg('Channel name'),
    'meta.description': msg('Description'),
    'meta.author': msg('Author'),
    license: msg('License'),
    'control.hls': msg('HLS'),
    'control.rtmp': msg('RTMP feed'),
    'control.srt': msg('SRT feed'),
    'control.snapshot': msg('Snapshot'),
    'sources.0': msg('Video source'),
    'sources.1': msg('Audio source'),
    player: msg('Player'),
    'player.autoplay': msg('Autoplay'),
    'player.mute': msg('Start muted'),
    'player.poster': msg('Poster'),
    'player.logo': msg('Logo'),
    // Of a rendition
    name: msg('Name'),
    'profile.video': msg('Video'),
    'profile.audio': msg('Audio'),
  },
  egress: {
    ...PROCESS,
    name: msg('Publication name'),
    'control.source': msg('Video and audio come from'),
    'control.turn.group': msg('Group'),
    outputs: msg('Outputs'),
  },
  global: {
    playersite: msg('Publication website'),
    'playersite.playersite': msg('Publication website'),
    'playersite.title': msg('Website name'),
    'playersite.headline': msg('Headline'),
    'playersite.description': msg('Description'),
    'playersite.template': msg('Template'),
    'playersite.channelid': msg('Main channel'),
  },
  setting: {
    hold: msg('Standby image'),
    'hold.card.text': msg('Text'),
    backup: msg('Backup sources'),
    healing: msg('If it hangs'),
  },
  process: { config: msg('Command'), 'config.autostart': msg('Autostart') },
  file: {},
};

/** Returns the English label of a stored value, as forms name it; null if no form does. */
export function storedName(kind: StoredKind, path: readonly string[]): string | null {
  const key = path.join('.');
  return Object.hasOwn(NAMES[kind], key) ? (NAMES[kind][key] ?? null) : null;
}
