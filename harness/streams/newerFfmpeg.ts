import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Spelled otherwise by 9.0, which ends where it is given one of these. */
export const GONE = ['-vsync', '-stimeout', '-channels'] as const;
/** Comes with libx264, so it is missed wherever that is there. */
export const LACKING = 'libx264rgb';

const script = (ffmpeg: string) => `#!/bin/sh
for word do
  case $word in
    ${GONE.join(' | ')})
      printf '%s\\n' "Unrecognized option '\${word#-}'." 'Error splitting the argument list: Option not found' >&2
      exit 1 ;;
  esac
done
case " $* " in
  *' -version '*) '${ffmpeg}' "$@" | sed 's/^ffmpeg version [^ ]*/ffmpeg version 9.0/' ;;
  *' -codecs '* | *' -encoders '*) '${ffmpeg}' "$@" | sed -e '/^ [A-Z.]* *${LACKING} /d' -e 's/ ${LACKING}\\([ )]\\)/\\1/' ;;
  *) exec '${ffmpeg}' "$@" ;;
esac
`;

/** Writes what stands before the ffmpeg of this machine and takes itself for a plain 9.0; answers its path. */
export async function newerFfmpeg(folder: string): Promise<string> {
  const file = path.join(folder, 'ffmpeg');
  await writeFile(file, script(process.env.CORE_FFMPEG_BINARY ?? 'ffmpeg'));
  await chmod(file, 0o755);
  return file;
}
