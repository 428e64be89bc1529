import { isReadable } from '../../media/address/addressProtocol.ts';
import type { Input } from '../../media/encoding/profile.ts';
import type { SourceContext, SourceKind } from '../form/defineCatalogEntry.ts';
import type { Settings } from '../form/fields.ts';
import { sources } from '../sources/index.ts';
import { generatedInput } from './coderRows.ts';
import { choicesIn, type SettingVariant } from './settingVariants.ts';
import { type TrialRow, toNowhere } from './trialRow.ts';

export const NOBODY = '127.0.0.1:1';

/** Requirement for reading the source; `device` is ffmpeg's demuxer. */
type Needs = { device: string } | { file: string } | { sender: string } | null;

export interface SourceRow {
  kind: SourceKind;
  name: string;
  setting: SettingVariant | null;
  inputs: readonly Input[];
  needs: Needs;
  /** All settings at once: a failure does not tell which one was rejected. */
  everything?: true;
}

/** Demuxer, and settings with a device. */
const DEVICES: Record<string, readonly [demuxer: string, settings: Settings]> = {
  alsa: ['alsa', { device: '0,0', sampling: '48000', delay: 100 }],
  video4linux2: ['video4linux2', { device: '/dev/video0', framerate: '25', size: '1280x720' }],
  raspicam: ['video4linux2', { device: '/dev/video0' }],
  avfoundation: ['avfoundation', { vindex: '0', aindex: '0', cursor: true, clicks: true }],
  fbdev: ['fbdev', { device: '/dev/fb0', framerate: '25' }],
};

const GENERAL: Settings = {
  general: {
    fflags: ['genpts', 'discardcorrupt'],
    ...{ probesize: 5_000_000, max_probe_packets: 3000, analyzeduration: 3_000_000, analyzeduration_http: 3_000_000 },
    ...{ copyts: true, start_at_zero: true, use_wallclock_as_timestamps: true, avoid_negative_ts: 'make_zero' },
  },
  http: { userAgent: 'Sluice', referer: 'https://example.org/', forceFramerate: true, framerate: 25, readNative: true },
};

const PROTOCOLS: Record<string, readonly string[]> = {
  rtsp: ['rtsp'],
  http: ['http', 'https'],
  udp: ['udp'],
  srt: ['srt'],
};

const LOOPED: Record<string, readonly (readonly [file: string, mimetype: string])[]> = {
  audioloop: [['sound', 'audio/mp4']],
  videoloop: [
    ['h264', 'video/mp4'],
    ['still', 'image/png'],
  ],
};

const pulled = (kind: SourceKind, context: SourceContext): SourceRow[] =>
  Object.keys(PROTOCOLS).flatMap((sender) => {
    const address = `${sender}://${NOBODY}/x`;
    const row = (name: string, settings: Settings) => ({
      ...{ kind, name, setting: null, needs: { sender } },
      inputs: kind.inputs({ ...settings, mode: 'pull', address }, context),
    });
    const name = `${kind.id} ${sender}`;
    return [row(name, {}), { ...row(`${name}, everything set`, GENERAL), everything: true as const }];
  });

/** Prefixes of settings for one protocol; the others are tried with a generated stream, which can be read. */
const OF_SENDER: Record<string, string> = { rtsp: 'rtsp.', http: 'http.' };

const FORMAT = 'general.format';

function tuned(kind: SourceKind, context: SourceContext): SourceRow[] {
  const form = Object.entries(kind.form(context));
  const rowFor = (sender: string, group: string, read: (input: Input) => Input, needs: Needs) => {
    const base = { mode: 'pull', address: `${sender}://${NOBODY}/x` };
    const plain = JSON.stringify(kind.inputs(base, context));
    const fields = Object.fromEntries(form.filter(([key]) => key.startsWith(group) && key !== FORMAT));
    return choicesIn(fields, base).flatMap(({ setting, settings }): SourceRow[] => {
      const inputs = kind.inputs(settings, context);
      if (JSON.stringify(inputs) === plain) return [];
      const name = `${kind.id} ${sender}, ${setting.key}=${setting.value}`;
      return [{ kind, name, setting, inputs: inputs.map(read), needs }];
    });
  };
  const { address, options: ending } = generatedInput('video');
  const asGenerated = ({ options }: Input): Input => ({ address, options: [...options, ...ending] });
  return [
    ...rowFor('udp', 'general.', asGenerated, null),
    ...Object.entries(OF_SENDER).flatMap(([sender, group]) => rowFor(sender, group, (input) => input, { sender })),
  ];
}

const looped = (kind: SourceKind, context: SourceContext): SourceRow[] =>
  (LOOPED[kind.id] ?? []).map(([file, mimetype]) => ({
    ...{ kind, setting: null, needs: { file }, name: `${kind.id} ${mimetype}` },
    inputs: kind.inputs({ address: `/channels/${file}`, mimetype }, context),
  }));

const SMALL: Settings = { size: '256x144', scale: '512x288' };
/** Settings whose value does not change the arguments otherwise. */
const FIGURES = ['size', 'scale', 'fps', 'sampling'];

function generated(kind: SourceKind, context: SourceContext): SourceRow[] {
  const form = kind.form(context);
  if (!form.source) return [];
  const row = (settings: Settings, setting: SettingVariant | null): SourceRow[] => {
    const inputs = kind.inputs(settings, context);
    const name = setting ? `${kind.id} ${setting.key}=${setting.value}` : kind.id;
    return inputs.length === 0 ? [] : [{ kind, name, setting, inputs, needs: null }];
  };
  return [
    ...row(SMALL, null),
    ...choicesIn(form, SMALL).flatMap(({ setting, settings }) =>
      FIGURES.includes(setting.key) ? [] : row(settings, setting),
    ),
  ];
}

function rowsOf(kind: SourceKind, context: SourceContext): SourceRow[] {
  const [device, settings] = DEVICES[kind.id] ?? [];
  if (device && settings) {
    const inputs = kind.inputs(settings, context);
    return [{ kind, name: kind.id, setting: null, inputs, needs: { device } }];
  }
  if (kind.id === 'network') return [...pulled(kind, context), ...tuned(kind, context)];
  return kind.id in LOOPED ? looped(kind, context) : generated(kind, context);
}

export const sourceWays = (context: SourceContext): SourceRow[] => sources.flatMap((kind) => rowsOf(kind, context));

const senderOf = ({ needs }: SourceRow): string | null => (needs && 'sender' in needs ? needs.sender : null);

export const sourceRows = (context: SourceContext): TrialRow[] =>
  sourceWays(context).flatMap((way): TrialRow[] => {
    const { kind, setting, inputs, needs, everything } = way;
    const sender = senderOf(way);
    const isSupported = sender === null || isReadable(`${sender}://`, context.skills);
    if (everything || !isSupported || !(kind.id in context.skills.sources)) return [];
    return [
      {
        ...(sender === null || setting
          ? { kind: 'source', names: [kind.id] }
          : { kind: 'protocol', names: PROTOCOLS[sender] ?? [sender] }),
        ...{ setting, global: [], inputs, output: toNowhere(['-t', '0.2']) },
        ...{ runs: needs ? 'reaching' : 'shared', hardware: needs !== null },
      },
    ];
  });
