import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Renamed in 9.0, which exits for the old names. */
export const REMOVED_OPTIONS = ['-vsync', '-stimeout', '-channels'] as const;
/** New in 9.0, each with one value. */
export const ADDED_OPTIONS = ['-rtmp_enhanced_codecs'] as const;
/** Part of libx264, so it is expected wherever that exists. */
export const LACKING = 'libx264rgb';

interface Ways {
  /** The real ffmpeg; by default this machine's. */
  of?: string;
  version?: string;
  /** Options with a value that it accepts and hides from the real ffmpeg, which may be too old. */
  added?: readonly string[];
  gone?: readonly string[];
  /** An encoder that it lists, but cannot open. */
  refused?: string;
}

const script = (
  ffmpeg: string,
  { version = '9.0', gone: removed = REMOVED_OPTIONS, refused = 'of_no_ffmpeg', added = [] }: Ways,
) => `#!/bin/sh
skipped=
for word do
  shift
  if [ -n "$skipped" ]; then skipped=; continue; fi
  case $word in
    ${['-of_no_ffmpeg', ...added].join(' | ')}) skipped=1 ;;
    *) set -- "$@" "$word" ;;
  esac
done
before=
for word do
  case $before$word in
    -c:[va]'${refused}' | -codec:[va]'${refused}' | -[va]codec'${refused}')
      printf '%s\\n' "Unknown encoder '${refused}'" >&2
      exit 1 ;;
  esac
  before=
  case $word in
    -c:[va] | -codec:[va] | -[va]codec) before=$word ;;
    ${removed.join(' | ')})
      printf '%s\\n' "Unrecognized option '\${word#-}'." 'Error splitting the argument list: Option not found' >&2
      exit 1 ;;
  esac
done
case " $* " in
  *' -version '*) '${ffmpeg}' "$@" | sed 's/^ffmpeg version [^ ]*/ffmpeg version ${version}/' ;;
  *' -codecs '* | *' -encoders '*) '${ffmpeg}' "$@" | sed -e '/^ [A-Z.]* *${LACKING} /d' -e 's/ ${LACKING}\\([ )]\\)/\\1/' ;;
  *) exec '${ffmpeg}' "$@" ;;
esac
`;

/** Writes a wrapper that poses as a plain ffmpeg 9.0; returns its path. */
export async function simulatedFfmpegVersion(folder: string, ways: Ways = {}): Promise<string> {
  const file = path.join(folder, 'ffmpeg');
  await writeFile(file, script(ways.of ?? process.env.CORE_FFMPEG_BINARY ?? 'ffmpeg', ways));
  await chmod(file, 0o755);
  return file;
}
