import type { Page } from '@playwright/test';
import * as z from 'zod';

export interface Device {
  kind: 'video4linux2' | 'alsa' | 'avfoundation' | 'fbdev';
  id: string;
  name: string;
  media: 'video' | 'audio';
  extra?: string;
}

export const CAMERA: Device = { kind: 'video4linux2', id: '/dev/video0', name: 'USB Camera', media: 'video' };
export const MICROPHONE: Device = { kind: 'alsa', id: 'hw:2,0', name: 'Desk microphone', media: 'audio' };
export const PI_CAMERA: Device = {
  ...{ kind: 'video4linux2', id: '/dev/video1', name: 'mmal service 16.1', media: 'video' },
  extra: 'platform:bcm2835-v4l2',
};
export const EVERY_DEVICE: readonly Device[] = [
  ...[CAMERA, PI_CAMERA, MICROPHONE],
  { kind: 'avfoundation', id: '0', name: 'FaceTime HD Camera', media: 'video' },
  { kind: 'avfoundation', id: '1', name: 'MacBook Microphone', media: 'audio' },
  { kind: 'fbdev', id: '/dev/fb0', name: 'simple', media: 'video' },
];

const Kinds = z.array(z.looseObject({ id: z.string() }));
const Skills = z.looseObject({ devices: z.looseObject({ demuxers: Kinds }) });

/** Replaces the devices in the core's skills. The list only changes on a reload. */
export async function seesDevices(page: Page, plugged: () => readonly Device[]): Promise<void> {
  let devices: readonly Device[] | null = null;
  await page.route(/\/api\/v3\/skills(\/reload)?(\?|$)/, async (route) => {
    const answer = await route.fetch();
    if (devices === null || route.request().url().includes('/reload')) devices = [...plugged()];
    const skills = Skills.parse(await answer.json());
    const others = skills.devices.demuxers.filter(({ id }) => EVERY_DEVICE.every(({ kind }) => kind !== id));
    const kinds = new Set(EVERY_DEVICE.map(({ kind }) => kind));
    const found = [...kinds].map((id) => ({
      ...{ id, name: id },
      devices: (devices ?? [])
        .filter(({ kind }) => kind === id)
        .map(({ kind: _, extra = '', ...device }) => ({ ...device, extra })),
    }));
    await route.fulfill({ json: { ...skills, devices: { ...skills.devices, demuxers: [...others, ...found] } } });
  });
}
