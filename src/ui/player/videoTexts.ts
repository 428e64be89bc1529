/** Translations of video.js's English texts. */
export const videoTexts = (t: (text: string) => string, label: string): Record<string, string> => ({
  'Video Player': label,
  '{1} is loading.': t('Loading …'),
  Play: t('Play'),
  Pause: t('Pause'),
  Mute: t('Mute'),
  Unmute: t('Unmute'),
  'Volume Level': t('Volume'),
  Fullscreen: t('Full screen'),
  'Exit Fullscreen': t('Exit full screen'),
});
