import { readdir, readFile } from 'node:fs/promises';
import type { Log } from '../log/index.ts';
import {
  type Directions,
  parseBanner,
  parseCodecs,
  parseFilters,
  parseFormats,
  parseHwaccels,
  parseProtocols,
} from './listings.ts';
import { FfmpegInterruption, runFfmpeg } from './runFfmpeg.ts';

/** `extra` describes the device to operators; `media` is `video` or `audio`. */
interface Device {
  readonly id: string;
  readonly name: string;
  readonly extra: string;
  readonly media: string;
}

async function videoDevices(): Promise<Device[]> {
  const root = '/sys/class/video4linux';
  const entries = await readdir(root).catch(() => []);
  return Promise.all(
    entries.sort().map(async (entry) => ({
      id: `/dev/${entry}`,
      name: (await readFile(`${root}/${entry}/name`, 'utf8').catch(() => entry)).trim(),
      extra: '',
      media: 'video',
    })),
  );
}

async function soundDevices(direction: 'capture' | 'playback'): Promise<Device[]> {
  return parsePcmDevices(await readFile('/proc/asound/pcm', 'utf8').catch(() => ''), direction);
}

/** `00-00: ALC887-VD Analog : ALC887-VD Analog : playback 1 : capture 1` */
export function parsePcmDevices(text: string, direction: 'capture' | 'playback'): Device[] {
  return text.split('\n').flatMap((line) => {
    const [address, , name, ...streams] = line.split(':').map((part) => part.trim());
    const [, card, device] = /^(\d+)-(\d+)$/.exec(address ?? '') ?? [];
    if (card === undefined || device === undefined || !streams.some((stream) => stream.startsWith(direction)))
      return [];
    const id = `hw:${Number(card)},${Number(device)}`;
    return [{ id, name: name ?? id, extra: '', media: 'audio' }];
  });
}

type Skills = Awaited<ReturnType<typeof readSkills>>;

export interface SkillsCache {
  get(): Promise<Skills>;
  reload(): Promise<Skills>;
}

/** Calls `binary` for each reading, because a reload may have changed it. */
export function createSkills({ binary, log }: { binary(): string; log: Log }): SkillsCache {
  let cached: Promise<Skills> | null = null;
  const read = () => {
    const reading = readSkills(binary());
    cached = reading;
    reading.catch((error: unknown) => {
      if (cached === reading) cached = null;
      log.write('error', 'FFmpeg', 'Skills could not be read', { error: String(error) });
    });
    return reading;
  };
  return { get: () => cached ?? read(), reload: read };
}

/** Attempts when ffmpeg is killed, mostly out of memory. */
const TRIES = 3;

/** Retries after an interruption: partial output would pass for all skills. */
async function queryFfmpeg(binary: string, question: string, attempts = TRIES): Promise<string> {
  try {
    return await runFfmpeg(binary, question);
  } catch (error) {
    if (!(error instanceof FfmpegInterruption) || attempts === 1) throw error;
    return queryFfmpeg(binary, question, attempts - 1);
  }
}

async function readSkills(binary: string) {
  const [banner, codecs, formats, protocols, hwaccels, filters, devices, cameras, capture, playback] =
    await Promise.all([
      queryFfmpeg(binary, '-version'),
      queryFfmpeg(binary, '-codecs'),
      queryFfmpeg(binary, '-formats'),
      queryFfmpeg(binary, '-protocols'),
      queryFfmpeg(binary, '-hwaccels'),
      queryFfmpeg(binary, '-filters'),
      queryFfmpeg(binary, '-devices'),
      videoDevices(),
      soundDevices('capture'),
      soundDevices('playback'),
    ]);
  const kinds: Directions = parseFormats(devices);
  const attach = (kind: keyof Directions, found: Record<string, Device[]>) =>
    kinds[kind].map((format) => ({ ...format, devices: found[format.id] ?? [] }));
  return {
    ffmpeg: parseBanner(banner),
    filter: parseFilters(filters),
    hwaccels: parseHwaccels(hwaccels),
    codecs: parseCodecs(codecs),
    devices: {
      demuxers: attach('demuxers', { video4linux2: cameras, alsa: capture }),
      muxers: attach('muxers', { alsa: playback }),
    },
    formats: parseFormats(formats),
    protocols: parseProtocols(protocols),
  };
}
