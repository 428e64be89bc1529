import { UserError } from '../launch/userError.ts';

/**
 * Components of video.js that a live stream never shows: times and chapters of recordings, menus in whose place the page
 * has its own, settings of captions, the remote controls of televisions. video.js leaves out of a player what it does not
 * know. It is published as one file, so they are cut out of it.
 */
const LEFT_OUT: readonly string[] = [
  ...['TimeDisplay', 'CurrentTimeDisplay', 'DurationDisplay', 'TimeDivider', 'RemainingTimeDisplay'],
  ...['SkipForward', 'SkipBackward', 'PlaybackRateMenuItem', 'PlaybackRateMenuButton'],
  ...['Menu', 'MenuButton', 'MenuItem', 'TrackButton', 'TextTrackMenuItem', 'OffTextTrackMenuItem', 'TextTrackButton'],
  ...['ChaptersTrackMenuItem', 'ChaptersButton', 'DescriptionsButton', 'SubtitlesButton', 'CaptionsButton'],
  ...['CaptionSettingsMenuItem', 'SubsCapsMenuItem', 'SubsCapsButton', 'AudioTrackMenuItem', 'AudioTrackButton'],
  ...['TextTrackSelect', 'TextTrackFieldset', 'TextTrackSettingsColors', 'TextTrackSettingsFont'],
  ...['TrackSettingsControls', 'TextTrackSettings', 'TitleBar', 'TransientButton'],
  ...['ErrorDisplay', 'CloseButton', 'ModalDialog', 'VolumeLevelTooltip', 'MouseVolumeLevelDisplay'],
];

/** Is made only where a page asks for it; asked for, it does nothing. */
const REMOTE_CONTROL = /^class SpatialNavigation extends EventTarget \{[\s\S]*?^\}$/m;

const DIALOG = 'const modal = new ModalDialog(this, options);';

/** The source of video.js without them. Throws where a release has one of them in another way. */
export function withoutComponents(source: string): string {
  const left = LEFT_OUT.reduce((rest, name) => {
    const shorter = rest
      .replace(new RegExp(`^class ${name} extends \\w+ \\{\\n[\\s\\S]*?^\\}\\n`, 'm'), '')
      .replace(new RegExp(`^${name}\\.prototype\\.[\\s\\S]*?;\\n`, 'gm'), '')
      .replace(`Component.registerComponent('${name}', ${name});\n`, '');
    if (new RegExp(`\\b(class|registerComponent\\(')${name}\\b`).test(shorter) || shorter === rest) throw changed(name);
    return shorter;
  }, source);
  if (!REMOTE_CONTROL.test(left)) throw changed('SpatialNavigation');
  if (!left.includes(DIALOG)) throw changed('createModal');
  return left
    .replace(REMOTE_CONTROL, 'class SpatialNavigation {}')
    .replace(DIALOG, "throw new Error('Dialogs are not built in');");
}

const changed = (name: string) => new UserError(`video.js has ${name} in another way now: see videojsCore.ts.`);
