import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { helpAddress, topicOf, topics } from './help.ts';

const id = '5155ce00-de30-4000-8000-000000000001';
it.each([
  ['/', '', 'main'],
  [`/${id}`, '', 'main'],
  [`/${id}`, '?show=details', 'process-details'],
  [`/${id}`, '?show=report', 'process-report'],
  ['/multiview', '', 'main'],
  ['/settings', '', 'settings-general'],
  ['/settings/rtmp', '', 'settings-rtmp'],
  ['/playersite/general', '', 'playersite-general'],
  ['/playersite/template', '', 'playersite-template'],
  ['/playersite/design', '', 'playersite-design'],
  ['/playersite/notes', '', 'playersite-notes'],
  ['/playersite/code_injection', '', 'playersite-code_injection'],
  ['/encoders', '', 'encoder-libx264'],
  [`/${id}/edit`, '', 'edit-general'],
  [`/${id}/edit/processing`, '', 'edit-control'],
  [`/${id}/edit/license`, '', 'edit-license'],
  [`/${id}/edit/wizard`, '', 'wizard-video-setup'],
  [`/${id}/edit/wizard/audio`, '', 'wizard-audio-settings'],
  [`/${id}/edit/source/video`, '', 'wizard-video-settings'],
  [`/${id}/edit/source/audio`, '', 'wizard-audio-settings'],
  [`/${id}/publication`, '', 'publication-add'],
  [`/${id}/publication/player`, '', 'player-embed'],
  [`/${id}/publication/player/colors`, '', 'player-colors'],
  [`/${id}/publication/player/logo`, '', 'player-logo'],
  [`/${id}/publication/player/poster`, '', 'player-poster'],
  [`/${id}/publication/player/statistic`, '', 'player-statistic'],
  [`/${id}/publication/player/playback`, '', 'player-playback'],
  [`/${id}/publication/youtube`, '', 'publication-general'],
  [`/${id}/publication/youtube/new/encoding`, '', 'publication-encoding'],
  [`/${id}/publication/youtube/encoding`, '', 'publication-encoding'],
  [`/${id}/renditions`, '', 'publication-encoding'],
  [`/${id}/preflight`, '', 'publication'],
])('%s%s is explained by %s', (path, search, topic) => {
  expect(topicOf(path, search)).toBe(topic);
  expect(topics).toContain(topic);
});

describe.each(['en', 'de'])('help in %s', (language) => {
  it.each(topics)('has a heading for %s', (topic) => {
    const [, page = '', heading = ''] = /^help\/(.+)\.html#(.+)$/.exec(helpAddress(topic, language)) ?? [];
    const text = readFileSync(`docs/help/${page}.md`, 'utf8');
    expect(text).toContain(`{#${heading}}`);
  });
});

it('is English where there is no translation', () => expect(helpAddress('main', 'pt')).toBe('help/en/main.html#main'));

it('leads to the list of pages when a topic is not known', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(helpAddress('settings-kitchen', 'de')).toBe('help/de/index.html');
  expect(warn).toHaveBeenCalledWith('No help on "settings-kitchen".');
});
