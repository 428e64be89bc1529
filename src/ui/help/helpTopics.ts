import { helpFolder } from './helpPageFolder.ts';

/** Pages of docs/help by the prefix of their topics, which are headings on them. */
export const HELP_PAGES: Readonly<Record<string, string>> = {
  ...{
    main: 'main',
    wizard: 'wizard',
    edit: 'edit',
    publication: 'publication',
    encoder: 'encoding',
    player: 'player',
  },
  ...{ playersite: 'website', process: 'process', settings: 'settings', login: 'login', api: 'api' },
  alarms: 'alarms',
};

/** Names shared with other interfaces, so that links keep working. */
export const topics: readonly string[] = [
  ...['alarms', 'alarms-agent', 'api-tokens'],
  ...['main', 'main-history', 'main-versions', 'main-moving', 'main-schedule', 'process-details', 'process-report'],
  // States of the gate besides the login, by their names (features/gate/session/slice.ts).
  ...['login', 'login-unconfirmed', 'login-unreachable', 'login-incompatible', 'login-registration', 'login-review'],
  ...['edit-general', 'edit-encoding', 'edit-control', 'edit-meta', 'edit-license', 'edit-standby'],
  ...['wizard-video-setup', 'wizard-video-settings', 'wizard-video-result', 'wizard-audio-settings'],
  ...['wizard-audio-result', 'wizard-license', 'wizard-error', 'wizard-abort'],
  ...['publication', 'publication-add', 'publication-general', 'publication-process', 'publication-encoding'],
  ...['player-embed', 'player-colors', 'player-logo', 'player-poster', 'player-statistic', 'player-playback'],
  ...['playersite-general', 'playersite-template', 'playersite-design', 'playersite-notes'],
  ...['playersite-code_injection'],
  ...['settings-general', 'settings-network', 'settings-auth', 'settings-playback', 'settings-storage'],
  ...['settings-rtmp', 'settings-srt', 'settings-logging', 'settings-update-link', 'settings-service'],
  ...['encoder-libx264', 'encoder-libx265', 'encoder-libvpx-vp9', 'encoder-h264_nvenc', 'encoder-h264_vaapi'],
  ...['encoder-h264_qsv', 'encoder-h264_v4l2m2m', 'encoder-h264_omx', 'encoder-h264_videotoolbox'],
];

/** Encoders of the same hardware share the section of its H.264 encoder. null without a section. */
export function encoderTopic(id: string): string | null {
  const [, hardware = ''] = /_([a-z0-9]+)$/.exec(id) ?? [];
  return [`encoder-${id}`, `encoder-h264_${hardware}`].find((topic) => topics.includes(topic)) ?? null;
}

const STEPS: Readonly<Record<string, string>> = {
  ...{ source: 'video-setup', video: 'video-settings', picture: 'video-result', audio: 'audio-settings' },
  ...{ description: 'license', license: 'license' },
};
const ID = '/[0-9a-f-]{36}';
const SCREENS: readonly (readonly [RegExp, (part: string) => string])[] = [
  [/^\/settings\/?(\w*)/, (tab) => `settings-${tab || 'general'}`],
  [/^\/playersite\/?(\w*)/, (tab) => `playersite-${tab || 'general'}`],
  [/^\/alarms/, () => 'alarms'],
  [/^\/edges/, () => 'player-playback'],
  [/^\/encoders/, () => 'encoder-libx264'],
  [/^\/recordings/, () => 'publication'],
  [/^\/history/, () => 'main-history'],
  [/^\/versions/, () => 'main-versions'],
  [/^\/schedule/, () => 'main-schedule'],
  [/^\/moving/, () => 'main-moving'],
  [/^\/tokens/, () => 'api-tokens'],
  [new RegExp(`^${ID}/edit/wizard/?(\\w*)`), (step) => `wizard-${STEPS[step] ?? 'video-setup'}`],
  [new RegExp(`^${ID}/edit/source/?(\\w*)`), (step) => `wizard-${step === 'audio' ? 'audio' : 'video'}-settings`],
  [new RegExp(`^${ID}/edit/?(\\w*)`), (tab) => `edit-${tab === 'processing' ? 'control' : tab || 'general'}`],
  [new RegExp(`^${ID}/publication/player/?(\\w*)`), (tab) => `player-${tab || 'embed'}`],
  [new RegExp(`^${ID}/publication/[^/]+(?:/[^/]+)?/(general|process|encoding)$`), (tab) => `publication-${tab}`],
  [new RegExp(`^${ID}/publication/.`), () => 'publication-general'],
  [new RegExp(`^${ID}/publication`), () => 'publication-add'],
  [new RegExp(`^${ID}/renditions`), () => 'publication-encoding'],
  [new RegExp(`^${ID}/preflight`), () => 'publication'],
];

export function topicOf(pathname: string, search: string): string {
  const shown = /[?&]show=(details|report)\b/.exec(search)?.[1];
  if (shown) return `process-${shown}`;
  for (const [pattern, topic] of SCREENS) {
    const found = pattern.exec(pathname);
    if (found) return topic(found[1] ?? '');
  }
  return 'main';
}

/** Address of the built page; an unknown topic leads to the list of pages. */
export function helpAddress(topic: string, language: string): string {
  const page = topics.includes(topic) ? HELP_PAGES[topic.split('-')[0] ?? ''] : undefined;
  const folder = helpFolder(language, page ?? 'index');
  if (page === undefined) {
    // biome-ignore lint/suspicious/noConsole: for whoever wrote the screen, as the specification has it
    console.warn(`No help on "${topic}".`);
    return `${folder}/index.html`;
  }
  return `${folder}/${page}.html#${topic}`;
}
