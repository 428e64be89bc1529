import { readdir, readFile } from 'node:fs/promises';

/** A capture or playback device of this machine. `extra` says more for people, `media` is `video` or `audio`. */
export interface Device {
  readonly id: string;
  readonly name: string;
  readonly extra: string;
  readonly media: string;
}

/** Video4Linux devices and their names as the kernel tells them. Without any: empty. */
export async function videoDevices(): Promise<Device[]> {
  const root = '/sys/class/video4linux';
  const entries = await readdir(root).catch(() => []); // no such folder: no such device
  return Promise.all(
    entries.sort().map(async (entry) => ({
      id: `/dev/${entry}`,
      name: (await readFile(`${root}/${entry}/name`, 'utf8').catch(() => entry)).trim(),
      extra: '',
      media: 'video',
    })),
  );
}

export async function soundDevices(direction: 'capture' | 'playback'): Promise<Device[]> {
  return parsePcm(await readFile('/proc/asound/pcm', 'utf8').catch(() => ''), direction); // no file: no sound card
}

/** `00-00: ALC887-VD Analog : ALC887-VD Analog : playback 1 : capture 1` */
export function parsePcm(text: string, direction: 'capture' | 'playback'): Device[] {
  return text.split('\n').flatMap((line) => {
    const [address, , name, ...streams] = line.split(':').map((part) => part.trim());
    const [, card, device] = /^(\d+)-(\d+)$/.exec(address ?? '') ?? [];
    if (card === undefined || device === undefined || !streams.some((stream) => stream.startsWith(direction)))
      return [];
    const id = `hw:${Number(card)},${Number(device)}`;
    return [{ id, name: name ?? id, extra: '', media: 'audio' }];
  });
}
