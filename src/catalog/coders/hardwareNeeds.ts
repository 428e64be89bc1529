import { msg } from '../../i18n/msg.ts';

const MACHINES: readonly [named: RegExp, needs: string][] = [
  [
    /_(nvenc|cuvid)$|^cuda$/,
    msg('Needs a graphics card by NVIDIA. For Docker install the NVIDIA Container Toolkit and start with --gpus all.'),
  ],
  [
    /_(vaapi|qsv)$|^vaapi$/,
    msg('Needs a graphics unit by Intel or AMD. For Docker start the container with --device /dev/dri.'),
  ],
  [
    /_v4l2m2m$/,
    msg('Needs the video unit of a Raspberry Pi. For Docker start with --device /dev/video10 --device /dev/video11.'),
  ],
  [
    /_(omx|mmal)$/,
    msg('Needs the older system of a Raspberry Pi. For Docker start the container with --device /dev/vchiq.'),
  ],
  [/videotoolbox$|_at$/, msg('Needs a core that runs on a Mac, not in a container.')],
];

export const hardwareNeedsOf = ({ id, hardware }: { id: string; hardware: boolean }): string | null =>
  hardware ? (MACHINES.find(([named]) => named.test(id))?.[1] ?? null) : null;
