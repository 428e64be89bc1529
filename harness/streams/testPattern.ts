/** Frames per second: moving, and cheap enough for several streams on two cores. */
export const FPS = 10;

const video = ['-re', '-f', 'lavfi', '-i', `testsrc2=size=160x90:rate=${FPS}`];
const audio = ['-re', '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=44100'];

// A keyframe per second, so that late readers soon get a picture.
const gop = ['-g', String(FPS), '-keyint_min', String(FPS), '-pix_fmt', 'yuv420p'];
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-b:v', '300k', ...gop];
const aac = ['-c:a', 'aac', '-b:a', '64k', '-ac', '2'];

/** Flaws that can be turned on in a running picture, by filter. */
export const FLAWS = {
  few: 'framestep@few',
  frozen: 'overlay@frozen',
  black: 'drawbox@black',
  muted: 'volume@muted',
} as const;
export type Flaw = keyof typeof FLAWS;
const OTHER = `smptebars=size=160x90:rate=${FPS}`;

/** ffmpeg's arguments for inputs and codecs, without format and address. */
export const testPictures = {
  h264: [...video, ...audio, ...h264, ...aac],
  hevc: [
    ...video,
    ...audio,
    ...['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', '-b:v', '300k', ...gop],
    ...aac,
  ],
  mpeg2: [
    ...video,
    ...audio,
    '-c:v',
    'mpeg2video',
    '-r',
    '25',
    '-b:v',
    '800k',
    ...gop,
    '-c:a',
    'mp2',
    '-b:a',
    '128k',
    '-ac',
    '2',
  ],
  /** The frame rate of cameras: ffmpeg probes 20 frames before it starts. */
  smooth: [
    ...['-re', '-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=25'],
    ...audio,
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-b:v', '300k', '-g', '25'],
    ...['-keyint_min', '25', '-pix_fmt', 'yuv420p'],
    ...aac,
  ],
  silent: [...video, ...h264],
  /** A keyframe every 5 s; the tone is on for 25 s, then off for 25 s. */
  muting: [
    ...['-re', '-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=10'],
    ...audio,
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-profile:v', 'baseline', '-b:v', '300k'],
    ...['-g', '50', '-keyint_min', '50', '-pix_fmt', 'yuv420p'],
    ...['-af', "volume=0:enable='gte(mod(t,50),25)'"],
    ...aac,
  ],
  /** Keyframes by time, because after `framestep` the encoder would count dropped frames. */
  few: [
    ...[...video, ...audio, ...h264, ...aac, '-vf', `${FLAWS.few}=step=${FPS / 2}:enable=0`],
    ...['-fps_mode', 'passthrough', '-enc_time_base:v', '1:1000', '-force_key_frames', 'expr:gte(t,n_forced)'],
  ],
  frozen: [...video, ...audio, ...h264, ...aac, '-vf', `${OTHER}[other];[in][other]${FLAWS.frozen}=enable=0`],
  black: [...video, ...audio, ...h264, ...aac, '-vf', `${FLAWS.black}=color=black:t=fill:enable=0`],
  muted: [...video, ...audio, ...h264, ...aac, '-af', `${FLAWS.muted}=0:enable=0`],
} satisfies Record<Flaw, readonly string[]> & Record<string, readonly string[]>;

export type Picture = keyof typeof testPictures;
