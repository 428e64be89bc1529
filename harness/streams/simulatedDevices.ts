import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * ffmpeg reads Video4Linux2 cameras and ALSA cards from its generators. As with real devices, only one program can
 * open one, and an unplugged one fails.
 */
const script = (ffmpeg: string, plugged: string) => `#!/bin/sh
refuse() { printf '%s\\n' "$1" "$2: $3" >&2; exit 1; }
left=$#; kind=
while [ "$left" -gt 0 ]; do
  word=$1; shift; left=$((left - 1))
  case $kind$word in
    -f)
      case $1 in
        video4linux2 | alsa)
          kind=$1; size=640x480; rate=30; pixels=yuv420p; channels=1; sampling=48000
          shift; left=$((left - 1)); continue ;;
      esac ;;
    video4linux2-video_size) size=$1; shift; left=$((left - 1)); continue ;;
    video4linux2-framerate) rate=$1; shift; left=$((left - 1)); continue ;;
    video4linux2-input_format) pixels=$1; shift; left=$((left - 1)); continue ;;
    alsa-channels) channels=$1; shift; left=$((left - 1)); continue ;;
    alsa-sample_rate) sampling=$1; shift; left=$((left - 1)); continue ;;
    video4linux2-i | alsa-i)
      device=$1; shift; left=$((left - 1))
      file='${plugged}'/$(printf %s "$device" | tr / _)
      if [ $kind = alsa ]; then
        [ -e "$file" ] || refuse "[alsa @ 0x1] cannot open audio device $device (No such file or directory)" "$device" 'Input/output error'
        exec 9<"$file"
        flock -n 9 || refuse "[alsa @ 0x1] cannot open audio device $device (Device or resource busy)" "$device" 'Input/output error'
        set -- "$@" -re -f lavfi -i "sine=sample_rate=$sampling,aformat=channel_layouts=\${channels}c"
      else
        [ -e "$file" ] || refuse "[video4linux2,v4l2 @ 0x1] Cannot open video device $device: No such file or directory" "$device" 'No such file or directory'
        exec 8<"$file"
        flock -n 8 || refuse '[video4linux2,v4l2 @ 0x1] ioctl(VIDIOC_STREAMON): Device or resource busy' "$device" 'Device or resource busy'
        set -- "$@" -re -f lavfi -i "testsrc2=size=$size:rate=$rate,format=$pixels"
      fi
      kind=; continue ;;
  esac
  set -- "$@" "$word"
done
exec '${ffmpeg}' "$@"
`;

export interface DeviceMachine extends AsyncDisposable {
  readonly ffmpeg: string;
  /** `/dev/video0` or `hw:2,0`. */
  plugIn(device: string): Promise<void>;
}

export async function deviceMachine(): Promise<DeviceMachine> {
  const folder = await mkdtemp(path.join(tmpdir(), 'devices-'));
  const plugged = path.join(folder, 'plugged');
  const ffmpeg = path.join(folder, 'ffmpeg');
  await mkdir(plugged);
  await writeFile(ffmpeg, script(process.env.CORE_FFMPEG_BINARY ?? 'ffmpeg', plugged));
  await chmod(ffmpeg, 0o755);
  return {
    ffmpeg,
    plugIn: (device) => writeFile(path.join(plugged, device.replaceAll('/', '_')), ''),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
