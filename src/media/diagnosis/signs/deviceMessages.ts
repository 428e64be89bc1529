import { type Sign, sign, WHILE_OPENING, WHILE_RUNNING } from '../parseRun.ts';

export const DEVICE: readonly Sign[] = [
  sign(
    'device-format',
    /(?:pixel format|framerate|video size|input format|video format|Selected \w+ .* is) .*(?:not supported|unsupported|unavailable)|Cannot find a proper format|ioctl\(VIDIOC_(?:S_FMT|S_PARM|ENUM\w*)\)/i,
    {
      beside: /v4l2|alsa|avfoundation|dshow/,
    },
  ),
  sign('device-busy', /Device or resource busy|ioctl\(VIDIOC_(?:REQBUFS|STREAMON)\)/),
  sign(
    'device-permission',
    /[Cc]annot open (?:video|audio) device .*(?:Permission denied|Operation not permitted)|^\/dev\/\S+: (?:Permission denied|Operation not permitted)/,
  ),
  sign(
    'device-missing',
    /[Cc]annot open (?:video|audio) device .*(?:No such|does not exist)|Cannot get card index|Unknown (?:PCM|card)/,
  ),
  sign(
    'device-wrong',
    /ioctl\(VIDIOC_QUERYCAP\)|Not a video capture device|Inappropriate ioctl|does not support the (?:streaming|capture)/i,
  ),
  sign(
    'device-unplugged',
    /ioctl\(VIDIOC_\w+\): (?:No such device|Input\/output error)|: No such device$|snd_pcm_\w.*No such device/,
    { ...WHILE_RUNNING, without: /driver changed the/ },
  ),
  sign('device-missing', /[Cc]annot open (?:video|audio) device|No such device/, WHILE_OPENING),
];

export const RESOURCES: readonly Sign[] = [
  // From the embedded core, which ends the process; ffmpeg alone would continue.
  sign('storage-full', /No space left in the memory storage/),
  sign('disk-full', /No space left on device|Disk quota exceeded|File too large/),
  sign('disk-readonly', /Read-only file system/),
  sign('process-limit', /Resource temporarily unavailable|[Cc]annot (?:create|start) thread|pthread_create/),
  sign('out-of-memory', /Cannot allocate memory|[Oo]ut of memory|malloc of size \d+ failed|alloc(?:ation)? failed/, {
    without: /Device creation failed|No device available/,
  }),
];
