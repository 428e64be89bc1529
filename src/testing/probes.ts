import { ProbeResult } from '../api/answers/process.ts';

type ProbedStream = Partial<ProbeResult['streams'][number]>;

export const h264: ProbedStream = { type: 'video', codec: 'h264', width: 1280, height: 720 };
export const hevc: ProbedStream = { type: 'video', codec: 'hevc', width: 3840, height: 2160 };
export const mpeg2: ProbedStream = { type: 'video', codec: 'mpeg2video', width: 720, height: 576 };
export const aac: ProbedStream = { type: 'audio', codec: 'aac', sampling_hz: 48_000, layout: 'stereo' };
export const opus: ProbedStream = { type: 'audio', codec: 'opus', sampling_hz: 48_000, layout: 'stereo' };
export const pcm: ProbedStream = { type: 'audio', codec: 'pcm_u8', sampling_hz: 44_100, layout: 'stereo' };
export const subtitles: ProbedStream = { type: 'subtitle', codec: 'mov_text' };

export const aProbe = (...streams: ProbedStream[]): ProbeResult =>
  ProbeResult.parse({ streams: streams.map((stream, i) => ({ ...stream, stream: i })), log: [] });

/** Output of ffmpeg 5.1.9 at a closed port, with a password in the address. */
export const refusedProbe: ProbeResult = {
  streams: [],
  log: [
    'ffmpeg version 5.1.9-0+deb12u1 Copyright (c) 2000-2026 the FFmpeg developers',
    '[tcp @ 0x55d7e51c9740] Connection to tcp://127.0.0.1:9?timeout=5000000 failed: Connection refused',
    'rtsp://admin:hunter2@127.0.0.1:9/none: Connection refused',
  ],
};
