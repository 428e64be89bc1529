import type { ProcessConfig } from '../../api/answers/process.ts';
import { probePictureId } from '../../api/processIds.ts';
import type { Input } from '../encoding/profile.ts';
import { addressIn } from '../hls/hlsFiles.ts';
import { inputFieldsOf } from './processFields.ts';

/** Seconds after which the core deletes the files, in case the page was closed. */
const KEPT_S = 60;
const STALE_AFTER_S = 15;
const HEARD_S = 2;

const SMALL = "scale=w='trunc(iw*sar/2)*2':h=ih,scale=w='min(640,iw)':h=-2,setsar=1";

interface PictureRequest {
  channel: string;
  input: Input;
  /** Stream numbers in this input; `audio`: null to skip it. */
  video: number;
  audio: number | null;
  /** Must be unguessable, because files in the storage are public. */
  file: string;
}

export const probePictureProcess = ({ channel, input, video, audio, file }: PictureRequest): ProcessConfig => ({
  type: 'ffmpeg',
  id: probePictureId(channel),
  reference: channel,
  input: inputFieldsOf([input]),
  output: [
    {
      id: 'output_0',
      address: addressIn('memfs', file),
      options: ['-map', `0:${video}`, '-vf', SMALL, '-frames:v', '1', '-f', 'image2', '-update', '1'],
      cleanup: [{ pattern: `memfs:${file}`, max_files: 0, max_file_age_seconds: KEPT_S, purge_on_delete: true }],
    },
    ...(audio === null
      ? []
      : [
          {
            id: 'output_1',
            address: '-',
            options: ['-map', `0:${audio}`, '-af', 'volumedetect', '-t', `${HEARD_S}`, '-f', 'null'],
          },
        ]),
  ],
  options: ['-err_detect', 'ignore_err'],
  autostart: false,
  reconnect: false,
  reconnect_delay_seconds: 0,
  stale_timeout_seconds: STALE_AFTER_S,
});

/** In dBFS, from the log of ffmpeg. */
export function volumeIn(lines: readonly string[]): { rms: number; peak: number } | null {
  const volumeOf = (name: string) => {
    const found = lines.flatMap((line) => new RegExp(`${name}_volume: (-?[\\d.]+) dB`).exec(line)?.[1] ?? []).at(-1);
    return found === undefined ? null : Number(found);
  };
  const [rms, peak] = [volumeOf('mean'), volumeOf('max')];
  return rms === null || peak === null || !Number.isFinite(rms + peak) ? null : { rms, peak };
}
