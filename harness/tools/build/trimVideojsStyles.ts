/** Components removed by trimVideojs.ts. Icons stay, because templates of operators can use them. */
const LEFT_OUT = [
  ...['menu', 'subs-caps', 'subtitles-button', 'captions-button', 'chapters', 'descriptions', 'audio-button'],
  ...['text-track-settings', 'track-setting', 'playback-rate', 'skip', 'transient-button', 'title-bar'],
  ...['time-control', 'time-divider', 'current-time', 'duration', 'remaining-time', 'volume-tooltip'],
  ...['modal-dialog', 'error-display', 'close-button', 'main-desc', 'description'],
];
const LEFT = new RegExp(`\\.vjs-(?:${LEFT_OUT.join('|')})`);

const RULE = /([^{};]+)\{([^{}]*)\}/g;
const COMMA = /,(?![^(]*\))/;
/** `:not` matches elements without the class, so it is ignored. */
const NEGATION = /:not\([^)]*\)/g;
const COMMENT = /\/\*[\s\S]*?\*\//g;

export const withoutStyles = (sheet: string): string =>
  sheet.replace(COMMENT, '').replace(RULE, (_, selectors: string, style: string) => {
    const remaining = selectors.split(COMMA).filter((selector) => !LEFT.test(selector.replace(NEGATION, '')));
    return remaining.length === 0 ? '' : `${remaining.join(',')}{${style}}`;
  });
